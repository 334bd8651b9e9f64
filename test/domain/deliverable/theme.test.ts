import { describe, expect, it } from 'vitest';
import { defaultTheme } from '#contract/deliverable/theme.ts';
import { contrast, readableOn } from '#domain/deliverable/theme/color.ts';
import { readThemeFile } from '#domain/deliverable/theme/file.ts';
import { fontProblem } from '#domain/deliverable/theme/font.ts';

/** The problems of a file as a person reads them. */
function problems(text: string): string[] {
  const read = readThemeFile(text);
  const told = read.kind === 'broken' ? read.problems : read.notices;
  return told.map(
    ({ line, column, member, message }) =>
      `${read.kind} ${String(line)}:${String(column)} ${member}: ${message}`,
  );
}

describe('a theme file', () => {
  it('needs no more than a name, and may have comments and trailing commas', () => {
    const read = readThemeFile(
      '\ufeff{\n  // ours\n  "name": "Acme",\n  "colors": {"accent": "#FF8800",},\n}',
    );
    expect(read).toMatchObject({
      kind: 'ok',
      theme: { ...defaultTheme, name: 'Acme', colors: { ...defaultTheme.colors, accent: '#FF8800' } },
      files: [],
      notices: [],
    });
  });

  it('that is broken is told by line, member and what was expected', () => {
    const text = [
      '{',
      '  "name": "",',
      '  "colours": {},',
      '  "colors": {',
      '    "accent": "red",',
      '    "severities": { "high": 7, "hihg": "#000000" }',
      '  },',
      '  "pageSize": "A5",',
      '  "logo": ""',
      '}',
    ].join('\n');
    expect(problems(text)).toEqual([
      'broken 2:11 name: expected letters, digits, blanks, ".", "_" and "-", found ""',
      'broken 5:15 colors.accent: expected a colour such as "#1b2430", found "red"',
      'broken 6:29 colors.severities.high: expected a text in quotes, found 7',
      'broken 6:32 colors.severities.hihg: there is no such member',
      'broken 9:11 logo: expected a text that is not empty',
      'broken 8:15 pageSize: expected "A4" or "Letter", found "A5"',
      'broken 3:3 colours: there is no such member',
    ]);
    expect([
      problems('{\n  "name": "a"\n  "logo": "b"\n}'),
      problems('[]'),
      problems(''),
      problems('{}'),
      problems(`${'['.repeat(100_000)}`),
      problems('{"name":"a",\n"footer":"{{cleint}} {{date}}"}').map((line) => line.slice(0, 60)),
    ]).toEqual([
      ['broken 3:3 : this is no JSON: Unexpected token String found.'],
      ['broken 1:1 : expected an object in braces, found []'],
      ['broken 1:1 : this is no JSON: Unexpected end of input found.'],
      ['broken 1:1 name: expected a text in quotes, found nothing'],
      ['broken 1:1 : the JSON is nested deeper than 200 levels'],
      ['broken 2:10 footer: there is no placeholder {{cleint}}; know'],
    ]);
  });

  it('with colours that nobody could read is mended, and says so', () => {
    const read = readThemeFile(
      '{"name":"a","colors":{\n"text":"#ffff99",\n"severities":{"medium":"#FFD700"},\n"accent":"#FFFF00"}}',
    );
    expect(read.kind === 'ok' ? read.theme.colors : null).toEqual({
      ...defaultTheme.colors,
      accent: '#FFFF00',
      text: '#727244',
      severities: { ...defaultTheme.colors.severities, medium: '#897400' },
    });
    expect(
      problems('{"name":"a","colors":{\n"text":"#ffff99",\n"severities":{"medium":"#FFD700"}}}'),
    ).toEqual([
      'ok 2:8 colors.text: #ffff99 as letters on white and on the panel has a contrast of 1.0, and 4.5 is needed to read it; #727244 is used',
      'ok 3:24 colors.severities.medium: #FFD700 under white letters has a contrast of 1.4, and 4.5 is needed to read it; #897400 is used',
    ]);
  });

  it('names its logo and fonts where they stand', () => {
    const read = readThemeFile('{"name":"a","logo":"l.png","fonts":{"sans":{"bold":"b.ttf"}}}');
    expect(read.kind === 'ok' ? read.files : null).toEqual([
      { member: ['logo'], use: { kind: 'logo' }, source: 'l.png' },
      {
        member: ['fonts', 'sans', 'bold'],
        use: { kind: 'font', family: 'sans', face: 'bold' },
        source: 'b.ttf',
      },
    ]);
  });
});

describe('colours', () => {
  it('have the contrast of the standard, and the default theme can be read', () => {
    const { severities, cover, ink, text, muted, link, panel } = defaultTheme.colors;
    expect([contrast('#000000', '#ffffff'), contrast('#777777', '#ffffff').toFixed(2)]).toEqual([21, '4.48']);
    expect(
      [...Object.values(severities), cover].filter((color) => readableOn(color, '#ffffff') !== color),
    ).toEqual([]);
    expect([ink, text, muted, link].filter((color) => readableOn(color, panel) !== color)).toEqual([]);
  });
});

describe('a font', () => {
  it('that cannot be drawn is told apart', () => {
    const head = (magic: number, ...more: number[]): Uint8Array => {
      const bytes = new Uint8Array(64);
      new DataView(bytes.buffer).setUint32(0, magic);
      bytes.set(more, 4);
      return bytes;
    };
    const restricted = head(0x00010000, 0, 1, 0, 0, 0, 0, 0, 0);
    restricted.set(new TextEncoder().encode('OS/2'), 12);
    restricted.set([0, 0, 0, 40, 0, 0, 0, 10], 20);
    restricted.set([0, 2], 48);
    expect(
      [
        new Uint8Array(3),
        head(0x774f4632),
        head(0x74746366),
        head(0x3c68746d),
        head(0x00010000, 0, 9),
        restricted,
      ].map(fontProblem),
    ).toEqual([
      'is no font',
      'is a web font (WOFF); give the TTF or OTF that it was made from',
      'is a collection of fonts; give the one that is meant as a file of its own',
      'is no font: expected a TTF or OTF file',
      'is a damaged font: it ends within its list of tables',
      'may not be put into documents, as it says itself; take one whose licence allows that',
    ]);
  });
});
