import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSystemClock, systemIds } from '#app/platform/system.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import { defaultProfile } from '#contract/profile.ts';
import { openMemoryStore } from '#db/store/open.ts';
import { transaction } from '#db/store/transaction.ts';
import { noteListShows, writeConnection } from '#db/tables/accounts/connections.ts';
import { markGone } from '#db/tables/findings/records.ts';
import type { OnlineContext } from '#engine/context.ts';
import { SyncStats } from '#engine/intake/sync-stats.ts';
import { keepPages } from '#engine/pull/known-pages.ts';
import { PageImporter } from '#engine/pull/page-importer.ts';
import { walkPages } from '#engine/pull/pager.ts';
import { RequestOrder } from '#engine/request-order.ts';
import type { SampleService } from '#sample/http/server.ts';
import { handClock, sampleService, syncedDesk, type TestDesk } from '../../support/desk.ts';
import { edit, findings, isList, project, sync, watch, within } from '../support.ts';

/** A list of one page with two findings that never changes, over a store of its own. */
function unchangingList() {
  const db = openMemoryStore();
  transaction(db, () => {
    writeConnection(db, {
      baseUrl: 'https://service.test/api/',
      userId: 'u',
      userJson: '{}',
      organizationJson: '{}',
      profileJson: JSON.stringify(defaultProfile),
      token: null,
    });
    noteListShows(db, 'everything');
  });
  const rows = ['a', 'b'].map((id) => ({ kind: 'record', id, record: { id, title: id, asset: ['x'] } }));
  let reads = 0;
  const client = {
    refreshPage: (_call: unknown, { page }: { page: number }, knownBody: string | null) => {
      const listed = page === 1 ? rows : [];
      const bodyHash = `body ${String(page)}`;
      const read = () => {
        reads += 1;
        return { kind: 'ok', value: listed };
      };
      return Promise.resolve({
        kind: 'ok',
        value: knownBody === bodyHash ? { kind: 'known', read } : { kind: 'new', rows: listed, bodyHash },
      });
    },
  };
  const sweep = async (profile = defaultProfile) => {
    const online = {
      db,
      profile,
      client,
      clock: createSystemClock(),
      ids: systemIds,
      random: Math.random,
      order: new RequestOrder(),
      signal: new AbortController().signal,
      credentials: { kind: 'none' },
      progress: () => undefined,
      scheduler: {
        yieldToUser: () => Promise.resolve(),
        userActive: () => false,
        inputSince: () => false,
      },
    } as unknown as OnlineContext;
    const stats = new SyncStats();
    const importer = new PageImporter(online, project, stats, null);
    reads = 0;
    const walk = await walkPages(online, project, { from: 'start', lastPage: 1 }, importer);
    transaction(db, () => keepPages(db, project, importer.news, 1));
    const { pages, seen, created, changed } = stats.summary();
    return { kind: walk.kind, reads, kept: importer.news.length, counts: { pages, seen, created, changed } };
  };
  return { db, sweep };
}

const unchanged = { pages: 1, seen: 2, created: 0, changed: 0 };

test('a page that says what it said before is not read again, and counts as the first time', async () => {
  const { sweep } = unchangingList();
  expect([await sweep(), await sweep(), await sweep()]).toEqual([
    { kind: 'end', reads: 0, kept: 1, counts: { ...unchanged, created: 2 } },
    { kind: 'end', reads: 0, kept: 0, counts: unchanged },
    { kind: 'end', reads: 0, kept: 0, counts: unchanged },
  ]);
});

test.each([
  ['a finding of it is gone here', `UPDATE record SET gone_at = 'now' WHERE finding = 1`],
  [
    'a finding of it was read as something else since',
    `UPDATE record SET list_hash = 'other' WHERE finding = 2`,
  ],
  ['the detail of one said something else', `UPDATE record SET detail_hash = 'other' WHERE finding = 2`],
  ['the record of one was forgotten', 'DELETE FROM record WHERE finding = 1'],
  ['a finding of it has another identifier', `UPDATE finding SET service_id = 'c' WHERE finding = 2`],
  ['a finding of it is in another engagement', `UPDATE finding SET project = 'other' WHERE finding = 1`],
])('is read again if %s', async (_why, change) => {
  const { db, sweep } = unchangingList();
  await sweep();
  transaction(db, () => db.prepare(change).run());
  expect((await sweep()).reads).toBe(1);
});

