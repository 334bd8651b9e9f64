import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import { describe, expect, test } from 'vitest';
import { missingCharacters } from '#domain/preflight/rules/glyphs.ts';
import { document } from '#report/document/document.ts';
import { faces, isShaped, type FaceName } from '#report/fonts/faces.ts';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import { Shaper } from '#report/fonts/shape.ts';
import { PageSetter, setAll } from '#report/pdf/set-pages.ts';
import type { ListedLine } from '#report/pdf/display-list.ts';
import { print } from '../support/pdf-tools.ts';
import { snapshotOf } from '../support/snapshots.ts';

/** The characters of a text in the order in which they are drawn from left to right. */
function drawn(text: string): string {
  const fonts = installedFonts();
  const shaper = new Shaper(fonts);
  return fonts
    .split(text, {})
    .flatMap(({ text: part, face }) => shaper.shape(part, face).glyphs)
    .map(({ codePoints }) => String.fromCodePoint(...codePoints))
    .join('');
}

async function linesOf(description: string): Promise<ListedLine[]> {
  const made = document(snapshotOf([{ title: 'T', severity: 'low', description }]), {
    draft: false,
    sections: ['findings'],
  });
  const { pages } = await setAll(new PageSetter(installedFonts), made, new Map(), () => undefined);
  return pages.flat(2).flatMap((mark) => (mark.kind === 'line' ? [mark] : []));
}

function placeOf(lines: readonly ListedLine[], word: string): number {
  for (const { x, runs } of lines) {
    const run = runs.find(({ text }) => text.includes(word));
    if (run !== undefined) return x + run.x;
  }
  throw new Error(`${word} is on no page`);
}

describe('numbers in Arabic and Persian digits', () => {
  test.each(['\u0664\u0664\u0663', '\u06f1\u06f2\u06f3', '\u0661\u0662/\u0663\u0664'])(
    'are drawn from left to right: %s',
    (number) => {
      expect(drawn(number)).toBe(number);
    },
  );

  test('come out of the file as they were typed, in a paragraph of either direction', async () => {
    const description = 'Port \u0664\u0664\u0663 open.\n\n\u0645\u0646\u0641\u0630 \u0661\u0662\u0663';
    const printed = await print(snapshotOf([{ title: 'T', description }]), { draft: false });
    const words = printed.run('pdftotext', ['-raw', 'FILE', '-']).replace(/[\u202a-\u202e]/g, '');
    printed.dispose();
    expect(words).toContain('Port \u0664\u0664\u0663 open.');
    expect(words).toContain('\u0661\u0662\u0663');
  });
});

test('a sign that keeps letters from joining is obeyed and not drawn', () => {
  const fonts = installedFonts();
  const [piece] = fonts.split('\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', {});
  const { glyphs } = new Shaper(fonts).shape(piece?.text ?? '', piece?.face ?? 'sans');
  expect([piece?.face, glyphs.length]).toEqual(['arabic', 7]);
});

const indic: Readonly<Record<string, string>> = {
  devanagari: '\u0915\u094d\u0937\u0924\u094d\u0930\u093f\u092f',
  bengali: '\u0995\u09cd\u09b7',
  gurmukhi: '\u0a2a\u0a70\u0a1c\u0a3e\u0a2c\u0a40',
  gujarati: '\u0a95\u0acd\u0ab7',
  tamil: '\u0b95\u0bca',
  telugu: '\u0c15\u0c4d\u0c37',
  kannada: '\u0c95\u0ccd\u0cb7',
  malayalam: '\u0d15\u0d4d\u0d37',
};

