import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseText, type ReadBefore } from '#domain/text/index.ts';

const lines = fc.constantFrom(
  ...[
    'Words of a paragraph.',
    'More **words** of `it`.',
    '',
    '',
    '- an entry',
    '  - inside',
    '1. first',
    '> quoted',
  ],
  ...[
    '| a | b |',
    '| --- | --- |',
    '| 1 | 2 |',
    '```',
    '~~~~ts',
    '# Heading',
    '---',
    '<b>html</b>',
    '<details>',
  ],
  ...[
    '![figure](evidence:shot.png)',
    '[^note]',
    '[^note]: A note',
    '[name]',
    '[name]: https://a.example',
    '    code',
  ],
);
const long = (n: number): string => `Paragraph ${String(n)} has its words.\n\n- one\n- two ${String(n)}\n\n`;
const texts = fc
  .array(
    fc.oneof({ weight: 9, arbitrary: lines }, { weight: 1, arbitrary: fc.integer({ min: 30, max: 70 }) }),
    { maxLength: 30 },
  )
  .map((parts) =>
    parts
      .map((part) =>
        typeof part === 'number' ? Array.from({ length: part }, (_, n) => long(n)).join('') : `${part}\n`,
      )
      .join(''),
  );
/** Where a text is cut, how much of it goes, and what comes there. */
const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    away: fc.nat(30),
    come: fc.oneof(lines, fc.string()),
  }),
  { minLength: 1, maxLength: 4 },
);

it('reads a text that is edited step by step as it would be read anew', () => {
  fc.assert(
    fc.property(texts, edits, (first, steps) => {
      const before: ReadBefore = { pieces: [] };
      let text = first;
      expect(parseText(text, 'markdown', before)).toEqual(parseText(text, 'markdown'));
      for (const { at, away, come } of steps) {
        const from = Math.floor(at * text.length);
        text = text.slice(0, from) + come + text.slice(from + away);
        expect(parseText(text, 'markdown', before)).toEqual(parseText(text, 'markdown'));
      }
    }),
    { numRuns: 30 },
  );
});

it('keeps all but the block that was edited as the same objects', () => {
  const text = Array.from({ length: 400 }, (_, n) => long(n)).join('');
  const before: ReadBefore = { pieces: [] };
  const was = parseText(text, 'markdown', before).children;
  const is = parseText(text.replace('Paragraph 200 has', 'Paragraph 200 had'), 'markdown', before).children;
  expect(is.filter((block, at) => block !== was[at])).toEqual([
    expect.objectContaining({
      tagName: 'p',
      children: [{ type: 'text', value: 'Paragraph 200 had its words.' }],
    }),
  ]);
});

it('holds no object twice, also if stretches of a text are alike', () => {
  const part = Array.from({ length: 100 }, (_, n) => long(n)).join('');
  const before: ReadBefore = { pieces: [] };
  for (const text of [part, part + part, part + part + part]) {
    const { children } = parseText(text, 'markdown', before);
    expect(new Set(children).size).toBe(children.length);
  }
});
