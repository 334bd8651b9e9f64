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
