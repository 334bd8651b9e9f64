import { describe, expect, it, test } from 'vitest';
import type { Nodes } from 'hast';
import { alertName } from '#domain/text/markdown/alerts.ts';
import { parseText, visibleText } from '#domain/text/index.ts';

/** The kinds of notes in a text, and of headings that nobody wrote; then its words. */
function told(source: string): { quotes: unknown[]; headings: unknown[]; words: string[] } {
  const tree = parseText(source);
  const [quotes, headings]: unknown[][] = [[], []];
  const walk = (node: Nodes): void => {
    if (node.type === 'element' && node.properties['alert'] !== undefined)
      (node.tagName === 'blockquote' ? quotes : headings)?.push(node.properties['alert']);
    if ('children' in node) node.children.forEach(walk);
  };
  walk(tree);
  const words = visibleText(tree)
    .split('\n')
    .filter((line) => line !== '');
  return { quotes: quotes ?? [], headings: headings ?? [], words };
}

describe('a quote that begins with a kind', () => {
  it('is a note of that kind, with its name as a heading', () => {
    expect(told('> [!WARNING]\n> Do not.')).toEqual({
      quotes: ['warning'],
      headings: ['warning'],
      words: ['Warning', 'Do not.'],
    });
    expect(told('> [!note]\n>\n> One\n>\n> Two')).toMatchObject({ words: ['Note', 'One', 'Two'] });
    expect(told('> [!todo]')).toMatchObject({ quotes: ['todo'], words: ['To do'] });
  });

  it('may have a title of its own, also one with marks, and be folded', () => {
    expect(told('> [!tip]- My **own** title\n> Body')).toEqual({
      quotes: ['tip'],
      headings: [],
      words: ['My own title', 'Body'],
    });
    expect(told('> [!tip]+\n> Body')).toMatchObject({ headings: ['tip'], words: ['Tip', 'Body'] });
    expect(told('> [!tip] Title  \n> Body')).toMatchObject({ headings: [], words: ['Title', 'Body'] });
  });

  it('may have another name for its kind, or one of its own', () => {
    const kinds = [
      'summary',
      'TLDR',
      'hint',
      'check',
      'done',
      'help',
      'faq',
      'attention',
      'fail',
      'missing',
      'error',
    ];
    expect(kinds.map((name) => told(`> [!${name}]\n> x`).quotes[0])).toEqual([
      'abstract',
      'abstract',
      'tip',
      'success',
      'success',
      'question',
      'question',
      'warning',
      'failure',
      'failure',
      'danger',
    ]);
    expect(told('> [!my-kind_of]\n> x')).toMatchObject({
      quotes: ['my-kind_of'],
      words: ['My kind of', 'x'],
    });
    expect(told('> [!constructor]\n> x').quotes).toEqual(['constructor']);
  });

  it.each(['> [!]\n> x', '> Before [!note]', '> - [!note]', '> **[!note]** x', '[!note] x', '> [!1]'])(
    'is none as %j',
    (source) => {
      expect(told(source).quotes).toEqual([]);
    },
  );
});

test('a note is called by its kind in words', () => {
  expect(['warning', 'todo', 'my-own_kind', '-'].map(alertName)).toEqual([
    'Warning',
    'To do',
    'My own kind',
    '',
  ]);
});
