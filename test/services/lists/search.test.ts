import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DossierError } from '#contract/error.ts';
import { syncStates, type SyncState } from '#contract/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ItemState } from '#contract/operation.ts';
import { defaultProfile } from '#contract/profile.ts';
import { cvssScore } from '#core/cvss.ts';
import { parseQuery } from '#core/query/parse.ts';
import { listRows } from '#db/lists.ts';
import { indexDueText } from '#services/lists/fulltext.ts';
import { queryFindings } from '#services/lists/search.ts';
import { meetsQuery, type Known } from './oracle.ts';
import { plansOf } from './plans.ts';
import { nowMs, openListStore, project, type ListStore } from './store.ts';

/** The titles of what a query finds, in order. */
function titles(store: ListStore, text: string, sort?: string): string[] {
  const parsed = parseQuery(text);
  if (parsed.kind === 'broken') throw new Error(`${parsed.message} at ${String(parsed.at)}`);
  const { findings } = queryFindings(store.db, {
    project,
    query: parsed.query,
    sort,
    nowMs,
    profile: defaultProfile,
  });
  return listRows(store.db, findings).map((row) => row.title);
}

function storeOf(records: readonly JsonObject[]): ListStore {
  const store = openListStore();
  for (const base of records) store.refresh(store.add({ base }));
  indexDueText(store.db, 1_000);
  return store;
}

const engagement = storeOf([
  {
    title: 'Reflected cross-site scripting in search',
    severity: 'High',
    status: 'open',
    asset: ['https://shop.acme.test/search?q=1', 'www.acme.test'],
    tags: ['xss', 'owasp, 2021'],
    CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
    cwe: 'https://cwe.mitre.org/data/definitions/79.html',
    owasp: 'https://owasp.org/Top10/A03_2021-Injection/',
    description: 'The parameter reflects <script>alert(1)</script>.\nNothing is encoded.',
    requests: [{ request: 'GET /search?q=%3Cscript HTTP/1.1', response: 'HTTP/1.1 200 OK' }],
    x_internal: { note: 'Zebra' },
  },
  {
    title: 'SQL injection in login',
    severity: 'critical',
    status: 'open',
    asset: ['db.acme.test'],
    tags: [],
    remediation: 'Résumé: bind parameters',
  },
  { title: 'Weak ciphers', severity: 'low', status: 'pending_retest', asset: ['10.0.0.1:8443'], CVSS: 3.7 },
  {
    title: 'Straße without lock',
    severity: 'weird',
    status: 'Closed',
    asset: ['acme.test'],
    review_version: 1,
    visibility: 'private',
  },
  {
    title: '漏洞 in 登录页面',
    severity: 'info',
    status: 'draft',
    asset: ['other.test'],
    review_version: '2',
  },
]);
const [xss, sqli, ciphers, strasse, chinese] = [
  'Reflected cross-site scripting in search',
  'SQL injection in login',
  'Weak ciphers',
  'Straße without lock',
  '漏洞 in 登录页面',
];