test('is read again if it would be read otherwise by now', async () => {
  const { sweep } = unchangingList();
  await sweep();
  const { kept } = await sweep({ ...defaultProfile, volatile: [...defaultProfile.volatile, 'title'] });
  expect(kept).toBe(1);
});

test('what is found gone on a page that says what it said before is there again', async () => {
  const { db, sweep } = unchangingList();
  await sweep();
  transaction(db, () => markGone(db, 1 as FindingRow, 'now'));
  await sweep();
  expect(db.prepare('SELECT count(*) FROM record WHERE gone_at IS NULL').pluck().get()).toBe(2);
});

const anyFinding = fc.integer({ min: 1, max: 7 }).map((number) => `f${String(number)}`);
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('theirs'), id: anyFinding, value: fc.constantFrom('low', 'high', 'medium') }),
  fc.record({ kind: fc.constant('mine'), id: anyFinding, value: fc.constantFrom('low', 'high', 'medium') }),
  fc.record({ kind: fc.constant('remove'), id: anyFinding, value: fc.constant('') }),
  fc.record({ kind: fc.constant('add'), id: anyFinding, value: fc.constant('') }),
  // The list of this sync is what it was at the one before.
  fc.record({ kind: fc.constant('lag'), id: fc.constant(''), value: fc.constant('') }),
  fc.record({ kind: fc.constant('sync'), id: fc.constant(''), value: fc.constant('') }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** A service and a desk over it that both always do the same; `forgets`: each sync reads every page. */
async function world(forgets: boolean) {
  let ids = 0;
  const service = await sampleService({
    engagement: false,
    pageCap: 3,
    now: () => new Date(0),
    newId: () => `n${String((ids += 1))}`,
    seeds: [{ project, findings: findings(7) }],
  });
  const desk = await syncedDesk(service, project, { clock: handClock(), random: () => 0.5 });
  let before = new Map<string, string>();
  const pull = async (lags: boolean): Promise<unknown> => {
    if (forgets) within(desk, (db) => transaction(db, () => db.prepare('DELETE FROM list_page').run()));
    const shown = lags ? before : new Map<string, string>();
    watch(service, [], (request) => {
      const body = isList(request) ? shown.get(request.path) : undefined;
      return body === undefined ? undefined : { kind: 'body', body };
    });
    const { pulled, pushed } = await sync(desk, { acceptMissing: true });
    before = await lists(service);
    return { pulled, pushed };
  };
  return { service, desk, pull };
}

async function lists(service: SampleService): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  for (let page = 1; page <= 5; page += 1) {
    const query = `scans/?project=${project}&page=${String(page)}&pageSize=3`;
    const headers = { 'X-SERVICE-TOKEN': service.tokens['mara'] ?? '' };
    bodies.set(`/api/${query}`, await (await fetch(service.baseUrl + query, { headers })).text());
  }
  return bodies;
}

function stored(desk: TestDesk): unknown {
  return within(desk, (db) => [
    db
      .prepare(
        `SELECT f.service_id, r.base_json, r.list_hash, r.detail_hash, r.detail_due, r.gone_at IS NULL AS there
           FROM finding f LEFT JOIN record r USING (finding) ORDER BY f.finding`,
      )
      .all(),
    db.prepare('SELECT finding, state, patch_json FROM operation_item ORDER BY seq, finding').all(),
    db.prepare('SELECT id, title, severity, sync FROM list_row ORDER BY finding').all(),
  ]);
}

async function play({ service, desk, pull }: Awaited<ReturnType<typeof world>>, steps: readonly Step[]) {
  const told: unknown[] = [];
  const isThere = (id: string): boolean => service.finding(id) !== undefined;
  for (const { kind, id, value } of [...steps, { kind: 'sync', id: '', value: '' }]) {
    if (kind === 'theirs' && isThere(id)) service.edit(id, { severity: value });
    if (kind === 'remove' && isThere(id)) service.remove(id);
    if (kind === 'add') service.create(project, { body: { title: 'Another', asset: ['x'] } });
    if (kind === 'mine') await edit(desk, id, { severity: value }).catch(() => undefined);
    if (kind === 'lag' || kind === 'sync') told.push(await pull(kind === 'lag'), stored(desk));
  }
  return told;
}

test('whatever happens here and there, a sync does the same as one that reads every page', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 14 }), async (steps) => {
      const [remembering, forgetting] = [await world(false), await world(true)];
      expect(await play(remembering, steps)).toEqual(await play(forgetting, steps));
    }),
    { numRuns: 25 },
  );
}, 120_000);
