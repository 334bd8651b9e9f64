import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../support/system/cpu-time.ts';
import { fit, plain, plainLines, safeJson, widthOf } from '../../electron/cli/output/text.ts';
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

  test('cuts nothing where there is no terminal', () => {
    expect(table(rows, columns, { paint, width: undefined })).toContain(rows[0]?.title);
  });
});
