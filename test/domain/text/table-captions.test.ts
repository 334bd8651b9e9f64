import type { Element } from 'hast';
import { describe, expect, it } from 'vitest';
import { captionedIn } from '#domain/text/captioned.ts';
import { parseText, visibleText } from '#domain/text/index.ts';

const rows = '| a | b |\n| --- | --- |\n| 1 | 2 |';

/** The blocks of a text: what a table is called, the words of all else. */
function read(source: string): string[] {
  return parseText(source).children.flatMap((node) => {
    if (node.type !== 'element') return [];
    return node.tagName === 'table'
      ? [`table ${saidOf(node)}`]
      : [visibleText({ type: 'root', children: [node] }).trim()];
  });
}

function saidOf(table: Element): string {
  const { caption = '-', name = '' } = captionedIn(table) ?? {};
  return name === '' ? caption : `${caption} (${name})`;
}

describe('a line "Table: words" is the caption of', () => {
  it.each([
    ['the table below it', `Table: Accounts\n\n${rows}`, ['table Accounts']],
    ['the table right below it', `table: Accounts {name=x}\n${rows}`, ['table Accounts (x)']],
    [
      'the table right above it',
      `${rows}\nTable: Accounts {name="x y"}\n\nMore`,
      ['table Accounts (x y)', 'More'],
    ],
    ['the table above it if none is below', `${rows}\n\nTable: Accounts\n\nMore`, ['table Accounts', 'More']],
    ['the lower of two', `${rows}\n\nTable: Lower\n\n${rows}`, ['table -', 'table Lower']],
    ['both, each by its own', `${rows}\nTable: One\n\nTable: Two\n\n${rows}`, ['table One', 'table Two']],
    ['none, if it is far', `Table: Far\n\nWords\n\n${rows}`, ['Table: Far', 'Words', 'table -']],
    ['none, if it has a link', `Table: [a](https://a.test)\n\n${rows}`, ['Table: a', 'table -']],
    ['none, if it says nothing', `Table: {name=x}\n\n${rows}`, ['Table: {name=x}', 'table -']],
    ['none, if it is a row', `${rows}\n| Table: x | |`, ['table -']],
  ])('%s', (_, source, expected) => {
    expect(read(source)).toEqual(expected);
  });

  it('keeps its marks, and its words are read with the table', () => {
    const [table] = parseText(`Table: Uses of \`id\` {name=x}\n\n${rows}`).children;
    expect(table).toMatchObject({ properties: { name: 'x' } });
    expect(visibleText(parseText(`Table: Uses of \`id\` {name=x}\n\n${rows}`))).toContain('Uses of id\n');
  });

  it('stands in a list and a quote, and in HTML as its own element', () => {
    const inList = `- Table: In a list\n\n  ${rows.replaceAll('\n', '\n  ')}`;
    expect(JSON.stringify(parseText(inList))).toContain('"tagName":"caption"');
    const html = '<table><caption>Of HTML</caption><tr><td>1</td></tr></table>';
    expect(read(html)).toEqual(['table Of HTML']);
  });
});