describe('scripts of India', () => {
  test.each(Object.entries(indic))('%s is drawn by a font that joins its letters', (face, text) => {
    expect(installedFonts().split(text, { bold: true })).toEqual([{ text, face }]);
  });

  test('join conjuncts, and set the short i before its consonant', () => {
    const fonts = installedFonts();
    const { glyphs } = new Shaper(fonts).shape('\u0915\u094d\u0937\u093f', 'devanagari');
    expect(glyphs.map(({ codePoints }) => codePoints)).toEqual([[0x93f], [0x915, 0x94d, 0x937]]);
  });

  test('copy out of the file as they were typed', async () => {
    const texts = Object.values(indic);
    const printed = await print(snapshotOf([{ title: texts[0], description: texts.join(' ') }]), {
      draft: false,
    });
    const words = printed.text(1, printed.pages).replace(/\s+/g, ' ');
    printed.dispose();
    expect(texts.filter((text) => !words.includes(text))).toEqual([]);
    expect(printed.missing).toEqual([]);
  });

  test('never end a report, whatever letters follow each other', () => {
    const { resolve } = createRequire(import.meta.url);
    const fonts = installedFonts();
    const shaper = new Shaper(fonts);
    let seed = 11;
    const next = (max: number): number => (seed = (seed * 48_271) % 0x7fffffff) % max;
    for (const name of Object.keys(indic) as FaceName[]) {
      expect(isShaped(name)).toBe(true);
      const font = create(readFileSync(resolve(faces[name as keyof typeof faces].file)));
      const letters = 'characterSet' in font ? font.characterSet.filter((code) => code > 0x900) : [];
      for (let round = 0; round < 300; round += 1) {
        const word = Array.from({ length: 1 + next(6) }, () => letters[next(letters.length)] ?? 0x20);
        shaper.shape(String.fromCodePoint(...word), name);
      }
    }
  });

  test('letters of Urdu and others that no font joins are named by the check, those of Persian are not', () => {
    const fonts = installedFonts();
    const letters = Array.from({ length: 0x900 - 0x620 }, (_, at) => String.fromCodePoint(0x620 + at)).filter(
      (letter) => /[\p{L}]/u.test(letter) && fonts.split(letter, {})[0]?.face === 'last',
    );
    const signs = /[\u06e5\u06e6\u07e8-\u07ea]/u;
    const silent = letters.filter((letter) => !signs.test(letter) && missingCharacters(letter).length === 0);
    expect(silent).toEqual([]);
    expect(missingCharacters('\u06c1\u06d2 \u067e\u0686\u0698\u06af\u06cc \u05d0')).toEqual([
      'U+06C1',
      'U+06D2',
    ]);
  });

  test('that no font can shape are named by the check', () => {
    expect(missingCharacters('\u0d9a\u0dca \u0b13 \u1780 abc \u0915')).toEqual([
      'U+0D9A',
      'U+0DCA',
      'U+0B13',
      'U+1780',
    ]);
  });
});

