import { describe, expect, it } from 'vitest';
import { defaultTheme } from '#contract/deliverable/theme.ts';
import { contrast, readableOn } from '#domain/deliverable/theme/color.ts';
import { readThemeFile } from '#domain/deliverable/theme/file.ts';
import { isReadableUnder, scrimColor, scrimShares } from '#domain/deliverable/theme/scrim.ts';
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

  it('may rate by a rule of its own, whose last line holds for everything', () => {
    const rule = (lines: string): string => `{\n  "name": "Acme",\n  "rating": [\n${lines}\n  ]\n}`;
    const bad = '    { "name": "Bad", "atLeast": { "high": 2 } }';
    const good = '    { "name": "Good", "atLeast": {} }';
    expect(readThemeFile(rule(`${bad},\n${good}`))).toMatchObject({
      kind: 'ok',
      theme: {
        rating: [
          { name: 'Bad', atLeast: { high: 2 } },
          { name: 'Good', atLeast: {} },
        ],
      },
    });
    expect([
      problems(rule(bad)),
      problems(rule(`${good},\n${bad}`)),
      problems(rule('')),
      problems(rule(`    { "name": "", "atLeast": { "high": 0, "worst": 1 } },\n${good}`)),
    ]).toEqual([
      ['broken 4:33 rating.0.atLeast: the last rating must hold for everything: {}'],
      ['broken 4:34 rating.0.atLeast: holds for everything, so no rating behind it is ever given'],
      ['broken 3:13 rating: expected at least one entry'],
      [
        'broken 4:15 rating.0.name: expected a text that is not empty',
        'broken 4:40 rating.0.atLeast.high: expected at least 1',
        'broken 4:43 rating.0.atLeast.worst: there is no such member',
      ],
    ]);
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
      'broken 6:32 colors.severities.hihg: there is no such member. Did you mean "high"?',
      'broken 9:11 logo: expected a text that is not empty',
      'broken 8:15 pageSize: expected "A4" or "Letter", found "A5"',
      'broken 3:3 colours: there is no such member. Did you mean "colors"?',
    ]);
    expect([
      problems('{\n  "name": "a"\n  "logo": "b"\n}'),
      problems('[]'),
      problems(''),
      problems('{}'),
      problems(`${'['.repeat(100_000)}`),
      problems('{"name":"a",\n"footer":"{{cleint}} {{date}}"}').map((line) => line.slice(0, 60)),
    ]).toEqual([
      ['broken 3:3 : a comma or } was expected'],
      ['broken 1:1 : expected an object in braces, found []'],
      ['broken 1:1 : JSON ends too early'],
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
      text: '#707043',
      severities: { ...defaultTheme.colors.severities, medium: '#897400' },
    });
    expect(
      problems('{"name":"a","colors":{\n"text":"#ffff99",\n"severities":{"medium":"#FFD700"}}}'),
    ).toEqual([
      'ok 2:8 colors.text: #ffff99 as letters on white, panel and marks has a contrast of 1.1, and 4.5 is needed to read it; #707043 is used',
      'ok 3:24 colors.severities.medium: #FFD700 under white letters has a contrast of 1.4, and 4.5 is needed to read it; #897400 is used',
    ]);
  });

  it('cites at most sixty characters of what it does not take, and says how long a text may be', () => {
    const long = 'x'.repeat(58);
    expect([
      problems(`{"name":"a","pageSize":"${long}"}`),
      problems(`{"name":"a","pageSize":"${long}y"}`),
      problems('{"name":"a","pageSize":[null, true, 1]}'),
      problems(`{"name":"a","footer":"${'x'.repeat(10_000)}"}`).map((line) =>
        line.replace(/\d+ char/, 'N char'),
      ),
      problems('{name:"a"}').length,
      problems('{"name":"a","cover":7,"fonts":{"sans":7}}'),
    ]).toEqual([
      [`broken 1:24 pageSize: expected "A4" or "Letter", found "${long}"`],
      [`broken 1:24 pageSize: expected "A4" or "Letter", found "${long}y\u2026`],
      ['broken 1:24 pageSize: expected "A4" or "Letter", found [null,true,1]'],
      ['broken 1:22 footer: expected at most N characters'],
      1,
      [
        'broken 1:39 fonts.sans: expected an object in braces, found 7',
        'broken 1:21 cover: expected "band" or "plain", found 7',
      ],
    ]);
  });

  it('may name the company that writes the reports, by lines that are not blank', () => {
    const company = {
      name: 'Acme Security GmbH',
      address: ['Example Street 1', '12345 Berlin'],
      phone: '+49 30 000000',
      email: 'info@acme.example',
      web: 'www.acme.example/pentest',
    };
    expect([
      readThemeFile(JSON.stringify({ name: 'a', company })),
      readThemeFile(JSON.stringify({ name: 'a', company: { name: ' Acme ' } })),
      readThemeFile('{"name":"a"}'),
    ]).toMatchObject([
      { kind: 'ok', theme: { company } },
      { kind: 'ok', theme: { company: { name: 'Acme' } } },
      { kind: 'ok', theme: { name: 'a' } },
    ]);
    expect(
      problems(
        '{"name":"a",\n"company":{\n"address":["1 Road"," "],\n"email":"acme.example",\n"web":"javascript:alert(1)",\n"fax":"1"}}',
      ),
    ).toEqual([
      'broken 3:21 company.address.1: expected a text that is not empty',
      'broken 4:9 company.email: expected an address such as "info@acme.example", found "acme.example"',
      'broken 5:7 company.web: expected an address such as "https://acme.example", found "javascript:alert(1)"',
      'broken 6:1 company.fax: there is no such member',
    ]);
  });

  it('with a panel too dark for text gets a lighter one, and says so', () => {
    expect(problems('{"name":"a","colors":{"panel":"#777777"}}')).toEqual([
      'ok 1:31 colors.panel: #777777 is too dark to lie under text; #f4f6f8 is used',
    ]);
    expect(problems('{"name":"a","colors":{"panel":"#ffffff"}}')).toEqual([]);
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
  const start = (magic: number, count = 0): Uint8Array => {
    const bytes = new Uint8Array(12);
    new DataView(bytes.buffer).setUint32(0, magic);
    new DataView(bytes.buffer).setUint16(4, count);
    return bytes;
  };
  const trueType = 0x00010000;

  /** A font of these tables, each filled with the bytes given. */
  function font(tables: Readonly<Record<string, readonly number[]>>, magic = trueType): Uint8Array {
    const names = Object.keys(tables);
    const data: number[] = [];
    const list = names.flatMap((name) => {
      const bytes = tables[name] ?? [];
      const from = 12 + 16 * names.length + data.length;
      data.push(...bytes);
      const letters = [...name].map((letter) => letter.charCodeAt(0));
      return [...letters, 0, 0, 0, 0, ...word(from), ...word(bytes.length)];
    });
    return Uint8Array.from([...start(magic, names.length), ...list, ...data]);
  }

  function word(value: number): number[] {
    return [value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 0xff);
  }

  const drawn = { cmap: [1], head: [1], hhea: [1], hmtx: [1], maxp: [1], glyf: [1] };
  /** The table `OS/2` with these rights. */
  const rights = (value: number, length = 10): number[] =>
    [0, 0, 0, 0, 0, 0, 0, 0, 0, value].slice(0, length);

  it('with its tables and outlines of either kind can be drawn', () => {
    const { glyf: _glyf, ...others } = drawn;
    expect([
      fontProblem(font(drawn)),
      fontProblem(font({ ...others, 'CFF ': [1] }, 0x4f54544f)),
      fontProblem(font(drawn, 0x74727565)),
      fontProblem(font({ ...drawn, 'OS/2': rights(0) })),
      fontProblem(font({ ...drawn, 'OS/2': rights(6) })),
      fontProblem(font({ ...drawn, 'OS/2': rights(8) })),
      fontProblem(font({ 'OS/2': rights(2, 9), ...drawn })),
      fontProblem(font({ ...drawn, abcd: rights(2) })),
      fontProblem(font(Object.fromEntries(Object.keys(drawn).map((name) => [name, []])))),
    ]).toEqual(Array.from({ length: 9 }, () => null));
  });

  it('that cannot be drawn is told apart', () => {
    const { glyf: _glyf, ...withoutOutlines } = drawn;
    const { maxp: _maxp, ...withoutMaxp } = drawn;
    const behind = font(drawn).slice();
    new DataView(behind.buffer).setUint32(12 + 5 * 16 + 12, 2);
    behind.set([0xe9], 12 + 5 * 16);
    expect(
      [
        new Uint8Array(11),
        start(0x774f4646),
        start(0x774f4632),
        start(0x74746366),
        start(0x3c68746d),
        start(trueType, 1),
        behind,
        font({ ...drawn, 'OS/2': rights(2) }),
        start(trueType),
        font({ ...withoutMaxp, glyf: [1] }),
        font(withoutOutlines),
      ].map(fontProblem),
    ).toEqual([
      'is no font',
      'is a web font (WOFF); give the TTF or OTF that it was made from',
      'is a web font (WOFF); give the TTF or OTF that it was made from',
      'is a collection of fonts; give the one that is meant as a file of its own',
      'is no font: expected a TTF or OTF file',
      'is a damaged font: it ends within its list of tables',
      'is a damaged font: its table "?lyf" lies behind its end',
      'may not be put into documents, as it says itself; take one whose licence allows that',
      'is a damaged font: it has no table "cmap"',
      'is a damaged font: it has no table "maxp"',
      'is a damaged font: it has no outlines',
    ]);
  });
});

it('a picture lies under no more of a dark scrim than letters on it need', () => {
  const cover = '#0b6e4f';
  const color = scrimColor(cover, '#ffffff');
  const needed = (rgb: readonly number[]): number | undefined =>
    scrimShares.find((share) => isReadableUnder(Uint8Array.from(rgb), { color, share }, '#ffffff'));
  expect(contrast(color, '#ffffff')).toBeGreaterThanOrEqual(10);
  const shares = [needed([10, 10, 10]), needed([10, 10, 10, 128, 128, 128]), needed([255, 255, 255])];
  expect(shares).toEqual(shares.toSorted());
  expect([shares[0], Number(shares[2]) > 0.4, Number(shares[2]) < 0.9]).toEqual([scrimShares[0], true, true]);
});
