import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparable, lostTexts, print } from '../support/pdf-tools.ts';
import { snapshotOf } from '../support/snapshots.ts';
import { linksByPage, Pdf } from '../support/pdf-links.ts';
import type { Printed } from '../support/pdf-tools.ts';

const engagement = snapshotOf([
  {
    title: 'SQL injection in the order search',
    severity: 'Critical',
    CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    asset: ['https://shop.acme.test', '10.0.0.7'],
    status: 'open',
    tags: ['sqli', 'owasp-a03'],
    references: ['https://owasp.org/www-community/attacks/SQL_Injection', 'javascript:alert(1)'],
    cwe: 'https://cwe.mitre.org/data/definitions/89.html',
    owasp: 'https://owasp.org/Top10/A03_2021-Injection/',
    description: 'The office filter reflects <script>alert(1)</script>.\n\n1. first\n2. second\n\n`a -- b`',
    requests: [
      { request: 'GET /?q=%27-- HTTP/1.1\r\nHost: shop\r\n\r\n', response: `${'x'.repeat(50_000)}END` },
    ],
    remediation:
      '<p>Use <b>prepared</b> statements.</p><table><tr><th>A</th></tr><tr><td>1</td></tr></table>',
  },
  {
    title: 'Verbose errors',
    severity: 'low',
    asset: ['a'],
    description: 'x\n\n```\nfi ffl => != -->\n\ttab\n```',
  },
  { title: 'Second critical', severity: 'critical', asset: ['b'] },
  { title: 'Odd rating', severity: 'Schwerwiegend', asset: ['c'] },
]);

describe('a report as PDF', () => {
  let printed: Printed;
  beforeAll(async () => {
    printed = await print(engagement, { draft: false });
  });
  afterAll(() => {
    printed.dispose();
  });

  test('is a sound file', () => {
    expect(printed.run('qpdf', ['--check', 'FILE'])).toContain('No syntax or stream encoding errors found');
  });

  test('gives every text back as it went in, code, requests and letters that fonts like to join', () => {
    expect(lostTexts(printed)).toEqual([]);
  });

  test('links every finding from the contents and from the summary, and shows the page it stands on', () => {
    const places = printed.destinations();
    const links = linksByPage(printed);
    const refs = printed.document.blocks.flatMap((block) => (block.kind === 'finding' ? [block.ref] : []));
    const summary = places.get('summary') ?? 0;
    const findings = places.get('findings') ?? 0;
    const targets = (from: number, to: number) =>
      new Set([...links].filter(([page]) => page >= from && page < to).flatMap(([, found]) => found));
    const words = (from: number, to: number) => comparable(printed.text(from, to - 1));
    for (const ref of refs) {
      const page = places.get(ref.target) ?? 0;
      expect(page).toBeGreaterThanOrEqual(findings);
      expect(targets(2, summary)).toContain(ref.target);
      expect(targets(summary, findings + 1)).toContain(ref.target);
      expect(words(2, summary)).toContain(comparable(`${ref.number} ${ref.title} ${page}`));
      const row = `${ref.number} ${ref.severityText} ${ref.title} ${ref.cvss || '\u2013'} ${page}`;
      expect(words(summary, findings + 1)).toContain(comparable(row));
      expect(comparable(printed.text(page, page))).toContain(comparable(`${ref.number} ${ref.title}`));
    }
  });

  test('numbers findings per severity, unknown severities last', () => {
    const numbers = printed.document.blocks.flatMap((block) =>
      block.kind === 'finding' ? [block.ref.number] : [],
    );
    expect(numbers).toEqual(['C1', 'C2', 'L1', 'U1']);
  });

  test('links references, CWE and OWASP, and nothing that is no web address', () => {
    const all = [...linksByPage(printed).values()].flat();
    expect(all).toEqual(
      expect.arrayContaining([
        'https://owasp.org/www-community/attacks/SQL_Injection',
        'https://cwe.mitre.org/data/definitions/89.html',
        'https://owasp.org/Top10/A03_2021-Injection/',
      ]),
    );
    expect(all.filter((target) => target.startsWith('javascript'))).toEqual([]);
  });

  test('has a bookmark for every finding', () => {
    const pdf = Pdf.parse(JSON.parse(printed.run('qpdf', ['--json=2', '--json-stream-data=none', 'FILE'])));
    expect(pdf.outlines.map(({ title, kids }) => [title, kids?.map((kid) => kid.title) ?? []])).toEqual([
      ['Overall rating', ['How the overall rating is made']],
      ['Summary of findings', []],
      ['Findings in figures', []],
      ['Roadmap', []],
      ['Findings and assets', []],
      ['How findings are rated', []],
      [
        'Findings',
        ['C1 SQL injection in the order search', 'C2 Second critical', 'L1 Verbose errors', 'U1 Odd rating'],
      ],
      ['Limits of this assessment', []],
    ]);
  });

  test('comes out with the same bytes again', async () => {
    const again = await print(engagement, { draft: false });
    again.dispose();
    expect(Buffer.compare(Buffer.from(again.bytes), Buffer.from(printed.bytes))).toBe(0);
  });

  test('carries DRAFT on every page as a drawing, not among its words', async () => {
    const draft = await print(engagement, { draft: true });
    const words = draft.text(2, draft.pages);
    const streams = draft.run('qpdf', ['--qdf', '--object-streams=disable', 'FILE', '-']);
    draft.dispose();
    expect(words).toBe(printed.text(2, printed.pages));
    // The drawing is in the file once; each page names it.
    const drawn = streams.split('endobj').find((object) => object.includes('/Subtype /Form')) ?? '';
    const [, number = 'none'] = /\n(\d+) 0 obj\n/.exec(drawn) ?? [];
    const [, name = 'none'] = new RegExp(`/(S\\d+) ${number} 0 R`).exec(streams) ?? [];
    const strokes = drawn.split(/ [lc]\n/).length - 1;
    const pages = streams.split(`\n/${name} Do\n`).length - 1;
    expect({ isDrawing: strokes > 20, pages }).toEqual({ isDrawing: true, pages: draft.pages });
  });

  test('numbers its pages', () => {
    const footers = printed.run('pdftotext', ['-f', '2', 'FILE', '-']).match(/Page \d+ of \d+/g) ?? [];
    const expected = Array.from(
      { length: printed.pages - 1 },
      (_, page) => `Page ${page + 2} of ${printed.pages}`,
    );
    expect(footers).toEqual(expected);
  });
});

