import { expect, it } from 'vitest';
import { safeFileName } from '#domain/base/file-name.ts';

it.each([
  [['Acme', 'web-2026'], 'Acme-web-2026'],
  [['', 'aux'], 'report-aux'],
  [['', 'COM1.old'], 'report-COM1.old'],
  [['', 'console'], 'console'],
  [['', '..'], 'report'],
  [['', '\u{1f600}'], 'report'],
  [['A/B: "C"?', 'p.'], 'A-B-C-p'],
  [['M\u00fcller & S\u00f6hne', 'x'], 'M\u00fcller-S\u00f6hne-x'],
  [['same', 'same'], 'same'],
  [['x'.repeat(300), 'p'], `${'x'.repeat(60)}-p`],
])('a file name of %j is %s', (parts, name) => {
  expect(safeFileName(parts, 'report')).toBe(name);
});
