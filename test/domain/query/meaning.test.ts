import { describe, expect, it } from 'vitest';
import type { Condition, ListEntry, NumberColumn, TextColumn } from '#contract/finding/listing.ts';
import type { ItemState } from '#contract/finding/operation.ts';
import type { JsonObject } from '#contract/json.ts';
import { defaultProfile, serviceProfileSchema } from '#contract/profile.ts';
import { listEntry, syncState, type EntryFacts } from '#domain/query/entry.ts';
import { meaningOf, type Meaning, type MeaningContext } from '#domain/query/meaning.ts';
import { parseQuery } from '#domain/query/parse.ts';
import { updatedCondition } from '#domain/query/moment.ts';
import { candidateCondition, matchesWildcard } from '#domain/query/wildcard.ts';

const context: MeaningContext = { profile: defaultProfile, nowMs: Date.parse('2026-03-10T12:00:00Z') };
const facts: EntryFacts = {
  finding: 1 as EntryFacts['finding'],
  project: 'acme',
  id: 'f1',
  sync: 'synced',
  digest: null,
  updatedMs: context.nowMs,
  unread: null,
};

const entry = (record: JsonObject, over: Partial<EntryFacts> = {}, profile = defaultProfile): ListEntry =>
  listEntry(record, { ...facts, ...over }, profile);

const textIn = ({ key }: ListEntry, column: TextColumn): string => key[column];

function numberIn({ key }: ListEntry, column: NumberColumn): number | null {
  switch (column) {
    case 'severity_rank':
      return key.severityRank;
    case 'sync':
      return key.syncRank;
    case 'updated_ms':
      return key.updatedMs;
    default:
      return key[column];
  }
}

const compared = {
  '<': (one: number, other: number) => one < other,
  '<=': (one: number, other: number) => one <= other,
  '=': (one: number, other: number) => one === other,
  '>=': (one: number, other: number) => one >= other,
  '>': (one: number, other: number) => one > other,
};

/** What a store answers, in the plainest way. */
function holds(condition: Condition, row: ListEntry): boolean {
  switch (condition.kind) {
    case 'text': {
      const text = textIn(row, condition.column);
      if (condition.how === 'equals') return text === condition.text;
      if (condition.how === 'starts') return text.startsWith(condition.text);
      return condition.how === 'ends' ? text.endsWith(condition.text) : text.includes(condition.text);
    }
    case 'number': {
      const number = numberIn(row, condition.column);
      return number !== null && compared[condition.by](number, condition.to);
    }
    case 'bits':
      return (row.key.has & condition.mask) !== 0;
    case 'named':
      return condition.ids.includes(row.id);
    case 'all':
      return condition.of.every((one) => holds(one, row));
    case 'any':
      return condition.of.some((one) => holds(one, row));
    case 'not':
      return !holds(condition.of, row);
    default:
      throw new Error(`This test has no store to ask for ${condition.kind}.`);
  }
}

function meanings(query: string, over: Partial<MeaningContext> = {}): readonly (readonly Meaning[])[] {
  const parsed = parseQuery(query);
  const meaning = parsed.kind === 'broken' ? parsed : meaningOf(parsed.query, { ...context, ...over });
  if (meaning.kind === 'broken') throw new Error(meaning.message);
  return meaning.alternatives;
}

function finds(query: string, row: ListEntry, over: Partial<MeaningContext> = {}): boolean {
  return meanings(query, over).some((terms) =>
    terms.every(({ negated, conditions, wildcards }) => {
      const met =
        conditions.some((condition) => holds(condition, row)) ||
        wildcards.some(
          (wildcard) =>
            holds(candidateCondition(wildcard), row) &&
            matchesWildcard(textIn(row, wildcard.column), wildcard),
        );
      return met !== negated;
    }),
  );
}

/** Which of some queries find a record. */
const finding = (row: ListEntry, queries: readonly string[]): string[] =>
  queries.filter((query) => finds(query, row));