test('Cyrillic, Greek, Chinese, Japanese, Korean, Arabic, Hebrew, arrows, ticks and boxes come out', async () => {
  const samples = [
    'Русский текст',
    'Ελληνικό κείμενο με τόνους',
    '中文句子',
    '日本語の文章',
    '한국어 문장',
    'مرحبا بكم في هذه',
    'שלום עולם',
    '→ ⇒ ✓ ✗ ☑ ┌─┐ │ └─┘',
    'Δ ∆ Ω Ω µ μ',
    '😀 🚀',
  ];
  const record = { title: 'Scripts', severity: 'info', asset: ['a'], description: samples.join('\n\n') };
  const printed = await print(snapshotOf([record]), { draft: false });
  const words = printed
    .run('pdftotext', ['FILE', '-'])
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, '');
  printed.dispose();
  for (const sample of samples) expect(words).toContain(sample.replace(/\s+/g, ''));
  expect(printed.missing).toEqual([]);
});

test('a character that no font has is named on the page and in the result', async () => {
  const record = { title: 'Rare', description: 'before \u{10758} after \u202e turned \u0000 \ud800.' };
  const printed = await print(snapshotOf([record]), { draft: false });
  const words = printed.text(1, printed.pages);
  printed.dispose();
  expect(words).toContain('before U+10758 after U+202E turned');
  expect(printed.missing).toEqual([{ codePoint: 'U+10758', count: 1 }]);
});

test('records of any shape are printed, none of them breaks the file', async () => {
  const odd: unknown[] = [
    null,
    7,
    true,
    '',
    {},
    [],
    [null, [1, { a: 'b' }]],
    { request: 3 },
    '\u0000\u0007\ud800',
    '<',
  ];
  const fields = [
    'title',
    'severity',
    'asset',
    'description',
    'requests',
    'CVSS',
    'tags',
    'cwe',
    'references',
    'status',
  ];
  const records = odd.map((value) => Object.fromEntries(fields.map((field) => [field, value])));
  const rows = Array.from({ length: 300 }, (_, index) => `<tr><td>row${index}end</td></tr>`);
  const huge = {
    title: 'T'.repeat(100_000),
    severity: 'S'.repeat(3_000),
    asset: Array.from({ length: 400 }, (_, index) => `host-${index}.acme.test`),
    tags: ['W'.repeat(5_000)],
    CVSS: 'X'.repeat(3_000),
    description: `${'<div>'.repeat(500)}deep`,
    observation: `| ${'a | '.repeat(150)}\n| ${'- | '.repeat(150)}\n| ${'b | '.repeat(150)}`,
    remediation: `<table>${rows.join('')}</table>`,
  };
  const snapshot = snapshotOf([...records, huge, Object.fromEntries([['__proto__', 'x']])]);
  const printed = await print(
    { ...snapshot, client: 'C'.repeat(900), name: '\u0007' },
    { draft: true, pageSize: 'Letter' },
  );
  const check = printed.run('qpdf', ['--check', 'FILE']);
  const words = comparable(printed.text(1, printed.pages));
  printed.dispose();
  expect(check).toContain('No syntax or stream encoding errors found');
  expect(words).toContain('host-399.acme.test');
  expect(words.match(/row\d+end/g)).toHaveLength(300);
  expect(words.match(/T{80,}/g)?.join('').length).toBeGreaterThan(90_000);
});

test('words with a hyphen of their own keep it, also for programs that take hyphens at line ends away', async () => {
  const description = Array.from({ length: 120 }, (_, n) => `${'x'.repeat(n % 9)} third-party`).join(' ');
  const printed = await print(snapshotOf([{ title: 'Hyphens', description }]), {
    draft: false,
    sections: ['findings'],
  });
  const words = comparable(printed.run('pdftotext', ['FILE', '-']));
  printed.dispose();
  expect(words).toContain(comparable(description));
});

test('an engagement without findings still makes a report', async () => {
  const printed = await print(snapshotOf([]), { draft: false });
  const words = printed.text(1, printed.pages);
  printed.dispose();
  expect(words).toContain('No findings were recorded');
});
