import { describe, expect, it } from 'vitest';
import { DossierError } from '#contract/error.ts';
import type { JsonObject } from '#contract/json.ts';
import { defaultProfile } from '#contract/profile.ts';
import { parseQuery } from '#domain/query/parse.ts';
import { listRows } from '#db/tables/findings/lists.ts';
import { writeAlteredValue } from '#db/tables/outbox/altered-values.ts';
import { writeHeld } from '#db/tables/outbox/held.ts';
import { indexDueText } from '#engine/search/full-text.ts';
import { queryFindings } from '#engine/search/query.ts';
import { plansOf } from './plans.ts';
import { nowIso, nowMs, openListStore, project, type ListStore } from './store.ts';

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
    ['STRASSE', [strasse]],
    ['STRAßE', [strasse]],
    ['title:strasse*', [strasse]],
    ['ＳＱＬ', [sqli]],
    ['title:ＳＱＬ', [sqli]],
    ['İNJECTİON', [sqli, xss]],
    ['tag:ｘｓｓ', [xss]],
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
    ['asset:10.0.0.0/8', [ciphers]],
    ['asset:10.0.2.0/22', [ciphers]],
    ['asset:10.0.4.0/22', []],
    ['asset:10.0.0.0/31', [ciphers]],
    ['asset:10.0.0.2/31', []],
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
    ['is:published', [sqli, xss, ciphers, chinese]],
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

  it('a word however its letters were typed, in the index and before it', () => {
    const cities = ['ISTANBUL', 'istanbul', 'İstanbul', 'ıstanbul', 'i\u0307stanbul', 'ｉｓｔａｎｂｕｌ'];
    const streets = ['Hauptstraße', 'HAUPTSTRASSE', 'Hauptstrasse'];
    const store = openListStore();
    for (const title of [...cities, ...streets])
      store.refresh(store.add({ base: { title, asset: [title] } }));
    const found = () =>
      [...cities, ...streets].map((text) =>
        [text, `title:${text}`, `asset:${text}`].map((query) => titles(store, query).length),
      );
    const expected = [...cities.map(() => [6, 6, 6]), ...streets.map(() => [3, 3, 3])];
    expect(found()).toEqual(expected);
    indexDueText(store.db, 100);
    expect(found()).toEqual(expected);
  });

  it('texts with characters that end a text elsewhere', () => {
    const store = storeOf([{ title: 'a\u0000b\u001fc', status: 'x\u0000y', asset: ['h\u0000i', 'j'] }]);
    const asked = ['title:*c', 'title:b', 'status:*y', 'asset:*i', 'asset:h*i', '"a b"', 'title:*b*c'];
    expect(asked.map((text) => titles(store, text).length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  it.each([
    ['severity:info', ['Informational', 'none']],
    ['severity:Informational', ['Informational', 'none']],
    ['severity:moderate', ['Moderate']],
    ['severity:>=moderate', ['Moderate']],
    ['-severity:<=medium', ['weird']],
    ['severity:inf*', ['Informational', 'none']],
  ])('severities as the report folds them: %s', (text, found) => {
    const store = storeOf(
      ['Informational', 'Moderate', 'none', 'weird'].map((severity) => ({ title: severity, severity })),
    );

    expect(titles(store, text)).toEqual(found);
    expect(titles(store, '')).toEqual(['Moderate', 'Informational', 'none', 'weird']);
  });

  it('what excludes a severity leaves exactly the others', () => {
    const store = storeOf(
      ['critical', 'high', 'medium', 'low'].map((severity) => ({ title: severity, severity })),
    );
    expect(titles(store, '-severity>=high')).toEqual(['medium', 'low']);
    expect(titles(store, 'NOT severity:high')).toEqual(['critical', 'medium', 'low']);
    expect(titles(store, '\u2013severity:low')).toEqual(['critical', 'high', 'medium']);
  });

  it('gone ones only if they are asked for by is:gone', () => {
    const store = openListStore();
    store.refresh(store.add({ base: { title: 'here', tags: ['gone'] } }));
    store.refresh(store.add({ base: { title: 'left', tags: ['gone'] }, goneAt: nowIso }));
    const found = ['', 'tag:gone', 'left', 'is:gone', 'is:gone,new', '-is:gone'].map((text) =>
      titles(store, text),
    );
    expect(found).toEqual([['here'], ['here'], [], ['left'], ['here', 'left'], ['here']]);
  });

  it('what is held, apart from what the service has otherwise than it was sent', () => {
    const store = openListStore();
    const held = store.add({ base: { title: 'held' } });
    const altered = store.add({ base: { title: 'altered' } });
    const neither = store.add({ base: { title: 'neither' } });
    store.operate(altered, { state: 'done' });
    writeHeld(store.db, held, true);
    writeAlteredValue(store.db, {
      finding: altered,
      field: 'title',
      op: 'op-4',
      sentJson: '1',
      nowJson: '2',
    });
    for (const finding of [held, altered, neither]) store.refresh(finding);
    expect([
      titles(store, 'is:held'),
      titles(store, 'is:altered'),
      titles(store, '-is:held,altered'),
    ]).toEqual([['held'], ['altered'], ['neither']]);
  });

  it('no value that neither profile nor engagement has, excluded or not', () => {
    const store = storeOf([{ title: 'a', severity: 'weird', status: 'Retest' }]);
    store.refresh(store.add({ base: { title: 'b', status: 'elsewhere' }, project: 'other' }));
    expect(titles(store, 'severity:weird status:retest')).toEqual(['a']);
    expect(titles(store, 'status:closed')).toEqual([]);
    const refused = ['severity:hihg', '-severity:hgih', 'status:opne', '-status:elsewhere', 'severity:zz*'];
    for (const text of refused) expect(() => titles(store, text), text).toThrow(/^Unknown s/u);
  });

  it.each(['title', 'asset', 'tag', 'cwe', 'owasp', 'id'])(
    'what one of as many values of %s asks for as a query holds',
    (field) => {
      const base = {
        title: 'zz9',
        severity: 'zz9',
        status: 'zz9',
        asset: ['zz9'],
        tags: ['zz9'],
        cwe: 'zz9',
      };
      const store = openListStore();
      store.refresh(store.add({ base: { ...base, owasp: 'zz9' }, id: 'ZZ9' }));
      store.refresh(store.add({ base: { title: 'ö' } }));
      const values = Array.from({ length: 2_400 }, (_, at) => at.toString(36)).join(',');
      expect([titles(store, `${field}:${values},zz9`), titles(store, `-${field}:${values},zz9`)]).toEqual([
        ['zz9'],
        ['ö'],
      ]);
    },
  );

  it.each([
    ['is', 'new'],
    ['has', 'cwe'],
    ['verdict', 'fixed'],
    ['updated', '>7d'],
    ['cvss', '9.8'],
  ])('nothing for %s:%s, however often that is said', (field, value) => {
    const often = Array.from({ length: Math.floor(9_900 / (value.length + 1)) }, () => value).join(',');
    expect(titles(engagement, `${field}:${often}`)).toEqual(titles(engagement, `${field}:${value}`));
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

it('a value of more wildcards than a store takes conditions finds what it covers', () => {
  const store = storeOf([{ title: 'a'.repeat(6_000) }, { title: 'a'.repeat(4_000) }]);
  expect(titles(store, `title:${'*a'.repeat(4_990)}`)).toEqual(['a'.repeat(6_000)]);
  expect(
    titles(store, `title:${Array.from({ length: 1_500 }, (_, at) => `*${String(at)}`).join('')}`),
  ).toEqual([]);
});
