import { describe, expect, test } from 'vitest';
import { parseText } from '#domain/text/index.ts';
import { richMarkdown } from '#report/markdown/rich.ts';
import { markdownOf } from '#report/markdown/stringify.ts';

function markdown(text: string): string {
  return markdownOf(richMarkdown(parseText(text))).trimEnd();
}

describe('of a text Markdown has', () => {
  test.each([
    [
      'its headings below those of the report',
      '# One\n\n## Two\n\n### Three',
      '##### One\n\n###### Two\n\n###### Three',
    ],
    ['no heading without words', '<h1></h1><p>x</p>', 'x'],
    ['a heading of two lines on one', '<h2>a<br>b</h2>', '###### a b'],
    ['a list that goes on counting', '<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
    ['a list that counts from one', '<ol><li>a</li></ol>', '1. a'],
    ['no list without entries', '<ul></ul>', ''],
    [
      'what stands between the entries of a list as one of them',
      '<ul> <li>a</li> text <li></li></ul>',
      '- a\n- text\n-',
    ],
    ['an entry without a list as one of a list', '<li>alone</li>', '- alone'],
    ['code with its language', '```js\nlet a;\n```', '```js\nlet a;\n```'],
    ['code without the empty line at its end', '```\nx\n\n```', '```\nx\n```'],
    ['a quotation', '<blockquote><p>q</p></blockquote>', '> q'],
    ['no quotation without words', '<blockquote></blockquote>', ''],
    ['a term and what it means', '<dl><dt>term</dt><dd>meaning</dd></dl>', '**term**\n\n> meaning'],
    ['a rule', 'a\n\n---\n\nb', 'a\n\n---\n\nb'],
    ['a note at its end', 'text[^1]\n\n[^1]: note *x*', 'text[^1]\n\n[^1]: note *x*'],
    ['the end of a line', '<p>a<br>b</p>', 'a\\\nb'],
    ['no end of a line at an end of a paragraph', '<p><br>a<br></p>', 'a'],
  ])('%s', (_what, text, expected) => {
    expect(markdown(text)).toBe(expected);
  });
});

describe('of words in a line Markdown has', () => {
  test.each([
    ['strong ones without the blanks at their ends', '<p><b> bold </b>x</p>', '**bold** x'],
    ['no mark around blanks', '<p><b> </b>x</p>', 'x'],
    ['each mark', '<p>a<i>b</i>c <em>d</em> <s>e</s> <del>f</del></p>', 'a*b*c *d* ~~e~~ ~~f~~'],
    [
      'what stands lower or higher as tags',
      '<p>H<sub>2</sub>O<sup>+</sup></p>',
      'H<sub>2</sub>O<sup>+</sup>',
    ],
    [
      'code on one line, and none for blanks',
      '<p><code>a\nb</code>,<code> </code><kbd>K</kbd></p>',
      '`a b`, `K`',
    ],
    ['a link', '<p><a href="https://a.test">A</a></p>', '[A](https://a.test)'],
  ])('%s', (_what, text, expected) => {
    expect(markdown(text)).toBe(expected);
  });
});

describe('of a table Markdown has', () => {
  test.each([
    [
      'the lines of a cell with tags between them',
      '<table><tr><th>H</th><th>I</th></tr><tr><td>a<br>b</td><td><p>c</p><p>d</p></td></tr></table>',
      '| H | I |\n| - | - |\n| a<br>b | c<br>d |',
    ],
    [
      'each line of code by itself, and a table within a cell row by row',
      '<table><tr><td><pre>x\n\ny</pre></td><td><table><tr><td>1</td><td></td><td>2</td></tr><tr><td>3</td></tr></table></td></tr></table>',
      '| `x`<br>`y` | 1 2<br>3 |\n| - | - |',
    ],
    [
      'its caption before it',
      '<table><caption>Cap</caption><tr><td>a</td></tr></table>',
      'Cap\n\n| a |\n| - |',
    ],
    ['its caption if there is nothing else', '<table><caption>Only</caption></table>', 'Only'],
    [
      'one head for several, of a merged one in each of its columns',
      '<table><thead><tr><th colspan="2">A</th></tr><tr><th>B</th><th>C</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
      '| A<br>B | A<br>C |\n| - | - |\n| 1 | 2 |',
    ],
    [
      'the words of a merged cell once',
      '<table><tr><th>H</th><th>I</th></tr><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table>',
      '| H | I |\n| - | - |\n| a | b |\n| | c |',
    ],
  ])('%s', (_what, text, expected) => {
    expect(markdown(text)).toBe(expected);
  });
});