describe('a picture of several signs', () => {
  test.each([
    ['a person at work', '\u{1f469}\u200d\u{1f4bb}'],
    ['a colour of skin', '\u{1f44d}\u{1f3fd}'],
    ['a flag', '\u{1f1e9}\u{1f1ea}'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['a flag of a region', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['a heart', '\u2764\ufe0f'],
  ])('is one sign: %s', (_name, sequence) => {
    const fonts = installedFonts();
    expect(fonts.split(sequence, {})).toEqual([{ text: sequence, face: 'emoji' }]);
    const { glyphs } = new Shaper(fonts).shape(sequence, 'emoji');
    expect([glyphs.length, glyphs[0]?.id === 0]).toEqual([1, false]);
  });

  test('copies out of the file whole, and digits beside it stay digits', async () => {
    const description = 'A \u{1f469}\u200d\u{1f4bb} B 1\ufe0f\u20e3 C 12 # 3';
    const printed = await print(snapshotOf([{ title: 'T', description }]), { draft: false });
    const words = printed.text(1, printed.pages).replace(/\s+/g, ' ');
    printed.dispose();
    expect(words).toContain(description);
  });
});

test('a drawing of characters in code keeps its columns behind signs of other fonts', async () => {
  const rows = [
    '\u250c\u2500\u2500\u2500\u2500\u2510',
    '\u2502 \u2713\u21d2 \u2502',
    '\u2502 \u6f22 \u2502',
    '\u2502 \u{1f600} \u2502',
  ];
  const lines = await linesOf(`\`\`\`\n${rows.join('\n')}\n\`\`\``);
  const ends = lines
    .filter(({ runs }) => /^[\u250c\u2502]/u.test(runs[0]?.text ?? ''))
    .map(({ runs }) => {
      const last = runs.at(-1);
      return Math.round(((last?.x ?? 0) + (last?.width ?? 0)) * 10) / 10;
    });
  expect([ends.length, new Set(ends).size]).toEqual([4, 1]);
});

describe('a text that is read from the right', () => {
  const words = '\u0623\u0648\u0644 \u062b\u0627\u0646';

  test('has the marks of its lists at the right', async () => {
    const lines = await linesOf(`- ${words}\n\n1. ${words}`);
    expect(placeOf(lines, '\u2022')).toBeGreaterThan(500);
    expect(placeOf(lines, '.1')).toBeGreaterThan(500);
  });

  test('has the first column of its tables at the right', async () => {
    const lines = await linesOf(
      `| \u0623\u0648\u0644 | \u062b\u0627\u0646 |\n|---|---|\n| \u0648\u0627\u062d\u062f | \u0627\u062b\u0646\u0627\u0646 |`,
    );
    expect(placeOf(lines, '\u0623\u0648\u0644')).toBeGreaterThan(placeOf(lines, '\u062b\u0627\u0646'));
  });

  test('a list that is read from the left keeps its marks at the left', async () => {
    expect(placeOf(await linesOf(`- Words ${words}`), '\u2022')).toBeLessThan(80);
  });
});

describe('Japanese', () => {
  const han = '\u76f4\u9aa8\u4eca';
  const japanese = `${han}\u306e\u8a2d\u5b9a\u3092\u4fee\u6b63\u3059\u308b`;
  const chinese = `\u76f4\u63a5\u8bbf\u95ee\u9aa8\u5e72\u7f51\uff0c\u4eca\u5929`;

  test.each([
    ['in a Japanese sentence', japanese, {}, ['japanese']],
    ['in bold', japanese, { bold: true }, ['japanese-bold']],
    ['in code', japanese, { mono: true }, ['japanese']],
    ['in half width', `${han}\uff76\uff85`, {}, ['japanese']],
    ['between middle dots', '\u8a8d\u8a3c\u30fb\u8a8d\u53ef', {}, ['japanese']],
    ['in a Chinese sentence', chinese, {}, ['cjk']],
    ['in a Chinese sentence with a Japanese name', `${chinese}\u300c\u30ab\u30e1\u300d`, {}, ['cjk']],
    ['alone', han, {}, ['cjk']],
  ])('has its own forms of Han letters: %s', (_name, text, look, faceNames) => {
    const pieces = installedFonts().split(text, look);
    expect([...new Set(pieces.map(({ face }) => face))]).toEqual(faceNames);
  });

  test('has a glyph of its font for each letter, in both weights', () => {
    const fonts = installedFonts();
    for (const face of ['japanese', 'japanese-bold'] as const) {
      for (const letter of `${japanese}\u30fb\uff0f\uff40`) {
        expect(fonts.font(face).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)).toBe(true);
      }
    }
    const [letter] = han;
    const place = (x: number, y: number): [number, number] => [x, y];
    const shapes = (['japanese', 'japanese-bold', 'cjk'] as const).map((face) =>
      fonts.outline(letter ?? '', face, 100, place),
    );
    expect(new Set(shapes).size).toBe(3);
  });

  test('a rare letter that its font lacks is drawn by the Chinese one', () => {
    expect(installedFonts().split('\u4e02\u306e', {})).toEqual([
      { text: '\u4e02', face: 'cjk' },
      { text: '\u306e', face: 'japanese' },
    ]);
  });

  const facesIn = async (description: string, text: string): Promise<string[]> => {
    const runs = (await linesOf(description)).flatMap((line) => line.runs);
    return [...new Set(runs.filter((run) => run.text.includes(text)).map(({ face }) => face))].sort();
  };

  test('words without kana follow a document that is Japanese throughout', async () => {
    expect(await facesIn(`${japanese}\n\n## ${han}`, han)).toEqual(['japanese', 'japanese-bold']);
    expect(await facesIn(`## ${han}`, han)).toEqual(['cjk']);
  });

  test('words without kana stay Chinese beside Chinese, and each sentence has its own forms', async () => {
    const both = `${japanese}\n\n${chinese}\n\n- ${han}`;
    expect(await facesIn(both, han)).toEqual(['cjk', 'japanese']);
    expect(await facesIn(both, chinese)).toEqual(['cjk']);
  });

  test('a sentence keeps its forms in words that are bold or linked, and in comments of code', async () => {
    const marked = `**${han}** [${han}](https://example.com) \u3067\u3059\u3002\n\n${chinese}`;
    expect(await facesIn(marked, han)).toEqual(['japanese', 'japanese-bold']);
    const code = `\`\`\`\n# \u8a2d\n# \u3067\u3059\n\`\`\`\n\n${chinese}`;
    expect(await facesIn(code, '\u8a2d')).toEqual(['japanese']);
  });

  test('forms follow the text when a document that was laid out changes', async () => {
    const setter = new PageSetter(installedFonts);
    const facesOfHan = async (description: string): Promise<string[]> => {
      const findings = [
        { title: 'T', severity: 'high', description: `- ${han}` },
        { title: 'U', severity: 'low', description },
      ];
      const made = document(snapshotOf(findings), { draft: false, sections: ['findings'] });
      const { pages } = await setAll(setter, made, new Map(), () => undefined);
      const runs = pages.flat(2).flatMap((mark) => (mark.kind === 'line' ? mark.runs : []));
      return runs.filter(({ text }) => text === han).map(({ face }) => face);
    };
    const faces = [];
    for (const more of ['A', japanese, `${japanese} ${chinese}${chinese}`]) {
      faces.push(...(await facesOfHan(more)));
    }
    expect(faces).toEqual(['cjk', 'japanese', 'cjk']);
  });

  test('copies out of the file as it was typed, beside Chinese', async () => {
    const printed = await print(snapshotOf([{ title: japanese, description: `${japanese}\n\n${chinese}` }]), {
      draft: false,
    });
    const words = printed.text(1, printed.pages);
    printed.dispose();
    expect([words.split(japanese).length > 2, words.includes(chinese)]).toEqual([true, true]);
    expect(printed.missing).toEqual([]);
  });
});
