import { describe, expect, it } from 'vitest';
import { formatted, type FormatName } from '#renderer/ui/editor/writing/formatting.ts';

/** Formats a text in which `«` and `»` stand around what is selected, or `|` where the cursor is; answers in the same way. */
function format(name: FormatName, written: string): string {
  const from = written.search(/[«|]/u);
  const text = written.replace(/[«»|]/gu, '');
  const to = written.includes('|') ? from : written.indexOf('»') - 1;
  const { changes, anchor, head } = formatted(name, { text, from, to });
  let [become, moved] = ['', 0];
  for (const change of changes) {
    expect(change.from).toBeGreaterThanOrEqual(moved);
    become += text.slice(moved, change.from) + change.insert;
    moved = change.to;
  }
  become += text.slice(moved);
  const [start, end] = [Math.min(anchor, head), Math.max(anchor, head)];
  if (start === end) return `${become.slice(0, start)}|${become.slice(start)}`;
  return `${become.slice(0, start)}«${become.slice(start, end)}»${become.slice(end)}`;
}

describe('bold, italic and code', () => {
  it.each<[string, FormatName, string, string]>([
    ['mark what is selected', 'bold', 'a «big» one', 'a **«big»** one'],
    ['mark the word at the cursor', 'italic', 'a bi|g one', 'a *bi|g* one'],
    ['mark a word whose end the cursor is at', 'bold', 'a big| one', 'a **big|** one'],
    ['step behind the mark once its words are written', 'bold', 'a **big|**', 'a **big**|'],
    ['step behind the mark in front of more words', 'italic', 'a *big|* one', 'a *big*| one'],
    ['step behind a mark of code', 'code', 'run `id|`', 'run `id`|'],
    ['step behind a mark that is parted from the code', 'code', 'run ``a`b|`` x', 'run ``a`b``| x'],
    ['take a blank along behind the mark', 'bold', 'a **big |** one', 'a **big** | one'],
    ['leave a blank in code', 'code', 'run `id |`', 'run `id `|'],
    ['end bold and stay in italic', 'bold', '***big|***', '***big**|*'],
    ['end italic and stay in bold', 'italic', '***big|***', '***big*|**'],
    ['end italic behind the end of bold', 'italic', '***big**|*', '***big***|'],
    ['take italic away from empty marks of both', 'italic', '***|***', '**|**'],
    ['take bold away from empty marks of both', 'bold', '***|***', '*|*'],
    ['begin italic between marks of bold', 'italic', '**|**', '***|***'],
    ['take empty marks of code away', 'code', 'a `|` b', 'a | b'],
    ['leave blanks outside of the marks', 'bold', 'a« big »one', 'a« **big** »one'],
    ['know words of other alphabets', 'italic', 'eine Größe|', 'eine *Größe|*'],
    ['put the cursor between marks where no word is', 'bold', 'a |', 'a **|**'],
    ['take such marks away again', 'bold', 'a **|**', 'a |'],
    ['take marks away around the selection', 'bold', 'a **«big»** one', 'a «big» one'],
    ['take marks away inside the selection', 'bold', 'a «**big**» one', 'a «big» one'],
    ['take marks away around the cursor', 'bold', 'a **big o|ne** more', 'a big o|ne more'],
    ['take marks of the other sign away', 'bold', '__«big»__', '«big»'],
    ['do not take bold for italic', 'italic', '**«big»**', '***«big»***'],
    ['take only italic away from both', 'italic', '***«big»***', '**«big»**'],
    ['take only bold away from both', 'bold', '***«big»***', '*«big»*'],
    ['extend marks over all that is selected', 'bold', '«a **b** c»', '**«a b c»**'],
    ['extend marks that begin before the selection', 'bold', '**a «b** c»', '**a «b c»**'],
    [
      'mark each line by itself, behind its own marks',
      'bold',
      '«- one\n\n> two\nthree»',
      '«- **one**\n\n> **two**\n**three»**',
    ],
    ['take marks of all lines away', 'bold', '- «**one**\n- **two**»', '- «one\n- two»'],
    ['mark code', 'code', 'run «id»', 'run `«id»`'],
    ['take code marks away', 'code', 'run `i|d`', 'run i|d'],
    ['extend code over code', 'code', '«a `b` c»', '`«a b c»`'],
    ['mark code with a sign of its own in it', 'code', 'a «b`c» d', 'a ``«b`c»`` d'],
    ['part such a sign from the marks', 'code', 'a «`b» c', 'a `` «`b» `` c'],
    ['make a block of lines', 'code', 'x\n«one\ntwo»\ny', 'x\n```\n«one\ntwo»\n```\ny'],
    ['make lines of a block', 'code', 'x\n```sh\none\nt|wo\n```\ny', 'x\none\nt|wo\ny'],
  ])('%s', (_, name, before, after) => {
    expect(format(name, before)).toBe(after);
  });
});

