import { expect, test } from 'vitest';
import { foreignFormat } from '#domain/images/foreign-format.ts';

test('a photo of a phone and a scan are called by their names, whatever else is given is not', () => {
  const files = [
    '\0\0\0\x18ftypheic\0\0\0\0',
    '\0\0\0\x1cftypmif1\0\0\0\0',
    'II*\0\x08\0\0\0',
    'MM\0*\0\0\0\x08',
    '\0\0\0\x18ftypavif',
    '\x89PNG\r\n\x1a\n',
    'II',
    '',
  ];
  expect(files.map((text) => foreignFormat(Buffer.from(text, 'latin1')))).toEqual([
    ...['HEIC', 'HEIC', 'TIFF', 'TIFF'],
    ...[null, null, null, null],
  ]);
});
