import { describe, expect, it, test } from 'vitest';
import { ticketFormats, type TicketFormat } from '#contract/deliverable/choices.ts';
import type { ReportOptions, ReportSnapshot } from '#contract/deliverable/report.ts';
import { document } from '#report/document/document.ts';
import { shownReport } from '#report/process/shown-report.ts';
import { writeFormat, type Written } from '#report/process/write-format.ts';
import { attacks } from '../e2e/hostile/corpus.ts';
import { hostileBody } from '../e2e/hostile/visit.ts';
import { hasRealData, noRealData } from '../support/real-data.ts';
import { hardFindings } from './support/every-text.ts';
import { cellsOf, distinctFindings, picture, textsOf, words } from './support/format-texts.ts';
import { readTickets, wikiWords, type ReadTicket } from './support/read-tickets.ts';
import { snapshotOf } from './support/snapshots.ts';

const found = snapshotOf([
  {
    title: '=cmd|calc, "quoted"',
    severity: 'High',
    CVSS: '8.1',
    asset: ['a.test', '@b.test'],
    tags: ['=x', 'two words', 'a;b,c'],
    cwe: ['https://cwe.mitre.org/data/definitions/79.html'],
    description: 'See [the login](finding:f1) and *this*.\n\n/close\n\n- one\n- two',
    requests: 'GET / HTTP/1.1\n=1+1',
  },
  { title: 'Second', severity: 'critical', remediation: 'Fix `a_b*c\\` in C:\\new.' },
  { title: 'Third', severity: 'odd' },
]);

async function written(
  format: TicketFormat,
  snapshot: ReportSnapshot,
  options: Partial<ReportOptions> = {},
): Promise<Written & { readonly text: string }> {
  const made = await writeFormat(
    { snapshot, options: { draft: false, ...options, format }, bytes: new Map() },
    () => undefined,
  );
  return { ...made, text: Buffer.from(made.bytes).toString() };
}

async function read(
  format: TicketFormat,
  snapshot: ReportSnapshot,
  options: Partial<ReportOptions> = {},
): Promise<ReadTicket[]> {
  return readTickets(format, (await written(format, snapshot, options)).text);
}

describe.each(ticketFormats)('tickets for %s', (format) => {
  it('are the findings of the report in its order, each with its number and identifier', async () => {
    const tickets = await read(format, found);
    expect(tickets.map(({ title }) => title)).toEqual(['C1: Second', 'H1: =cmd|calc, "quoted"', 'U1: Third']);
    expect(tickets.map(({ words: said }) => /Finding:\s+(\w+), ID (\w+)/u.exec(said)?.slice(1))).toEqual([
      ['C1', 'f1'],
      ['H1', 'f0'],
      ['U1', 'f2'],
    ]);
  });

  it('have labels that the tracker takes', async () => {
    const [critical, high, other] = await read(format, found);
    const blank = format === 'jira' ? '-' : ' ';
    expect([critical?.labels, high?.labels, other?.labels.filter((label) => label !== '')]).toEqual([
      ['critical'],
      ['high', 'CWE-79', 'x', `two${blank}words`, `a${blank}b${blank}c`],
      [],
    ]);
  });

  it('call other findings by their number, and images by their caption', async () => {
    const evidence = [{ ...picture.image, caption: 'the form' }];
    const snapshot = { ...found, findings: found.findings.map((finding) => ({ ...finding, evidence })) };
    const tickets = await read(format, snapshot);
    expect(tickets[1]?.words).toMatch(/See the login \(C1\) and\s+this\s*\./u);
    expect(
      tickets.map(({ words: said }) => /Figure.*/u.exec(said)?.[0].replace(/\s+/gu, ' ').trim()),
    ).toEqual([1, 2, 3].map(() => 'Figure 1: the form (image in the report)'));
    expect((await written(format, snapshot)).text).not.toContain('base64');
  });

  it('are the one finding of a report about one, and every finding in full by a short template', async () => {
    const one = await read(format, found, { template: 'single', finding: 'f0' });
    const short = await read(format, found, { template: 'executive' });
    expect(one.map(({ title }) => title)).toEqual(['H1: =cmd|calc, "quoted"']);
    expect(short[1]?.words).toContain('GET / HTTP/1.1');
  });

  it('name every asset, for a ticket has no appendix', async () => {
    const asset = Array.from({ length: 90 }, (_, at) => `host-${String(at)}.example`);
    const [ticket] = await read(format, snapshotOf([{ title: 'a', severity: 'low', asset }]));
    expect(asset.filter((name) => ticket?.words.includes(name) !== true)).toEqual([]);
  });

  it('say that they are a draft', async () => {
    const [plain, draft] = [await read(format, found), await read(format, found, { draft: true })];
    expect(plain.some(({ words: said }) => said.includes('DRAFT'))).toBe(false);
    expect(draft.every(({ labels, words: said }) => labels[0] === 'DRAFT' && said.includes('DRAFT:'))).toBe(
      true,
    );
  });

  it('come out with the same bytes again', async () => {
    expect((await written(format, found)).text).toBe((await written(format, found)).text);
  });

  it('mask secrets as every format does', async () => {
    const requests = 'GET / HTTP/1.1\nAuthorization: Bearer abcdefghijklmnop';
    const snapshot = snapshotOf([{ title: 'a', severity: 'low', requests }]);
    const masked = await written(format, snapshot, { maskSecrets: true });
    const whole = await written(format, snapshot, { maskSecrets: false });
    expect([masked.text, whole.text].map((text) => text.includes('abcdefghijklmnop'))).toEqual([false, true]);
  });

  it.each([
    ['hard findings', hardFindings],
    ['hostile findings', attacks(16).map(({ text }, at) => hostileBody(text, at))],
  ])('have every word of %s', async (_name, records) => {
    expect(await lost(format, records as Record<string, unknown>[])).toEqual([]);
  });

  it('have every word of the real findings', async (context) => {
    if (!hasRealData) context.skip(noRealData);
    const records = distinctFindings();
    expect([records.length > 500, await lost(format, records)]).toEqual([true, []]);
  });
});

