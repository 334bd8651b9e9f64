import type { Element, Nodes } from 'hast';
import { describe, expect, test } from 'vitest';
import { parseText, visibleText } from '#domain/text/index.ts';

const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index + 1)).join('');

const blocks = (source: string): Element[] =>
  parseText(source, 'markdown').children.filter((child) => child.type === 'element');

const tags = (source: string) => blocks(source).map(({ tagName }) => tagName);

function count(node: Nodes, tagName: string): number {
  const own = node.type === 'element' && node.tagName === tagName ? 1 : 0;
  return 'children' in node ? node.children.reduce((sum, child) => sum + count(child, tagName), own) : own;
}

describe('long texts are formatted', () => {
  test('a list of 1,200 entries behind a bold word', () => {
    const source = `Intro **bold**.\n\n${many(1_200, (at) => `- host${String(at)}\n`)}\nEnd *now*.`;
    expect(tags(source)).toEqual(['p', 'ul', 'p']);
    expect([count(parseText(source), 'li'), count(parseText(source), 'strong')]).toEqual([1_200, 1]);
  });

  test('a list right below its announcement', () => {
    const source = `Hosts:\n${many(900, (at) => `- host${String(at)}\n`)}`;
    expect(tags(source)).toEqual(['p', 'ul']);
    expect(count(parseText(source), 'li')).toBe(900);
  });

  test('a numbered list with blank lines keeps its numbers', () => {
    const source = many(700, (at) => `${String(at)}. step\n\n`);
    expect(tags(source)).toEqual(['ol']);
    expect(count(parseText(source), 'li')).toBe(700);
  });

  test('a scan of 2,500 lines in a fence, marks in it and all', () => {
    const scan = many(2_500, (at) => `${String(at)}/tcp *closed* _x_ [a](b)\n`);
    const source = `## Sum\n\nIt is **open**.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`text\n${scan}\`\`\`\n\nEnd **too**.`;
    expect(tags(source)).toEqual(['h2', 'p', 'table', 'pre', 'p']);
    expect(visibleText(parseText(source))).toContain(scan);
    expect(count(parseText(source), 'strong')).toBe(2);
    expect(JSON.stringify(parseText(source))).toContain('language-text');
  });

  test('2,500 lines that stand in no fence', () => {
    const source = many(2_500, (at) => `${String(at)}/tcp closed\n`);
    expect(tags(source)).toEqual(['p']);
    expect(visibleText(parseText(source)).trim()).toBe(source.trim());
  });

  test('a table of 1,500 rows', () => {
    const source = `| a | b |\n|---|---|\n${many(1_500, (at) => `| ${String(at)} | x |\n`)}`;
    expect(tags(source)).toEqual(['table']);
    expect([count(parseText(source), 'tr'), count(parseText(source), 'th')]).toEqual([1_501, 2]);
  });

  test('references and footnotes reach over all of a long text', () => {
    const source = `See [there][r] and[^n].\n\n${many(400, () => 'a line\n\n')}[r]: https://h.example/\n[^n]: The note.`;
    const root = parseText(source);
    expect(count(root, 'a')).toBe(1);
    expect(visibleText(root)).toMatch(/^See there and\[1\]\.[^[]*\[1\] The note\.\s*$/u);
  });
});

test('what would hold the parser up is shown as it was written, and only that', () => {
  const hostile = '> '.repeat(30_000);
  const source = `# Head\n\n**first**\n\n${hostile}\n\n**last**`;
  expect(tags(source)).toEqual(['h1', 'p', 'pre', 'p']);
  expect(visibleText(parseText(source))).toContain(hostile.trim());
  expect(count(parseText(source), 'strong')).toBe(2);
});
