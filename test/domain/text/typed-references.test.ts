import { describe, expect, test } from 'vitest';
import type { Nodes } from 'hast';
import { linkedFindings, withCurrentLinks } from '#domain/finding/linked-findings.ts';
import { placedImages, withRenamedImage } from '#domain/finding/placed-images.ts';
import { droppedBackslashesIn } from '#domain/text/fix/backslashes.ts';
import { parseText, visibleText, type TextFormat } from '#domain/text/index.ts';
import { evidenceMarkdown } from '#domain/text/references/evidence-address.ts';
import { findingMarkdown } from '#domain/text/references/finding-address.ts';

const titles = [
  'Ends with ]',
  'arr[0',
  'SQLi [login] (v2)',
  'Pipe | in title',
  String.raw`C:\Windows\temp and \\srv\share`,
  String.raw`Ends with a backslash \ `,
  '| a || b |',
  'x [ y ] z ] [',
  'Pattern ^[^\\]]+$',
  'Payload <img src="x]y"> and *stars*, a ` tick',
];

/** The tags of a text with its words. */
function cellsOf(source: string): string[] {
  const cells: string[] = [];
  const walk = (node: Nodes): void => {
    if (node.type === 'element' && /^t[dh]$/u.test(node.tagName)) {
      cells.push(visibleText({ type: 'root', children: node.children }));
    } else if ('children' in node) node.children.forEach(walk);
  };
  walk(parseText(source));
  return cells;
}

describe.each(titles)('a title %s', (title) => {
  const link = findingMarkdown('f1', title);

  test('is read back from the link that the window writes, in prose and in a cell', () => {
    const expected = [{ id: 'f1', words: title.trim() }];
    expect(linkedFindings(`See ${link}, and more.`)).toEqual(expected);
    const table = `| step | see |\n|---|---|\n| one | ${link} |`;
    expect(linkedFindings(table)).toEqual(expected);
    expect(cellsOf(table)).toEqual(['step', 'see', 'one', title.trim()]);
    expect(cellsOf(`| ${link} | b |\n|---|---|\n| 1 | 2 |`)).toEqual([title.trim(), 'b', '1', '2']);
    expect(droppedBackslashesIn(`See ${link}.`)).toEqual([]);
  });

  test('is a caption alike', () => {
    const image = evidenceMarkdown('a.png', title);
    expect(placedImages(`Seen:\n\n${image}`)).toEqual([{ name: 'a.png', written: image }]);
    expect(visibleText(parseText(image)).trim()).toBe(title.trim());
  });
});

test('a pipe in the words of a link that was typed by hand ends no cell, in a head neither', () => {
  const table =
    '| step | see |\n|---|---|\n| one | [Pipe | in title](finding:t1) and [a | b](https://a.example/) |';
  expect(cellsOf(table)).toEqual(['step', 'see', 'one', 'Pipe | in title and a | b']);
  expect(cellsOf('| [a | b](finding:t1) | `x|y` |\n|---|---|\n| `1|2` | [c | d](finding:t2) |')).toEqual([
    'a | b',
    'x|y',
    '1|2',
    'c | d',
  ]);
  expect(withCurrentLinks(table, (id) => `${id}-now`)).toContain('[Pipe | in title](finding:t1-now)');
  expect(
    withRenamedImage('| a |\n|---|\n| ![x | y](evidence:a.png) ![z](evidence:a.png) |', 'a.png', 'b.png'),
  ).toBe('| a |\n|---|\n| ![x | y](evidence:b.png) ![z](evidence:b.png) |');
});

test('an address of a finding in angle brackets is a link', () => {
  expect(linkedFindings('See <finding:f1>.')).toEqual([{ id: 'f1', words: 'finding:f1' }]);
});

test('a link to the web with an escaped bracket in its words is one', () => {
  expect(visibleText(parseText(String.raw`Web: [a \] b](https://a.example/).`)).trim()).toBe('Web: a ] b.');
});

describe('[[ID]] that was typed by hand', () => {
  test.each<[string, string[], TextFormat?]>([
    ['See [[f-1]] and **[[f 2]]**.', ['f-1', 'f 2']],
    ['| a |\n|---|\n| [[f1]] |', ['f1']],
    ['<p>See [[f1]], <code>[[f2]]</code></p>', ['f1'], 'html'],
    ['`[[f1]]`, \\[[f1]], ![[shot.png]], [[:alpha:]], [[...]], frame[["a"]], [[ -f x ]], [[[f1]]]', []],
    ['[[f1]](https://a.example/) and [words [[f1]]](finding:f2)', ['f2']],
  ])('%s', (source, ids) => {
    expect(linkedFindings(source).map(({ id }) => id)).toEqual(ids);
    const shown = visibleText(parseText(source));
    for (const id of ids) if (id !== 'f2') expect(shown).toContain(`[[${id}]]`);
  });

  test('names a finding by its present identifier', () => {
    const now = (id: string): string | null => (id === 'local' ? '42' : null);
    expect(withCurrentLinks('See [[local]], `[[local]]`, [[other]].', now)).toBe(
      'See [[42]], `[[local]]`, [[other]].',
    );
    expect(withCurrentLinks('<p>See [[local]].</p>', now)).toBe('<p>See [[42]].</p>');
  });
});
