import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../support/system/cpu-time.ts';
import {
  fit,
  plain,
  plainLines,
  safeJson,
  widthOf,
  wrap,
  wrapLines,
} from '../../electron/cli/output/text.ts';
import { table } from '../../electron/cli/output/table.ts';

/** What no terminal may get out of a finding: control characters and marks that turn the reading direction. */
const STEERS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

describe('text of a finding on a terminal', () => {
  test('an escape sequence is shown, not obeyed', () => {
    expect(plain('\u001b]0;owned\u0007 \u001b[2J\u009b31m')).toBe(
      '\\u{1b}]0;owned\\u{7} \\u{1b}[2J\\u{9b}31m',
    );
  });

  test('a mark that turns the reading direction is shown', () => {
    expect(plain('evil\u202etset.emca')).toBe('evil\\u{202e}tset.emca');
  });

  test('line breaks become blanks in a line and stay in a text', () => {
    expect(plain('a\r\nb\tc')).toBe('a b c');
    const startMs = cpuMs();
    expect(plain(`a${' '.repeat(60_000)}b \n c`)).toBe(`a${' '.repeat(60_000)}b c`);
    expect(cpuMs() - startMs).toBeLessThan(500);
    expect(plainLines('a\r\n\tb\n\u0000')).toEqual(['a', '    b', '\\u{0}']);
  });

  test('nothing that steers a terminal gets through, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(STEERS.test(plain(text))).toBe(false);
        expect(STEERS.test(plainLines(text).join(''))).toBe(false);
      }),
    );
  });

  test('JSON keeps its values and loses what steers a terminal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
        const json = safeJson(JSON.stringify({ value, text }));
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value, text })));
        expect(STEERS.test(json)).toBe(false);
      }),
    );
  });

  test('wide characters take two columns and marks none', () => {
    expect([widthOf('abc'), widthOf('漢字'), widthOf('e\u0301'), widthOf('✅')]).toEqual([3, 4, 1, 2]);
    expect(fit('漢字漢字', 5)).toBe('漢字…');
  });
});

const phrase = fc
  .array(fc.constantFrom('a', 'port', '漢字', '🔓', 'x'.repeat(30), 'e\u0301', '倉庫'.repeat(9)), {
    maxLength: 12,
  })
  .map((words) => words.join(' '));

describe('a long text', () => {
  test('is broken into lines that fit, and loses nothing but blanks', () => {
    fc.assert(
      fc.property(phrase, fc.integer({ min: 2, max: 50 }), (text, columns) => {
        const lines = wrap(text, columns);
        expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });

  test('goes on behind its indent, and keeps words whole that are copied', () => {
    const id = 'e4667cc3-cd32-432c-9a1d-c310f7bda139';
    expect(wrapLines(`  resolve it: dossier resolve ${id} yours\nshort`, 30)).toBe(
      `  resolve it: dossier resolve\n    ${id}\n    yours\nshort`,
    );
    expect(wrapLines('\u001b[31mone two\u001b[39m', 7)).toBe('\u001b[31mone two\u001b[39m');
  });
});

describe('a table', () => {
  const rows = [
    { id: 'f1', title: 'SQL injection in the search of the customer portal', count: 7 },
    { id: 'f22', title: '漢字\u001b[31m', count: 12 },
  ];
  const columns = [
    { title: 'Id', cell: (row: (typeof rows)[number]) => row.id },
    { title: 'Title', cell: (row: (typeof rows)[number]) => row.title, shrinks: true },
    { title: 'Count', cell: (row: (typeof rows)[number]) => String(row.count), align: 'right' as const },
  ];
  const paint = (_style: string, text: string): string => text;

  test('fits the terminal by cutting what may be cut', () => {
    expect(table(rows, columns, { paint, width: 30 })).toBe(
      [
        'Id   Title               Count',
        'f1   SQL injection in …      7',
        'f22  漢字\\u{1b}[31m         12',
        '',
      ].join('\n'),
    );
  });

  test('goes on in the last column under itself', () => {
    expect(table(rows, columns.slice(0, 2), { paint, width: 30 })).toBe(
      [
        'Id   Title',
        'f1   SQL injection in the',
        '     search of the customer',
        '     portal',
        'f22  漢字\\u{1b}[31m',
        '',
      ].join('\n'),
    );
  });

  test('becomes a list of its cells on a terminal that is too narrow', () => {
    expect(table(rows, [...columns].reverse(), { paint, width: 16 })).toBe(
      [
        'Count  7',
        'Title  SQL',
        '       injection',
        '       in the',
        '       search of',
        '       the',
        '       customer',
        '       portal',
        'Id     f1',
        '',
        'Count  12',
        'Title  漢字\\u{1b',
        '       }[31m',
        'Id     f22',
        '',
      ].join('\n'),
    );
  });

  test('is never wider than the terminal', () => {
    const cells = fc.array(fc.record({ a: phrase, b: phrase, c: phrase }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(cells, fc.integer({ min: 12, max: 90 }), fc.boolean(), (given, width, shrinks) => {
        const three = [
          { title: 'A', cell: ({ a }: { a: string }) => a },
          { title: 'Second', cell: ({ b }: { b: string }) => b, shrinks },
          { title: 'Text', cell: ({ c }: { c: string }) => c },
        ];
        const lines = table(given, three, { paint, width }).split('\n');
        expect(lines.filter((line) => widthOf(line) > width)).toEqual([]);
      }),
    );
  });

  test('cuts nothing where there is no terminal', () => {
    expect(table(rows, columns, { paint, width: undefined })).toContain(rows[0]?.title);
  });
});