describe('a query finds a record', () => {
  it('by a text with a wildcard at any end, in the middle, or alone', () => {
    const row = entry({ title: 'Reset of Admin tokens', status: 'open' });
    const found = [
      'title:admin',
      'title:reset*',
      'title:*tokens',
      'title:*admin*',
      'title:re*ad*ns',
      'title:*',
    ];
    const others = [
      'title:admin*',
      'title:*reset',
      'title:*closed*',
      'title:re*zz*ns',
      'title:re*reset*ns',
      'status:ope',
    ];
    expect(finding(row, [...found, ...others])).toEqual(found);
    expect(finding(row, ['status:open', 'status:OPEN', 'status:o*', 'status:*n', 'status:o*n'])).toHaveLength(
      5,
    );
    expect(finding(entry({}), ['title:*', 'tag:*', 'status:o*n'])).toEqual([]);
  });

  it('by one of the texts of a list, never by two of them together', () => {
    const row = entry({ tags: ['web', 'Auth flow'], asset: ['https://app.acme.test/x', '10.0.0.7'] });
    const found = [
      'tag:web',
      'tag:AUTH*',
      'tag:*flow',
      'tag:*th*',
      'tag:a*h*w',
      'tag:none,web',
      'asset:app.acme.test',
    ];
    const others = [
      'tag:we',
      'tag:eb',
      'tag:w*flow',
      'tag:web*auth',
      'tag:none',
      'asset:acme.test',
      'asset:10.0.0.8',
    ];
    expect(finding(row, [...found, ...others])).toEqual(found);
    expect(
      finding(row, ['asset:10.0.0.0/24', 'asset:10.0.1.0/24', 'asset:*.test*', 'asset:*.acme.test']),
    ).toEqual(['asset:10.0.0.0/24', 'asset:*.test*', 'asset:*.acme.test']);
  });

  it('by an address of version 6, however it is written', () => {
    const row = entry({ asset: ['http://[2001:db8::1]:80/', 'fe80::1'] });
    expect(finding(row, ['asset:2001:db8:0:0:0:0:0:1', 'asset:fe80:0::1', 'asset:2001:db8::2'])).toEqual([
      'asset:2001:db8:0:0:0:0:0:1',
      'asset:fe80:0::1',
    ]);
  });

  it('by its severity, its alias and its order, of which an unknown one has none', () => {
    const all = ['severity:high', 'severity:>=medium', 'severity:<high', 'severity:>high', 'severity:<=high'];
    expect(finding(entry({ severity: 'High' }), all)).toEqual([
      'severity:high',
      'severity:>=medium',
      'severity:<=high',
    ]);
    expect(
      finding(entry({ severity: 'moderate' }), [...all, 'severity:medium', 'severity:moderate']),
    ).toEqual([
      'severity:>=medium',
      'severity:<high',
      'severity:<=high',
      'severity:medium',
      'severity:moderate',
    ]);
    expect(finding(entry({ severity: 'critical' }), all)).toEqual(['severity:>=medium', 'severity:>high']);
    const unknown = entry({ severity: 'Urgent' });
    expect(finding(unknown, [...all, 'severity:urgent', 'severity:*', 'severity:urg*'])).toEqual([
      'severity:urgent',
      'severity:*',
      'severity:urg*',
    ]);
    expect(
      finding(entry({ severity: 'high' }), ['severity:h*', 'severity:*i*', 'severity:m*', 'severity:*']),
    ).toEqual(['severity:h*', 'severity:*i*', 'severity:*']);
    expect(finding(entry({}), ['severity:*', 'severity:low'])).toEqual(['severity:*']);
  });

  it('by a severity that the profile names in its own way', () => {
    const profile = serviceProfileSchema.parse({ severities: ['Severe', 'High', 'Moderate', 'Medium'] });
    const found = (severity: string, query: string) =>
      finds(query, entry({ severity }, {}, profile), { profile });
    expect([
      found('Severe', 'severity:severe'),
      found('High', 'severity:>=high'),
      found('Severe', 'severity:>high'),
      found('Moderate', 'severity:moderate'),
      found('Medium', 'severity:moderate'),
      found('Medium', 'severity:m*'),
      found('Moderate', 'severity:m*'),
      found('High', 'severity:m*'),
    ]).toEqual([true, true, true, true, false, true, true, false]);
  });

  it('by its score, its moment and what it has', () => {
    const row = entry({ CVSS: '7.5', remediation: 'Do it.', tags: [], asset: ['a'] });
    const found = [
      'cvss:7.5',
      'cvss:>=7.5',
      'cvss:<=7.5',
      'cvss:>7',
      'cvss:<10',
      'has:remediation',
      'has:cvss',
    ];
    const others = [
      'cvss:>7.5',
      'cvss:<7.5',
      'cvss:7',
      'has:title',
      'has:tags',
      'has:tag',
      'has:reference',
      'has:request',
    ];
    expect(finding(row, [...found, 'has:assets', ...others])).toEqual([...found, 'has:assets']);
    expect(finding(entry({ tags: ['x'], references: ['r'], requests: [{}] }), others.slice(4))).toEqual(
      others.slice(4),
    );
    const old = entry({}, { updatedMs: context.nowMs - 8 * 86_400_000 });
    expect(finding(old, ['updated:<7d', 'updated:>7d', 'cvss:>=0'])).toEqual(['updated:>7d']);
  });

  it('by its numbers in catalogues', () => {
    const row = entry({
      cwe: ['https://cwe.mitre.org/data/definitions/79.html'],
      owasp: ['https://owasp.org/Top10/A03_2021-Injection/'],
    });
    expect(
      finding(row, ['cwe:79', 'cwe:CWE-79', 'cwe:7', 'cwe:7*', 'owasp:a03', 'owasp:A03_2021-*', 'owasp:a01']),
    ).toEqual(['cwe:79', 'cwe:CWE-79', 'cwe:7*', 'owasp:a03', 'owasp:A03_2021-*']);
  });

  it('by how it stands', () => {
    const names = [
      'candidate',
      'private',
      'public',
      'published',
      'pending',
      'unread',
      'new',
      'changed',
      'synced',
      'queued',
      'conflict',
    ];
    const standing = (record: JsonObject, over: Partial<EntryFacts> = {}) =>
      finding(
        entry(record, over),
        names.map((name) => `is:${name}`),
      ).map((query) => query.slice(3));
    expect(standing({})).toEqual(['published', 'synced']);
    expect(standing({ review_version: 1 })).toEqual(['candidate', 'public', 'published', 'synced']);
    expect(standing({ review_version: 1, private: true })).toEqual(['candidate', 'private', 'synced']);
    expect(standing({ private: true })).toEqual(['published', 'synced']);
    expect(standing({ status: 'Draft' })).toEqual(['synced']);
    expect(standing({ status: 'draft', review_version: 1 })).toEqual([
      'candidate',
      'public',
      'published',
      'synced',
    ]);
    expect(standing({}, { sync: 'queued' })).toEqual(['published', 'pending', 'queued']);
    expect(standing({}, { sync: 'conflict', unread: 'new' })).toEqual([
      'published',
      'pending',
      'unread',
      'new',
      'conflict',
    ]);
    expect(standing({}, { unread: 'changed' })).toEqual(['published', 'unread', 'changed', 'synced']);
  });

  it('that is gone only if it is asked for', () => {
    const gone = entry({ title: 'a' }, { sync: 'gone' });
    expect(
      finding(gone, ['', 'title:a', 'is:gone', 'is:queued,GONE title:a', '-is:gone', 'is:pending']),
    ).toEqual(['is:gone', 'is:queued,GONE title:a']);
    expect(finding(entry({ title: 'a' }), ['', 'title:a', 'is:gone', '-is:gone', '-title:b'])).toEqual([
      '',
      'title:a',
      '-is:gone',
      '-title:b',
    ]);
  });

  it('by words that join terms as by terms alone', () => {
    const row = entry({ title: 'Reset', status: 'open' });
    const found = [
      'title:reset AND status:open',
      'title:reset && status:open',
      'NOT status:closed',
      'title:reset AND NOT tag:x',
    ];
    const others = ['title:reset AND status:closed', 'NOT status:open', 'title:reset AND NOT status:open'];
    expect(finding(row, [...found, ...others])).toEqual(found);
  });

  it('by one of its names, of which each is asked for once', () => {
    expect(finding(entry({}), ['id:f1', 'id:f2,f1', 'id:f2'])).toEqual(['id:f1', 'id:f2,f1']);
    const [[ids] = []] = meanings('id:f2,f1');
    expect(ids?.conditions).toEqual([{ kind: 'named', ids: ['f2', 'f1'] }]);
    const [[twice] = []] = meanings('tag:web,WEB,web');
    expect(twice?.conditions).toHaveLength(1);
  });
});