/** The texts of a report that no ticket has; a cut ticket is whole up to its end. */
async function lost(format: TicketFormat, records: readonly Record<string, unknown>[]): Promise<string[]> {
  const snapshot = snapshotOf(records);
  const made = await written(format, snapshot);
  const cut = new Set(made.cutTickets?.findings);
  // Spreadsheets are told by an apostrophe that a text is no formula; a list that Jira cannot number has bullets as words.
  const plain = (text: string): string => words(text).replace(/['\u2060\u2022]/gu, '');
  const tickets = new Map(
    readTickets(format, made.text).map((ticket) => [
      ticket.title.split(':')[0] ?? '',
      // Words that cannot stand in a link of Jira have its address behind them.
      [ticket.words, wikiWords(ticket.description.replace(/ \(\[[^\]]*\]\)/gu, ''))].map(plain).join('\n'),
    ]),
  );
  const { blocks } = document(shownReport(snapshot, { draft: false }), { draft: false });
  return blocks.flatMap((block) => {
    if (block.kind !== 'finding' || cut.has(block.ref.number)) return [];
    const said = tickets.get(block.ref.number) ?? '';
    return textsOf({ blocks: [block] }).flatMap(({ where, text }) => {
      const wanted = plain(text).replace(/^[A-Z]\d+/u, '');
      // A footnote stands where its reader sets it.
      const stands = wanted.split(/\[\d+\]/u).every((piece) => said.includes(piece));
      return where.endsWith(' title') || stands ? [] : [`${where}: ${wanted.slice(0, 120)}`];
    });
  });
}

test('tickets for Jira have their rating, type and identifier in columns', async () => {
  const tickets = await read('jira', found);
  expect(
    tickets.map(({ columns }) =>
      ['Issue Type', 'Priority', 'External issue ID'].map((name) => columns[name]),
    ),
  ).toEqual([
    ['Bug', 'Highest', 'f1'],
    ['Bug', 'High', 'f0'],
    ['Bug', '', 'f2'],
  ]);
});

test('tickets for Azure DevOps are bugs with severity and priority', async () => {
  const tickets = await read('azure', found);
  expect(
    tickets.map(({ columns }) => ['Work Item Type', 'Severity', 'Priority'].map((name) => columns[name])),
  ).toEqual([
    ['Bug', '1 - Critical', '1'],
    ['Bug', '2 - High', '2'],
    ['Bug', '', ''],
  ]);
});

test('wiki markup shows signs of a text as signs', async () => {
  const odd = 'a*b* {noformat} [~admin] !x! (x) :) C:\\\\srv\\x {{y}} h1. -- ??z?? |';
  const snapshot = snapshotOf([
    { title: 'a', severity: 'low', description: `\`\`\`\n${odd}\n\`\`\`\n\nSo \`{noformat}|\` is.` },
    { title: 'b', severity: 'low', description: `<p>${odd}</p><p>h1. no head</p><p># no list</p>` },
  ]);
  const [code, text] = await read('jira', snapshot);
  expect(code?.description).toContain(`{code}\n${odd}\n{code}`);
  expect(text?.words).toContain(odd);
  expect(text?.description).toContain('\\{noformat\\} \\[\\~admin\\] \\!x\\! \\(x) :\\)');
  expect(text?.description).toContain('\n\u2060h1. no head\n\n\\# no list');
});

test.each(ticketFormats)(
  'no name of a text is called in a ticket for %s; addresses and code stay',
  async (format) => {
    const description =
      'Ask @octocat, (@all), **@org/team** of mara@acme.test.\n\n# @head\n\n`@code` [@link](https://a.test/@x)';
    const body = { title: '@title', severity: 'low', asset: '@asset', description, requests: 'GET /@raw' };
    const [ticket] = await read(format, snapshotOf([body]));
    const said = ticket?.description ?? '';
    const called = [
      ...said
        .replace(/`[^`]*`|<code>.*?<\/code>|\{\{.*?\}\}/gu, '')
        .matchAll(/(?<![\p{L}\p{N}_/])@[\p{L}\p{N}]+/gu),
    ];
    expect(called.map(([name]) => name)).toEqual(['@link']);
    expect(said.match(/@\u2060\w+/gu)).toEqual(
      ['asset', 'octocat', 'all', 'org', 'head'].map((name) => `@\u2060${name}`),
    );
    expect([said.includes('mara@acme.test'), said.includes('GET /@raw'), said.includes('@code')]).toEqual([
      true,
      true,
      true,
    ]);
  },
);

test('no line of a text is a command of GitLab', async () => {
  const texts = ['/close', '- x\n\n/label ~y', '> /assign @x', '<div>a<br>/close</div>', '<p>/close</p>'];
  const snapshot = snapshotOf(texts.map((description) => ({ title: 'a', severity: 'low', description })));
  const tickets = await read('gitlab', snapshot);
  const commands = tickets.flatMap(({ description }) => description.match(/^[>\s]*\/\w+/gmu) ?? []);
  expect([tickets.length, commands]).toEqual([5, []]);
});

test('no cell of tickets is a formula, and lists are still lists', async () => {
  for (const format of ['jira', 'gitlab', 'azure'] as const) {
    const cells = cellsOf((await written(format, found)).text).flat();
    expect(
      cells.filter((cell) => /(?:^|[;\r\n])\s*["']?[=+\-@](?<!')/u.test(cell.replace(/'[=+\-@]/gu, ''))),
    ).toEqual([]);
  }
  const [, azure] = await read('azure', found);
  expect(azure?.words).toContain('GET / HTTP/1.1\n=1+1');
  const [, gitlab] = await read('gitlab', found);
  const [, jira] = await read('jira', found);
  expect([gitlab?.description, jira?.description].map((text) => text?.includes('\n* one\n* two'))).toEqual([
    true,
    true,
  ]);
});

test('a description that is longer than its tracker takes is cut in its code, ends with a note and is named', async () => {
  const snapshot = snapshotOf([
    { title: 'long', severity: 'high', requests: '-x\n'.repeat(30_000), remediation: 'Fix it.' },
    { title: 'short', severity: 'high', requests: 'GET /' },
  ]);
  for (const [format, limit] of [
    ['jira', 32_767],
    ['github', 65_536],
  ] as const) {
    const made = await written(format, snapshot, { cutBodies: null });
    const [long, short] = readTickets(format, made.text);
    expect(made.cutTickets).toEqual({ limit, findings: ['H1'] });
    const length = long?.description.length ?? 0;
    expect([length <= limit, length > limit - 50]).toEqual([true, true]);
    expect(long?.description).toMatch(
      /\nFix it\.\n[^]*This ticket is cut: the report has the whole text\.$/u,
    );
    expect(short?.description).not.toContain('is cut');
  }
  expect((await written('azure', snapshot, { cutBodies: null })).cutTickets).toBeUndefined();
});
