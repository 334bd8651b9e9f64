import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overviewQueries, type EngagementOverview } from '#contract/engagement-overview.ts';
import type { ItemState } from '#contract/finding/operation.ts';
import { defaultProfile } from '#contract/profile.ts';
import { verdicts } from '#contract/value-lists.ts';
import { severityRank } from '#domain/finding/record.ts';
import { addEngagement } from '#db/tables/engagements.ts';
import { writeHeld } from '#db/tables/outbox/held.ts';
import { transaction } from '#db/store/transaction.ts';
import { engagementOverview } from '#features/engagements/overview.ts';
import { countLists } from '#features/lists/list-window.ts';
import { selectedFindings } from '#features/reports/selection.ts';
import { countToReview, listReviews } from '#features/review/list.ts';
import type { ReadContext } from '#engine/context.ts';
import { nowIso, openListStore, project, type ListStore } from '../../engine/search/store.ts';
import { bench, body, edit, project as synced, sync } from '../../engine/support.ts';
import { handClock } from '../../support/desk.ts';

const host = fc.constantFrom(
  ...[
    'a.acme.test',
    'b.acme.test',
    'A.ACME.TEST',
    'https://a.acme.test/login',
    'a.acme.test:8443',
    'Shop app',
  ],
  ...['10.0.0.0/24', '10.0.0.7', '10.0.0.0/99', 'fe80::1', 'https://[fe80::1]/', 'a, b', 'x*y', '>=1', ''],
);
const finding = fc.record({
  base: fc.record(
    {
      title: fc.constantFrom('SQL injection', 'XSS'),
      severity: fc.constantFrom(
        ...['critical', 'High', 'HIGH', 'medium', 'Moderate', 'low', 'info', 'informational'],
        ...['weird', 'Weird', 'a, "b"', '>=high', 'x*', '', ' ', null],
      ),
      status: fc.constantFrom(
        'open',
        'Open',
        'pending_retest',
        'closed',
        'draft',
        'On hold',
        'on hold',
        '',
        null,
      ),
      asset: fc.oneof(host, fc.array(host, { maxLength: 3 })),
      review_version: fc.constant(3),
    },
    { requiredKeys: ['title'] },
  ),
  state: fc.constantFrom<ItemState | null>(
    'queued',
    'sending',
    'conflict',
    'rejected',
    'unknown',
    'done',
    null,
    null,
  ),
  gone: fc.boolean(),
  held: fc.boolean(),
  verdicts: fc.array(
    fc.record({ round: fc.constantFrom(1, 2), verdict: fc.constantFrom(null, 'fixed', 'open') }),
    { maxLength: 3 },
  ),
});
type Made = (typeof finding extends fc.Arbitrary<infer T> ? T : never) & object;

function openEngagement(): {
  store: ListStore;
  ctx: ReadContext;
  overview: (assets?: number) => EngagementOverview;
} {
  const store = openListStore();
  const { db } = store;
  transaction(db, () => addEngagement(db, { project, name: null, client: null, addedAt: nowIso }));
  const ctx = { db, clock: handClock(), profile: defaultProfile };
  const overview = (assets = 500): EngagementOverview =>
    engagementOverview(ctx, { project, assets }, () => countToReview(ctx, project));
  return { store, ctx, overview };
}

function put(store: ListStore, { base, state, gone, held, verdicts: said }: Made): void {
  const row = store.add({ base, ...(gone && { goneAt: nowIso }) });
  if (state !== null) store.operate(row, { state, patch: { title: 'Changed' } });
  transaction(store.db, () => writeHeld(store.db, row, held));
  store.refresh(row);
  for (const { round, verdict } of said) store.judge(row, round, verdict);
}

/** Every number of an overview that a query lists, by that query. */
function numbersOf(overview: EngagementOverview): [query: string, findings: number][] {
  const { severities, statuses, worst, retest } = overview;
  const single = Object.entries(overviewQueries).map(([member, query]): [string, number] => [
    query,
    overview[member as keyof typeof overviewQueries],
  ]);
  const newest = retest.at(-1);
  const rounds =
    newest === undefined
      ? []
      : [
          ...verdicts.map((verdict): [string, number] => [`verdict:${verdict}`, newest.verdicts[verdict]]),
          ['verdict:none', newest.none] as [string, number],
        ];
  const lists = [...severities, ...statuses, ...worst].map(({ query, findings }): [string, number] => [
    query,
    findings,
  ]);
  return [...single, ...lists, ...rounds];
}

async function listed(ctx: ReadContext, queries: readonly string[]): Promise<(number | null)[]> {
  return countLists(ctx, { project, queries }, new AbortController().signal);
}

