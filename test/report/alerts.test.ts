import { expect, test } from 'vitest';
import { parseText, visibleText } from '#domain/text/index.ts';
import { writeFormat } from '#report/process/write-format.ts';
import { print } from './support/pdf-tools.ts';
import { snapshotOf } from './support/snapshots.ts';
import { unaccounted } from './support/ledger.ts';

const shown = (source: string): string =>
  visibleText(parseText(source))
    .trim()
    .replace(/\s*\n\s*/gu, ' / ');

test.each([
  ['> [!WARNING]\n> Do not try this in production.', 'Warning / Do not try this in production.'],
  ['> [!note]- Own *title*\n> First.\n>\n> Second.', 'Own title / First. / Second.'],
  ['> [!TIP]', 'Tip'],
  ['> [!tldr] \n> Short.', 'Abstract / Short.'],
  ['> [!my-kind]\n> - entry', 'My kind / entry'],
  ['- a\n\n  > [!CAUTION]\n  > In a list.', 'a / Caution / In a list.'],
  ['>[!IMPORTANT]\n>No blank.', 'Important / No blank.'],
  ['> \\[!WARNING]\n> As typed.', '[!WARNING] / As typed.'],
  ['> Words [!WARNING] behind.', 'Words [!WARNING] behind.'],
  ['[!WARNING] is no quote.', '[!WARNING] is no quote.'],
])('the note %j is read as %j', (source, expected) => {
  expect(shown(source)).toBe(expected);
  expect(unaccounted(source)).toBe('');
});

const snapshot = snapshotOf([
  {
    title: 'Notes',
    severity: 'high',
    asset: ['a'],
    description:
      '> [!WARNING]\n> Do not try this in production.\n\n> [!NOTE]\n> Second note.\n\n> Plain quote.',
  },
]);

test('a note has its heading in the language of the report, in every format that has documents', async () => {
  const written = async (format: 'html' | 'markdown', language: 'en' | 'de') => {
    const options = { format, language, draft: false };
    const { bytes } = await writeFormat({ snapshot, options, bytes: new Map() }, () => undefined);
    return Buffer.from(bytes).toString();
  };
  expect((await written('html', 'de')).replace(/\n/gu, '')).toContain(
    '<blockquote class="alert" role="note"><p><strong>Warnung</strong></p><p>Do not try this in production.</p></blockquote>',
  );
  expect((await written('html', 'en')).replace(/\n/gu, '')).toContain(
    '<blockquote><p>Plain quote.</p></blockquote>',
  );
  expect(await written('markdown', 'en')).toContain('> **Warning**\n>\n> Do not try this in production.\n');
  const printed = await print(snapshot, { draft: false, language: 'de' });
  try {
    expect(printed.text(1, printed.pages)).toMatch(/Warnung\s+Do not try[\s\S]*Hinweis\s+Second note\./u);
    expect(printed.text(1, printed.pages)).not.toContain('[!');
  } finally {
    printed.dispose();
  }
});