describe('a link', () => {
  it.each([
    [
      'has the selection as its label and its address selected',
      'see «the page»',
      'see [the page](«https://»)',
    ],
    ['has the word at the cursor as its label', 'see pa|ge', 'see [page](«https://»)'],
    ['takes a selected address', 'see «https://example.test/a»', 'see [|](https://example.test/a)'],
    ['escapes brackets of its label', '«a [b]»', '[a \\[b\\]](«https://»)'],
    [
      'that is there has its address selected',
      'see [the pa|ge](https://example.test)',
      'see [the page](«https://example.test»)',
    ],
    ['keeps its label in one line', '«one\ntwo»', '[one two](«https://»)'],
  ])('%s', (_, before, after) => {
    expect(format('link', before)).toBe(after);
  });
});

describe('lists and quotes', () => {
  it.each<[string, FormatName, string, string]>([
    ['mark the line of the cursor', 'list', 'on|e', '- on|e'],
    ['mark every line that is not blank', 'list', '«one\n\n  two»', '«- one\n\n  - two»'],
    ['take the marks away again', 'list', '«- one\n* two»', '«one\ntwo»'],
    ['begin in an empty line', 'list', 'a\n\n|', 'a\n\n- |'],
    ['leave a line that is selected only up to its beginning', 'list', '«one\n»two', '«- one»\n\ntwo'],
    ['part what follows from the list', 'quote', 'on|e\ntwo', '> on|e\n\ntwo'],
    ['count', 'numbers', '«one\ntwo\nthree»', '«1. one\n2. two\n3. three»'],
    ['make numbers of other marks', 'numbers', '«- one\n- two»', '«1. one\n2. two»'],
    ['make other marks of numbers', 'list', '«1. one\n2) two»', '«- one\n- two»'],
    ['take numbers away', 'numbers', '«1. one\n2. two»', '«one\ntwo»'],
    ['keep one quote over a blank line', 'quote', '«one\n\ntwo»', '«> one\n>\n> two»'],
    ['take a quote away', 'quote', '«> one\n>\n> two»', '«one\n\ntwo»'],
    ['quote a list', 'quote', '«- one\n- two»', '«> - one\n> - two»'],
  ])('%s', (_, name, before, after) => {
    expect(format(name, before)).toBe(after);
  });
});

describe('a table', () => {
  const lines = '| «Column 1» | Column 2 | Column 3 |\n| --- | --- | --- |\n|   |   |   |\n|   |   |   |';

  it.each([
    ['is put into an empty text', '|', lines],
    ['stands apart from the lines around', 'on|e\ntwo', `one\n\n${lines}\n\ntwo`],
    ['takes the blank lines that there are', 'one\n\n|\n\ntwo', `one\n\n${lines}\n\ntwo`],
  ])('%s', (_, before, after) => {
    expect(format('table', before)).toBe(after);
  });
});
