import { create } from 'fontkit';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { missingGlyphs } from '#report/fonts/library.ts';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import { Shaper } from '#report/fonts/shape.ts';

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
    const font = create(Buffer.from(fonts.file(pieces[0]?.face ?? 'sans')));
    expect('layout' in font ? font.layout(text).glyphs.length : 0).toBe(text.length);
  }
});

test('controls are shown, direction marks are named, invisible characters are left out', () => {
  const fonts = installedFonts();
  const shown = fonts.split('a\u0000\u202eb\u200b\ufeff\ud800\u00a0c\u0085', {}).map(({ text }) => text);
  expect(shown.join('')).toBe('a\u2400U+202Eb\ufffd cU+0085');
  expect(missingGlyphs(fonts.takeMissing())).toEqual([]);
});

test('which of two characters has the glyph that both want follows from all characters, not from their order', () => {
  const shown = [
    ['\u2f00', '\u4e00'],
    ['\u4e00', '\u2f00'],
  ].map((texts) => {
    const fonts = installedFonts();
    fonts.reserve([0x2f00, 0x4e00]);
    const face = new Map(texts.map((text) => [text, fonts.split(text, {})[0]?.face]));
    return [fonts.contested(), face.get('\u4e00'), face.get('\u2f00')];
  });
  expect(shown).toEqual([
    [true, 'cjk', 'last'],
    [true, 'cjk', 'last'],
  ]);
});

test('the variant of a font that joins letters is not taken for the one that does not', () => {
  const fonts = installedFonts();
  expect(fonts.split('\u21d2\u0645', {}).map(({ face }) => face)).toEqual(['wide', 'arabic']);
  const checksums = (['wide', 'arabic'] as const).map((face) => {
    const font = create(Buffer.from(fonts.file(face)));
    return Reflect.get(Reflect.get(font, 'head'), 'checkSumAdjustment');
  });
  expect(new Set(checksums).size).toBe(2);
});

test('a word put together from its pairs of letters stands as the font sets it in one go', () => {
  const fonts = installedFonts();
  const shaper = new Shaper(fonts);
  const ascii = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at));
  const signs = ascii.filter((sign) => !/[a-z]/i.test(sign));
  const everyPair = (letters: readonly string[]): string =>
    letters.map((one) => letters.map((other) => one + other).join('')).join('');
  for (const face of ['sans', 'sans-bold', 'sans-italic', 'sans-bold-italic'] as const) {
    for (const word of [everyPair(ascii), everyPair(signs), '1.', 'T.', 'x']) {
      const { glyphs, positions, advanceWidth } = fonts.font(face).layout(word);
      const { moved, ...shaped } = shaper.shape(word, face);
      expect(moved || positions.some(({ xOffset, yOffset }) => xOffset !== 0 || yOffset !== 0)).toBe(false);
      expect({
        width: shaped.width,
        glyphs: shaped.glyphs.map(({ id }) => id),
        pen: shaped.kerning.map((by, at) => by + (shaped.glyphs[at]?.advance ?? 0)),
      }).toEqual({
        width: advanceWidth,
        glyphs: glyphs.map(({ id }) => id),
        pen: positions.map(({ xAdvance }) => xAdvance),
      });
    }
  }
});

describe('the fonts of a theme', () => {
  const { resolve } = createRequire(import.meta.url);
  const fileOf = (name: string): Uint8Array => readFileSync(resolve(name));
  const dodum = '@expo-google-fonts/gowun-dodum/400Regular/GowunDodum_400Regular.ttf';

  test('draw what they have letters for; the others are drawn by the shipped ones', () => {
    const theme = { fonts: { sans: { regular: 'own' }, mono: {} } };
    const fonts = installedFonts(theme, new Map([['own', fileOf(dodum)]]));
    expect(fonts.split('Abc \ud55c \u0416 \u2192', {})).toEqual([
      { text: 'Abc \ud55c ', face: 'theme-sans' },
      { text: '\u0416 ', face: 'sans' },
      { text: '\u2192', face: 'theme-sans' },
    ]);
    expect(fonts.split('Abc', { bold: true })).toEqual([{ text: 'Abc', face: 'sans-bold' }]);
  });

  test('are not asked for where their file is not there', () => {
    const fonts = installedFonts({ fonts: { sans: { regular: 'lost' }, mono: {} } });
    expect(fonts.split('Abc', {})).toEqual([{ text: 'Abc', face: 'sans' }]);
  });

  test('are left where nothing can be drawn with them', () => {
    const theme = { fonts: { sans: { regular: 'own' }, mono: {} } };
    const broken = fileOf(dodum);
    broken.fill(0, 400, 20_000);
    const fonts = installedFonts(theme, new Map([['own', broken]]));
    expect(fonts.split('Abc', {})).toEqual([{ text: 'Abc', face: 'sans' }]);
  });
});