it('what only the store knows is handed on to it', () => {
  const conditions = (query: string) => meanings(query)[0]?.[0]?.conditions;
  expect([
    conditions('has:comment'),
    conditions('is:held'),
    conditions('is:altered'),
    conditions('verdict:fixed'),
    conditions('verdict:NONE'),
    conditions('from:Nessus'),
    conditions('from:my-*'),
    conditions('from:NONE'),
    conditions('state:READY'),
  ]).toEqual([
    [{ kind: 'commented' }],
    [{ kind: 'held' }],
    [{ kind: 'altered' }],
    [{ kind: 'verdict', verdict: 'fixed' }],
    [{ kind: 'verdict', verdict: null }],
    [{ kind: 'from', pieces: ['nessus'] }],
    [{ kind: 'from', pieces: ['my-', ''] }],
    [{ kind: 'from', pieces: null }],
    [{ kind: 'state', state: 'ready' }],
  ]);
});

describe('a value is refused', () => {
  const held = (field: 'severity' | 'status') =>
    field === 'severity' ? ['Blocker', ' '] : ['Waiting', 'open'];
  const problem = (query: string, over: Partial<MeaningContext> = {}): string | null => {
    try {
      meanings(query, over);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };

  it('that neither profile nor engagement knows', () => {
    const known = (query: string) => problem(query, { held });
    expect([
      known('status:waiting'),
      known('status:open'),
      known('status:wait*'),
      known('severity:blocker'),
      known('severity:high'),
      known('severity:*'),
    ]).toEqual([null, null, null, null, null, null]);
    expect(known('status:waitin')).toBe('Unknown status "waitin". Did you mean "Waiting"?');
    expect(known('severity:zzz*')).toBe(
      `Unknown severity "zzz*". Known: ${[...defaultProfile.severities, 'Blocker'].join(', ')}`,
    );
    expect(problem('severity:zzz')).toBeNull();
    const empty = serviceProfileSchema.parse({ statuses: ['x'] });
    expect(problem('status:y', { profile: { ...empty, statuses: [] }, held: () => [' '] })).toBeNull();
    const many = Array.from({ length: 30 }, (_, at) => `wxyz-${String(at)}`);
    expect(problem('status:q', { profile: { ...empty, statuses: [] }, held: () => many })).toBe(
      `Unknown status "q". Known: ${many.slice(0, 20).join(', ')}`,
    );
  });

  it.each([
    ['is:open', 'Unknown state "open". Write status:open'],
    ['is:high', 'Unknown state "high". Write severity:high'],
    ['is:queud', 'Unknown state "queud". Did you mean "queued"?'],
    ['is:que*', 'A * has no meaning in this value'],
    ['has:remediaton', 'Unknown field "remediaton". Did you mean "remediation"?'],
    ['verdict:fixd', 'Unknown verdict "fixd". Did you mean "fixed"?'],
    ['severity:>zzz', `Unknown severity "zzz". Known: ${defaultProfile.severities.join(', ')}`],
    ['severity:>=h*', 'A severity with a * has no order; >= works with severity, cvss and updated'],
    ['cvss:11', '"11" is not a score; a score is a number from 0 to 10, like 7.5'],
    ['cvss:x', '"x" is not a score; a score is a number from 0 to 10, like 7.5'],
    ['status:>open', 'A status has no order; > works with severity, cvss and updated'],
    ['tag:<a', '"tag" has no order; < works with severity, cvss and updated'],
    ['title:<a', '"title" has no order; < works with severity, cvss and updated'],
    ['asset:<a', '"asset" has no order; < works with severity, cvss and updated'],
    ['cwe:<7', '"cwe" has no order; < works with severity, cvss and updated'],
    ['is:>new', '"is" has no order; > works with severity, cvss and updated'],
    ['has:>title', '"has" has no order; > works with severity, cvss and updated'],
    ['state:redy', 'Unknown state "redy". Did you mean "ready"?'],
    ['state:zzzzzz', 'Unknown state "zzzzzz". Known: progress, ready, reviewed. Of a status write status:'],
    ['state:>ready', 'A state has no order; > works with severity, cvss and updated'],
    ['id:>f1', 'An identifier has no order; > works with severity, cvss and updated'],
    ['from:>nessus', 'A tool has no order; > works with severity, cvss and updated'],
    ['verdict:>open', 'A verdict has no order; > works with severity, cvss and updated'],
    ['asset:10.0.0.0/33', '"10.0.0.0/33" is no network; write asset:10.0.0.0/24'],
  ])('%s: %s', (query, message) => {
    expect(problem(query)).toBe(message);
  });

  it('never for the score of ten, nor for a comparison that is none', () => {
    expect([problem('cvss:10'), problem('cvss:0'), problem('status=open'), problem('tag=a')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('the state of a finding', () => {
  it.each<[ItemState[], boolean, string]>([
    [[], false, 'synced'],
    [[], true, 'gone'],
    [['done'], true, 'gone'],
    [['queued'], true, 'queued'],
    [['queued', 'sending'], false, 'sending'],
    [['sending', 'unknown', 'queued'], false, 'unknown'],
    [['unknown', 'rejected'], false, 'rejected'],
    [['rejected', 'conflict'], false, 'conflict'],
  ])('with operations that are %j, gone: %s, is %s', (states, gone, state) => {
    expect(syncState(states, gone)).toBe(state);
  });
});

describe('when a finding changed', () => {
  const dayMs = 86_400_000;
  const hours = (count: number): number => count * 3_600_000;
  const { nowMs } = context;
  const holdsAt = (text: string, by: '<' | '<=' | '=' | '>=' | '>' | null, updatedMs: number): boolean =>
    holds(updatedCondition(text, by, 0, nowMs), entry({}, { updatedMs }));

  it.each([
    ['30min', hours(0.5)],
    ['2h', hours(2)],
    ['7d', 7 * dayMs],
    ['2W', 14 * dayMs],
    ['1mo', 30 * dayMs],
    ['1y', 365 * dayMs],
  ])('is asked for by an age of %s, younger or older', (text, ageMs) => {
    const at = nowMs - ageMs;
    const met = (by: '<' | '<=' | '=' | '>=' | '>' | null) =>
      [at - 1, at, at + 1].map((updatedMs) => holdsAt(text, by, updatedMs));
    expect([met('<'), met('<='), met(null), met('='), met('>='), met('>')]).toEqual([
      [false, false, true],
      [false, true, true],
      [false, true, true],
      [false, true, true],
      [true, true, false],
      [true, false, false],
    ]);
  });

  it.each([
    ['2026-03-01', Date.parse('2026-03-01T00:00:00Z'), dayMs],
    ['2026-03-01T10:00', Date.parse('2026-03-01T10:00:00Z'), 1],
    ['2026-03-01T10:00:30+02:00', Date.parse('2026-03-01T08:00:30Z'), 1],
  ])('is asked for by %s, from its beginning to its end', (text, fromMs, lengthMs) => {
    const met = (by: '<' | '<=' | '=' | '>=' | '>' | null) =>
      [fromMs - 1, fromMs, fromMs + lengthMs - 1, fromMs + lengthMs].map((updatedMs) =>
        holdsAt(text, by, updatedMs),
      );
    expect([met('<'), met('<='), met(null), met('='), met('>='), met('>')]).toEqual([
      [true, false, false, false],
      [true, true, true, false],
      [false, true, true, false],
      [false, true, true, false],
      [false, true, true, true],
      [false, false, false, true],
    ]);
  });

  it.each(['7', 'd', '7x', '2026-02-30', '2026-02-30T10:00', '2026-3-1', '2026-03-01 10:00', '1234567d', ''])(
    'is no %j',
    (text) => {
      expect(() => updatedCondition(text, null, 3, nowMs)).toThrow(
        `"${text}" is neither an age (7d; units min, h, d, w, mo, y) nor a day (2026-03-01)`,
      );
    },
  );
});
