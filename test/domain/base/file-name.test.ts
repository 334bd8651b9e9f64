import { expect, it } from 'vitest';
import { safeFileName, whyNotOnWindows } from '#domain/base/file-name.ts';

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
  [['\u6f0f\u6d1e'.repeat(100), 'p'], `${'\u6f0f\u6d1e'.repeat(16)}\u6f0f-p`],
  [['\u{20bb7}'.repeat(100), 'p'], `${'\u{20bb7}'.repeat(24)}-p`],
  [[`${'x'.repeat(59)}e\u0328\u0301`, 'p'], `${'x'.repeat(59)}-p`],
  [['\u2764\ufe0f Acme \u{1f469}\u200d\u{1f4bb}', 'p'], 'Acme-p'],
])('a file name of %j is %s', (parts, name) => {
  expect(safeFileName(parts, 'report')).toBe(name);
});

it.each([
  ['C:\\work\\Report (final) é.pdf', null],
  ['C:report.pdf', 'has : in its name, which Windows does not take'],
  ['\\\\?\\C:\\work\\report.pdf', null],
  ['\\\\office\\share\\report.pdf', null],
  ['..\\.\\report.tar.gz', null],
  ['console.pdf', null],
  ['com10.pdf', null],
  [`${'x'.repeat(251)}.pdf`, null],
  ['a:b.md', 'has : in its name, which Windows does not take'],
  ['C:\\work\\why?.pdf', 'has ? in its name, which Windows does not take'],
  ['a\u001fb.pdf', 'has a control character in its name, which Windows does not take'],
  ['a\tb.pdf', 'has a control character in its name, which Windows does not take'],
  ['aux.pdf', 'has a name that Windows keeps for a device'],
  ['C:\\work\\CON .old.md', 'has a name that Windows keeps for a device'],
  ['Lpt¹/report.pdf', 'has a name that Windows keeps for a device'],
  ['\\\\.\\pipe\\x', 'is the name of a device'],
  ['report.pdf.', 'has a name that ends with a dot or a blank, which Windows leaves out'],
  ['folder \\report.pdf', 'has a name that ends with a dot or a blank, which Windows leaves out'],
  [`${'x'.repeat(252)}.pdf`, 'has a name of more than 255 characters'],
])('Windows and the path %j: %s', (path, why) => {
  expect(whyNotOnWindows(path)).toBe(why);
});

it.each([
  ['', 'aux', 'COM1.old', '..', 'a:b?', 'p. ', 'ß'.repeat(300)],
  ['nul', 'con.', 'x'.repeat(400)],
])('a suggested name is one that Windows takes', (...parts) => {
  for (const part of parts) expect(whyNotOnWindows(`${safeFileName([part], 'report')}.pdf`)).toBe(null);
});

it.each([
  'x',
  '\u00df',
  '\u6f0f',
  '\u{20bb7}',
  '\u{1f600}',
  '\u{1f600}\u6f0f',
  'e\u0328\u0301',
  '\u0915\u094d\u0937',
])('and one of 255 bytes at most, of whole characters, with its ending, of %j', (character) => {
  for (const count of [1, 20, 59, 60, 61, 300]) {
    const stem = safeFileName([character.repeat(count), `2026 ${character.repeat(count)}`], 'report');
    const name = `.${stem}-edition-1000.json.dossier-new`;
    expect([Buffer.byteLength(name) <= 255, stem.isWellFormed()]).toEqual([true, true]);
    expect(stem).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*$/u);
  }
});