describe('for any findings', () => {
  it('each number of the overview is that of its list, of the review and of the report', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(finding, { maxLength: 8 }), finding, async (made, later) => {
        const { store, ctx, overview } = openEngagement();
        for (const one of made) put(store, one);
        // Asked twice: what is kept of the first answer does not outlive a change.
        overview();
        put(store, later);
        const told = overview();
        const numbers = numbersOf(told);
        const counts = await listed(
          ctx,
          numbers.map(([query]) => query),
        );
        expect(numbers.map(([query], at) => [query, counts[at]])).toEqual(numbers);
        const { findings, total } = selectedFindings(ctx, project, {});
        const ranks = defaultProfile.severities.map(
          (_, rank) =>
            findings.filter(({ severity }) => severityRank(severity, defaultProfile) === rank).length,
        );
        expect([told.findings, told.severities.slice(0, ranks.length).map((one) => one.findings)]).toEqual([
          total,
          ranks,
        ]);
        for (const parts of [told.severities, told.statuses])
          expect(parts.reduce((sum, one) => sum + one.findings, 0)).toBe(total);
        expect([told.assets, told.candidates]).toEqual([
          told.worst.length,
          Buffer.from(listReviews(ctx, project).rows, 'base64').length / 4,
        ]);
        store.db.close();
      }),
      { numRuns: 60 },
    );
  });
});

describe('an overview', () => {
  const plain = (base: object): Made => ({
    base: { title: 'XSS', ...base },
    state: null,
    gone: false,
    held: false,
    verdicts: [],
  });

  it('names the worst assets first, by their worst severity and how many findings have it', () => {
    const { store, overview } = openEngagement();
    for (const [severity, ...asset] of [
      ['low', 'www.acme.test', 'a.acme.test'],
      ['low', 'www.acme.test'],
      ['high', 'b.acme.test', 'a.acme.test'],
      ['high', 'b.acme.test'],
      ['odd', 'Shop app'],
    ])
      put(store, plain({ severity, asset }));
    const { assets, worst } = overview(3);
    expect([assets, worst.map(({ name, severity, findings }) => [name, severity, findings])]).toEqual([
      4,
      [
        ['b.acme.test', 'high', 2],
        ['a.acme.test', 'high', 2],
        ['www.acme.test', 'low', 2],
      ],
    ]);
  });

  it('counts one host in several spellings once', () => {
    const { store, overview } = openEngagement();
    put(store, plain({ severity: 'low', asset: ['a.acme.test'] }));
    put(store, plain({ severity: 'low', asset: ['A.ACME.test', ' a.acme.test.'] }));
    expect([overview().assets, overview().worst[0]?.findings]).toEqual([1, 2]);
  });

  it('of an engagement without findings has every severity with none', async () => {
    const { desk } = await bench({ count: 0 });
    expect(await desk.call('engagement.overview', { project: synced })).toMatchObject({
      findings: 0,
      severities: defaultProfile.severities.map((name) => ({ name, findings: 0 })),
      statuses: [],
      assets: 0,
      retest: [],
      uncovered: [],
      daysLeft: null,
    });
  });

  it('tells lines of the scope without a finding, the days left and the pending edit', async () => {
    const { desk, clock } = await bench({
      seeds: [
        {
          project: synced,
          findings: [{ id: 'f1', body: body({ asset: ['https://portal.acme.test/login'] }) }],
        },
      ],
    });
    const scopeIn = ['*.acme.test', '10.0.0.0/24', ' api.acme.test ', ''].map((what) => ({ what, note: '' }));
    const today = new Date(clock.wallMs()).toISOString().slice(0, 10);
    await desk.call('engagement.describe', { project: synced, facts: { scopeIn, ends: today } });
    expect(await desk.call('engagement.overview', { project: synced })).toMatchObject({
      uncovered: ['10.0.0.0/24', 'api.acme.test'],
      daysLeft: 0,
      pending: 0,
    });
    await edit(desk, 'f1', { asset: ['10.0.0.9'] });
    clock.pass(2 * 86_400_000);
    expect(await desk.call('engagement.overview', { project: synced })).toMatchObject({
      uncovered: ['*.acme.test', 'api.acme.test'],
      daysLeft: -2,
      pending: 1,
    });
    await sync(desk);
    expect(await desk.call('engagement.overview', { project: synced })).toMatchObject({
      pending: 0,
      findings: 1,
    });
  });

  it('counts a line of the scope as covered only by what is not excluded', async () => {
    const { desk } = await bench({
      seeds: [{ project: synced, findings: [{ id: 'f1', body: body({ asset: ['mail.acme.test'] }) }] }],
    });
    const line = (what: string) => [{ what, note: '' }];
    const facts = { scopeIn: line('*.acme.test'), scopeOut: line('mail.acme.test') };
    await desk.call('engagement.describe', { project: synced, facts });
    expect((await desk.call('engagement.overview', { project: synced })).uncovered).toEqual(['*.acme.test']);
  });

  it('of an engagement that is not here is refused', async () => {
    const { desk } = await bench({ seeds: [] });
    await expect(desk.call('engagement.overview', { project: 'other' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
