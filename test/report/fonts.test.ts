import { create } from 'fontkit';
import { expect, test } from 'vitest';
import { installedFonts } from '#report/fonts/node.ts';

test('two characters that one font draws alike are drawn by two, so that each copies out as itself', () => {
  const fonts = installedFonts();
  const [radical, ideograph] = ['\u2f00', '\u4e00'];
  expect(fonts.split(`${radical}${ideograph}`, {})).toEqual([
    { text: radical, face: 'cjk' },
    { text: ideograph, face: 'last' },
  ]);
});

test('letters are not joined to ligatures, except where a script cannot do without', () => {
  const fonts = installedFonts();
  for (const [text, look] of [
    ['office ffi fl', {}],
    ['=> != -->', { mono: true }],
  ] as const) {
    const pieces = fonts.split(text, look);
    expect(pieces).toHaveLength(1);
    const font = create(Buffer.from(fonts.used().get(pieces[0]?.face ?? 'sans') ?? []));
    expect('layout' in font ? font.layout(text).glyphs.length : 0).toBe(text.length);
  }
});

test('controls are shown, direction marks are named, invisible characters are left out', () => {
  const fonts = installedFonts();
  const shown = fonts.split('a\u0000\u202eb\u200b\ufeff\ud800\u00a0c\u0085', {}).map(({ text }) => text);
  expect(shown.join('')).toBe('a\u2400U+202Eb\ufffd cU+0085');
  expect(fonts.missing()).toEqual([]);
});

test('an ordinary text opens no more fonts than it needs', () => {
  const fonts = installedFonts();
  fonts.split('plain', {});
  fonts.split('bold \u2192', { bold: true });
  expect([...fonts.used().keys()]).toEqual(['sans', 'sans-bold']);
});

test('the variant of a font that joins letters is not taken for the one that does not', () => {
  const fonts = installedFonts();
  expect(fonts.split('\u21d2\u0645', {}).map(({ face }) => face)).toEqual(['wide', 'arabic']);
  const checksums = ['wide', 'arabic'].map((face) => {
    const data = [...fonts.used()].find(([name]) => name === face)?.[1];
    const font = create(Buffer.from(data ?? []));
    return Reflect.get(Reflect.get(font, 'head'), 'checkSumAdjustment');
  });
  expect(new Set(checksums).size).toBe(2);
});