describe('a query finds', () => {
  it.each<[string, (string | undefined)[]]>([
    ['', [sqli, xss, ciphers, chinese, strasse]],
    ['reflected', [xss]],
    ['inject', [sqli, xss]],
    ['zebra', [xss]],
    ['"cross-site scripting"', [xss]],
    ['"cross site scripting"', []],
    ['"scripting cross-site"', []],
    ['"nothing is encoded"', [xss]],
    ['"encoded in"', []],
    ['<script>alert(1)</script>', [xss]],
    ['"/search?q=%3Cscript http"', [xss]],
    ['"/search?q=%3C"', []],
    ['resume', [sqli]],
    ['STRASSE', []],
    ['STRAßE', [strasse]],
    ['登录', [chinese]],
    ['录登', []],
    ['in -login', [xss, chinese]],
    ['severity:high', [xss]],
    ['severity:>=medium', [sqli, xss]],
    ['severity:<medium', [ciphers, chinese]],
    ['severity:high,critical', [sqli, xss]],
    ['severity:WEIRD', [strasse]],
    ['severity:*i*', [sqli, xss, chinese, strasse]],
    ['-severity:>=medium', [ciphers, chinese, strasse]],
    ['status:closed', [strasse]],
    ['status:pending*', [ciphers]],
    ['asset:*.acme.test', [sqli, xss]],
    ['asset:shop.acme.test', [xss]],
    ['asset:10.0.0.1', [ciphers]],
    ['asset:*acme*q=*', [xss]],
    ['asset:shop*www*', []],
    ['asset:acme.test', [strasse]],
    ['tag:XSS', [xss]],
    ['tag:"owasp, 2021"', [xss]],
    ['tag:owasp\\,\\ 2021', [xss]],
    ['cvss:>=6', [xss]],
    ['cvss:3.7', [ciphers]],
    ['-cvss:>=6', [sqli, ciphers, chinese, strasse]],
    ['cwe:79', [xss]],
    ['cwe:CWE-79', [xss]],
    ['cwe:7', []],
    ['owasp:A03', [xss]],
    ['title:injection', [sqli]],
    ['title:sql*login', [sqli]],
    ['title:sql', [sqli]],
    ['id:f-2', [sqli]],
    ['is:candidate', [chinese, strasse]],
    ['is:private', [strasse]],
    ['is:public', [chinese]],
    ['has:remediation', [sqli]],
    ['has:tags', [xss]],
    ['has:cvss,cwe', [xss, ciphers]],
    ['updated:<1d', [sqli, xss, ciphers, chinese, strasse]],
    ['updated:>1d', []],
    ['updated:2026-03-10', [sqli, xss, ciphers, chinese, strasse]],
    ['updated:>2026-03-10', []],
  ])('%s', (text, found) => {
    expect(titles(engagement, text)).toEqual(found);
  });

  it('texts with characters that end a text elsewhere', () => {
    const store = storeOf([{ title: 'a\u0000b\u001fc', status: 'x\u0000y', asset: ['h\u0000i', 'j'] }]);
    const asked = ['title:*c', 'title:b', 'status:*y', 'asset:*i', 'asset:h*i', '"a b"', 'title:*b*c'];
    expect(asked.map((text) => titles(store, text).length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  it('findings of its own engagement only', () => {
    const store = openListStore();
    store.refresh(store.add({ base: { title: 'elsewhere' }, project: 'other' }));
    store.refresh(store.add({ base: { title: 'here' } }));
    expect(titles(store, '')).toEqual(['here']);
  });
});

describe('a list is sorted', () => {
  it.each<[string, (string | undefined)[]]>([
    ['severity', [sqli, xss, ciphers, chinese, strasse]],
    ['severity:desc', [chinese, ciphers, xss, sqli, strasse]],
    ['title', [xss, sqli, strasse, ciphers, chinese]],
    ['title:desc', [chinese, ciphers, strasse, sqli, xss]],
    ['cvss', [ciphers, xss, sqli, chinese, strasse]],
    ['cvss:desc', [xss, ciphers, sqli, chinese, strasse]],
    ['id', [xss, sqli, ciphers, strasse, chinese]],
  ])('by %s', (sort, order) => {
    expect(titles(engagement, '', sort)).toEqual(order);
  });

  it.each(['titel', 'severity:down', 'title:desc:desc', ''])('never by "%s"', (sort) => {
    expect(() => titles(engagement, '', sort)).toThrow(DossierError);
  });
});

describe('the store is asked', () => {
  const plan = (text: string): string[] =>
    plansOf(engagement.db, (db) => {
      const parsed = parseQuery(text);
      if (parsed.kind === 'broken') throw new Error(parsed.message);
      const { findings } = queryFindings(db, {
        project,
        query: parsed.query,
        nowMs,
        profile: defaultProfile,
      });
      listRows(db, findings);
    });

  it('only for the rows that the words found, and never for a record', () => {
    const steps = plan('injection severity:high');
    expect(steps).toContain('SEARCH k USING INTEGER PRIMARY KEY (rowid=?)');
    expect(steps).toContain('SEARCH l USING INTEGER PRIMARY KEY (rowid=?)');
    expect(steps.filter((step) => /\b(SCAN k|record|list_row)\b/u.test(step))).toEqual([]);
  });

  it('once over the narrow table where there are no words', () => {
    const steps = plan('severity:high -asset:*.acme.test has:cvss');
    expect(steps.filter((step) => step.startsWith('SCAN k'))).toEqual(['SCAN k']);
  });
});

describe('text that the index has not caught up with', () => {
  it('is searched as it is', () => {
    const store = openListStore();
    const finding = store.add({ base: { title: 'old words' } });
    store.refresh(finding);
    indexDueText(store.db, 10);
    store.operate(finding, { patch: { title: 'new words' } });
    store.refresh(finding);
    expect(titles(store, 'new')).toEqual(['new words']);
    expect(titles(store, 'old')).toEqual([]);
    expect(titles(store, '-new')).toEqual([]);
  });

  it('is reported where it is too much to read', () => {
    const store = openListStore();
    for (let count = 0; count < 2_001; count += 1)
      store.refresh(store.add({ base: { title: `number ${String(count)}` } }));
    const parsed = parseQuery('number');
    if (parsed.kind === 'broken') throw new Error(parsed.message);
    const question = { project, query: parsed.query, nowMs, profile: defaultProfile };
    expect(queryFindings(store.db, question).behind).toBe(2_001);
    indexDueText(store.db, 1);
    const caughtUp = queryFindings(store.db, question);
    expect([caughtUp.behind, caughtUp.findings.length]).toEqual([0, 2_001]);
  });
});

describe('for any findings and any query', () => {
  const word = fc.constantFrom(
    'sql',
    'sqli',
    'login',
    'acme',
    'test',
    'High',
    'a',
    'b-c',
    'A.b',
    '10.0',
    'x_y',
    '/p?q=1',
    'b c',
  );
  const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
  const host = fc.constantFrom('a.acme.test', 'b.acme.test', 'acme.test', 'A.ACME.TEST', 'other', 'a b');
  const record = fc.record(
    {
      title: phrase,
      severity: fc.constantFrom('critical', 'High', 'medium', 'low', 'info', 'weird', 'higher', ''),
      status: fc.constantFrom('open', 'Closed', 'pending_retest', ''),
      asset: fc.oneof(host, fc.array(host, { maxLength: 3 })),
      tags: fc.array(fc.constantFrom('xss', 'XSS', 'sqli', 'a,b'), { maxLength: 2 }),
      description: phrase,
      remediation: fc.oneof(phrase, fc.constant(''), fc.constant('  '), fc.constant(null)),
      CVSS: fc.constantFrom(0, 3.7, 7, 9.8, 'AV:N/AC:L/Au:N/C:P/I:P/A:P', 'none', '5.5'),
      cwe: fc.constantFrom('https://cwe.mitre.org/data/definitions/79.html', 'CWE-89', ''),
      owasp: fc.constantFrom('https://owasp.org/Top10/A03_2021-Injection', ''),
      review_version: fc.constant(3),
      visibility: fc.constantFrom('private', 'public'),
      other: fc.record({ deep: fc.array(phrase, { maxLength: 2 }) }),
    },
    { requiredKeys: ['title'] },
  );
  const openState = fc.constantFrom<ItemState>(
    'queued',
    'sending',
    'conflict',
    'rejected',
    'unknown',
    'done',
  );
  const finding = fc.record({
    base: record,
    patches: fc.array(
      fc.record({
        state: openState,
        patch: record.map(({ title, tags }) => ({ title, ...(tags && { tags }) })),
      }),
      { maxLength: 2 },
    ),
    gone: fc.boolean(),
    ageDays: fc.integer({ min: 0, max: 20 }),
    indexed: fc.boolean(),
  });

  const star = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc
      .tuple(value, fc.constantFrom('', '*'), fc.constantFrom('', '*'), fc.nat(3))
      .map(([text, before, behind, cut]) => {
        const middle =
          cut > 0 && text.length > cut + 1 ? `${text.slice(0, cut)}*${text.slice(cut + 1)}` : text;
        return (
          before +
          (before + behind === '' ? text : middle).replaceAll(' ', '\\ ').replaceAll(',', '\\,') +
          behind
        );
      });
  const sign = fc.constantFrom('', '<', '<=', '=', '>=', '>');
  const value = fc.oneof(
    fc.tuple(
      fc.constant('severity:'),
      fc.oneof(
        star(fc.constantFrom('high', 'Low', 'weird', 'info')),
        fc.tuple(sign, fc.constantFrom('high', 'medium', 'info')).map((parts) => parts.join('')),
      ),
    ),
    fc.tuple(fc.constant('status:'), star(fc.constantFrom('open', 'closed', 'pending'))),
    fc.tuple(fc.constant('asset:'), star(host)),
    fc.tuple(fc.constant('tag:'), star(fc.constantFrom('xss', 'a,b', 'sq'))),
    fc.tuple(fc.constant('title:'), star(word)),
    fc.tuple(
      fc.constant('cvss:'),
      fc.tuple(sign, fc.constantFrom('0', '3.7', '7.0', '7.5', '10')).map((parts) => parts.join('')),
    ),
    fc.tuple(
      fc.constant('updated:'),
      fc
        .tuple(fc.constantFrom('', '<', '<=', '>=', '>'), fc.nat(20))
        .map(([by, days]) => `${by}${String(days)}d`),
    ),
    fc.tuple(fc.constant('is:'), fc.constantFrom('candidate', 'private', 'public', 'pending', ...syncStates)),
    fc.tuple(
      fc.constant('has:'),
      fc.constantFrom('remediation', 'tags', 'cvss', 'asset', 'severity', 'requests'),
    ),
    fc.tuple(fc.constant('cwe:'), fc.constantFrom('79', 'cwe-89', '8')),
    fc.tuple(fc.constant('owasp:'), fc.constantFrom('a03', 'injection', 'a01')),
    fc.tuple(fc.constant('id:'), fc.constantFrom('F-1', 'f-2')),
    fc.tuple(
      fc.constant(''),
      fc.oneof(
        phrase.map((text) => `"${text}"`),
        word.map((text) => text.replaceAll(' ', '')),
      ),
    ),
  );
  const more = fc.array(value, { maxLength: 2 });
  const term = fc.tuple(fc.constantFrom('', '', '-'), value, more).map(([minus, [field, first], others]) => {
    const alternatives =
      field === '' ? [first] : [first, ...others.filter(([name]) => name === field).map(([, text]) => text)];
    return minus + field + alternatives.join(',');
  });
  const query = fc.array(term, { maxLength: 3 }).map((terms) => terms.join(' '));

  const precedence: readonly ItemState[] = ['conflict', 'rejected', 'unknown', 'sending', 'queued'];

  it('a query finds exactly what its words say, record by record', () => {
    fc.assert(
      fc.property(
        fc.array(finding, { maxLength: 6 }),
        fc.array(query, { minLength: 1, maxLength: 5 }),
        (made, queries) => {
          const store = openListStore();
          const known = new Map<number, Known>();
          for (const [index, { base, patches, gone, ageDays, indexed }] of made.entries()) {
            const changedAt = new Date(nowMs - ageDays * 86_400_000).toISOString();
            const row = store.add({
              base: base,
              id: `F-${String(index)}`,
              changedAt,
              ...(gone && { goneAt: changedAt }),
            });
            for (const { state, patch } of patches) store.operate(row, { state, patch });
            store.refresh(row, changedAt);
            if (indexed) indexDueText(store.db, 50);
            const open = patches.filter(({ state }) => state !== 'done');
            const record = Object.assign({}, base, ...open.map(({ patch }) => patch)) as JsonObject;
            const state = precedence.find((each) => open.some((patch) => patch.state === each));
            const sync = (state ?? (gone ? 'gone' : 'synced')) as SyncState;
            known.set(row, {
              record,
              sync,
              ids: [`F-${String(index)}`],
              updatedMs: Date.parse(changedAt),
              cvss: cvssScore(record['CVSS'] ?? null),
            });
          }
          for (const text of queries) {
            const parsed = parseQuery(text);
            if (parsed.kind === 'broken') throw new Error(`${text}: ${parsed.message}`);
            const answer = queryFindings(store.db, {
              project,
              query: parsed.query,
              nowMs,
              profile: defaultProfile,
            });
            const expected = [...known]
              .filter(([, one]) => meetsQuery(parsed.query, one, nowMs))
              .map(([row]) => row);
            expect({ text, found: [...answer.findings].sort((one, two) => one - two) }).toEqual({
              text,
              found: expected,
            });
          }
          store.db.close();
        },
      ),
      { numRuns: 150 },
    );
  });
});
