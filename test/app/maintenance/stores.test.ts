import { randomInt } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '#contract/error.ts';
import type { ToldNotice } from '#contract/notice.ts';
import { composeHost } from '#app/compose/compose-host.ts';
import { procedures } from '#contract/procedures/index.ts';
import { createDispatcher } from '#app/rpc/dispatch.ts';
import { countSyncs } from '#app/rpc/sync-count.ts';
import { shareUserActivity } from '#app/rpc/user-activity.ts';
import { systemIds } from '#app/platform/system.ts';
import { writeWhole } from '#app/platform/whole-file.ts';
import { handClock } from '../../support/desk.ts';
import { createHttpTransport } from '#remote/http/http-transport.ts';
import { openStore } from '#db/store/open.ts';
import { setAsideAndRescue } from '#db/recovery/repair.ts';
import { storeKey } from '#db/store/vault.ts';
import { project, records, startHostileService, token as shippedToken } from '../../faults/service.ts';
import type { HostileService } from '../../faults/service.ts';

const dataKey = new Uint8Array(32).fill(7);
const pageSize = 4_096;
const count = 120;
const edited = 'Edited on the train';
const made = 'Made on the train';
/** What no service has, so that no sync brings it back. */
const commented = 'Ask Ann about the train';
/** In one run each fourth of the pages that bear no work is damaged: every table adds some. */
const every = 4;

interface Program {
  readonly told: string[];
  /** What the procedure answers; throws if it fails otherwise than by `code`. */
  call(name: string, input?: unknown): Promise<unknown>;
  fails(name: string, input?: unknown): Promise<string>;
  end(): void;
}

const running: Program[] = [];

/** One run of the program over a home: the dispatcher over the shipped services, as every face has it. */
function start(home: string, token = shippedToken): Program {
  const told: string[] = [];
  const host = composeHost({
    home,
    dataKey,
    syncs: countSyncs(),
    work: shareUserActivity(),
    clock: handClock(),
    ids: systemIds,
    random: () => 0.5,
    tell: (sentence) => told.push(sentence),
    createTransport: (baseUrl) => createHttpTransport({ baseUrl }),
    routeTo: async () => ({ kind: 'direct', source: 'a test' }),
    render: () => Promise.reject(new Error('no report is made here')),
    writeWhole,
  });
  // What a face tells first, of which this test is one.
  const notices = host.handlers['notice.tell']?.(
    {},
    { token: null, signal: new AbortController().signal, progress: () => undefined },
  ) as readonly ToldNotice[];
  told.push(...notices.filter(({ isNew }) => isNew).flatMap(({ sentences }) => sentences));
  const internal: unknown[] = [];
  const dispatch = createDispatcher({
    ...host,
    rows: procedures,
    onInternal: (error) => internal.push(error),
    onFailure: host.noticeFailure,
  });
  const run = async (name: string, input: unknown): Promise<Outcome<unknown>> => {
    const context = { token, signal: new AbortController().signal, progress: () => undefined };
    const outcome = JSON.parse(await dispatch(name, JSON.stringify(input), context)) as Outcome<unknown>;
    if (internal.length > 0) throw internal[0];
    return outcome;
  };
  const program: Program = {
    told,
    async call(name, input = {}) {
      const outcome = await run(name, input);
      if (outcome.ok) return outcome.value;
      throw new Error(`${name}: ${outcome.error.code}: ${outcome.error.message}`);
    },
    async fails(name, input = {}) {
      const outcome = await run(name, input);
      return outcome.ok ? 'none' : outcome.error.code;
    },
    end: () => {
      // Only previews take time to close, and nobody looks at one here.
      void host.close();
    },
  };
  running.push(program);
  return program;
}

let service: HostileService;
let folder: string;
let home: string;

/** A home with findings, and an edit and a creation that wait, closed; each test damages a copy. */
beforeAll(async () => {
  service = await startHostileService(records(count));
  folder = mkdtempSync(join(tmpdir(), 'dossier-stores-'));
  const program = start(template());
  await program.call('connection.connect', { baseUrl: service.baseUrl });
  await program.call('engagement.add', { project });
  await program.call('sync.run');
  await program.call('finding.edit', { id: 'f7', changes: { title: edited } });
  await program.call('finding.create', { project, records: [{ title: made, asset: ['b.test'] }] });
  await program.call('state.set', { ids: ['f9'], state: 'reviewed' });
  await program.call('comment.add', { project, text: commented });
  program.end();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.close();
});
beforeEach(() => {
  home = freshHome();
});
afterEach(() => {
  for (const program of running.splice(0)) program.end();
});

function template(): string {
  return join(folder, 'template');
}

function freshHome(): string {
  service.records.clear();
  for (const [id, record] of records(count)) service.records.set(id, record);
  service.spoil(undefined);
  const copy = mkdtempSync(join(folder, 'home-'));
  cpSync(template(), copy, { recursive: true });
  return copy;
}

function storePath(): string {
  const id = readdirSync(join(home, 'stores')).find((name) => !name.startsWith('abab')) ?? '';
  return join(home, 'stores', id, 'store.db');
}

function flip(page: number): void {
  const bytes = readFileSync(storePath());
  const at = (page - 1) * pageSize + 200;
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(storePath(), bytes);
}

/** The pages of a store that hold the table, as the program's own connection sees them. */
function pagesOf(table: string): number[] {
  const [id = ''] = readdirSync(join(home, 'stores'));
  const db = openStore({ path: storePath(), key: storeKey(dataKey, id) });
  const pages = db.prepare<[string], number>('SELECT pageno FROM dbstat WHERE name = ?').pluck().all(table);
  db.close();
  return pages;
}

/** The first page of every table and index of the store, and all of its schema. */
function firstPages(): number[] {
  const [id = ''] = readdirSync(join(home, 'stores'));
  const db = openStore({ path: storePath(), key: storeKey(dataKey, id) });
  const pages = db
    .prepare<[], number>('SELECT min(pageno) FROM dbstat GROUP BY name ORDER BY 1')
    .pluck()
    .all();
  db.close();
  return [...new Set([...pages, ...pagesOf('sqlite_schema')])];
}

interface Shown {
  readonly findings: number;
  readonly reviewed: readonly string[];
  readonly comments: readonly string[];
}

/** What a person sees of the engagement; null if that met damage, which the next start mends. */
async function shownBy(program: Program): Promise<Shown | null> {
  const all = { project };
  const reviewed = { project, query: 'state:reviewed' };
  for (const [name, input] of [
    ['finding.list', all],
    ['finding.list', reviewed],
    ['comment.list', all],
  ] as const) {
    const code = await program.fails(name, input);
    if (code === 'damaged-store') return null;
    expect(code, name).toBe('none');
  }
  const idsOf = async (input: object): Promise<string[]> =>
    ((await program.call('finding.list', input)) as { rows: { id: string }[] }).rows.map(({ id }) => id);
  const comments = (await program.call('comment.list', all)) as { text: string }[];
  return {
    findings: (await idsOf(all)).length,
    reviewed: await idsOf(reviewed),
    comments: comments.map(({ text }) => text),
  };
}

function titles(): unknown[] {
  return [...service.records.values()]
    .map(({ title }) => title)
    .filter((title) => title === edited || title === made);
}

describe('a store that is damaged in one page', () => {
  test('is whole again after at most three starts, whichever page it is, and keeps what could not be read', async () => {
    const all = firstPages();
    // Without its schema nothing can be read; on the others lie the work itself and the count of its commits.
    const bearing = new Set(
      ['sqlite_schema', 'mark', 'operation_item', 'working_state', 'comment'].flatMap(pagesOf),
    );
    // Of the others each fourth, one run these and another those: what is kept there is asked for again, or made again.
    const others = all.filter((page) => !bearing.has(page));
    const from = randomInt(every);
    const pages = [...bearing, ...others.filter((_page, at) => at % every === from)];
    const lost: number[] = [];
    for (const page of pages) {
      home = freshHome();
      flip(page);
      const told: string[] = [];
      let shown: Shown | null = null;
      for (let run = 0; run < 3 && shown === null; run += 1) {
        const program = start(home);
        // A sync reads less than a person looks at.
        if ((await program.fails('sync.run')) === 'none') shown = await shownBy(program);
        told.push(...program.told);
        program.end();
      }
      const which = `page ${String(page)} of draw ${String(from)}`;
      if (shown === null) throw new Error(`${which}: damaged after three starts`);
      expect(shown.findings, which).toBeGreaterThanOrEqual(count);
      if (!bearing.has(page)) expect(shown, which).toMatchObject({ reviewed: ['f9'], comments: [commented] });
      if (told.length > 0) {
        const aside = readdirSync(join(storePath(), '..')).some((name) => name.includes('damaged-1'));
        expect(aside, which).toBe(true);
      }
      const delivered = titles();
      expect(new Set(delivered).size, which).toBe(delivered.length);
      if (delivered.length < 2) {
        lost.push(page);
        expect(told.join('\n'), which).toContain('Look through the queue');
      }
      rmSync(home, { recursive: true });
    }
    expect(
      lost.filter((page) => !bearing.has(page)),
      `draw ${String(from)}`,
    ).toEqual([]);
  });
});

/** Everything that a person is told until the work is out, or asked for, or gone. */
async function syncUntilDone(): Promise<string> {
  const told: string[] = [];
  let end = '';
  for (let run = 0; run < 3 && end !== 'none'; run += 1) {
    const program = start(home);
    end = await program.fails('sync.run');
    told.push(...program.told);
    program.end();
  }
  expect(end).toBe('none');
  return told.join('\n');
}

describe('a store file that is', () => {
  const bytes = (): Buffer => readFileSync(storePath());
  const damages: Record<string, () => void> = {
    'cut in the middle': () => {
      truncateSync(storePath(), Math.floor(bytes().length / 2));
    },
    'cut in its first page': () => {
      truncateSync(storePath(), 1_000);
    },
    empty: () => {
      truncateSync(storePath(), 0);
    },
    missing: () => {
      rmSync(storePath());
    },
    'no database at all': () => {
      writeFileSync(storePath(), 'Dear colleague, the file you are looking for\n'.repeat(400));
    },
    'zeroed at its end': () => {
      const now = bytes();
      writeFileSync(storePath(), now.fill(0, now.length - 4 * pageSize));
    },
  };
  test.each(Object.entries(damages))(
    '%s is told, and the next sync brings the findings back',
    async (_what, damage) => {
      damage();
      const told = await syncUntilDone();
      expect(told).toMatch(/damaged|lost/u);
      expect(told).not.toContain(edited);
      const program = start(home);
      const { rows } = (await program.call('finding.list', { project })) as { rows: { title: string }[] };
      expect(rows.length).toBeGreaterThanOrEqual(count);
      const queued = (await program.call('queue.list')) as unknown[];
      expect(titles().length + queued.length).toBeLessThanOrEqual(2);
    },
  );
});

test('damage met in the middle of a run is told by that run and mended by the next start', async () => {
  const [page = 0] = pagesOf('history');
  flip(page);
  const first = start(home);
  expect(await first.fails('finding.history', { id: 'f7' })).toBe('damaged-store');
  first.end();
  const second = start(home);
  expect(second.told.join('\n')).toContain('history: ');
  await second.call('sync.run');
  expect(titles().sort()).toEqual([edited, made].sort());
  second.end();
  expect(start(home).told).toEqual([]);
});

test('damage that the backup meets is mended by the next start', async () => {
  rmSync(join(storePath(), '..', 'backups'), { recursive: true });
  flip(pagesOf('record').at(-2) ?? 0);
  const first = start(home);
  expect(await first.fails('sync.run', { pull: false })).toBe('none');
  expect(first.told.join('\n')).toContain('The backup of the store failed');
  first.end();
  const second = start(home);
  expect(second.told.join('\n')).toContain('All work was rescued');
});

test('a kill between the rescue and its lists leaves no queued work out of the lists', async () => {
  const [id = ''] = readdirSync(join(home, 'stores'));
  setAsideAndRescue({
    path: storePath(),
    key: storeKey(dataKey, id),
    backups: join(storePath(), '..', 'backups'),
    nowIso: '2026-01-02T03:04:05.000Z',
  });
  writeFileSync(`${storePath()}.suspect`, '');
  const program = start(home);
  const { rows } = (await program.call('finding.list', { project })) as { rows: { title: string }[] };
  // With the findings of the service, whose records were rescued as well.
  expect(rows.map(({ title }) => title)).toEqual(expect.arrayContaining([edited, made]));
  expect(rows).toHaveLength(count + 1);
  expect(existsSync(`${storePath()}.suspect`)).toBe(false);
});

test('a store of a newer program is refused and not touched', () => {
  const [id = ''] = readdirSync(join(home, 'stores'));
  const db = openStore({ path: storePath(), key: storeKey(dataKey, id) });
  db.exec('PRAGMA user_version = 99999');
  db.close();
  const before = readFileSync(storePath());
  expect(() => start(home)).toThrow(/newer version/u);
  expect(readFileSync(storePath()).equals(before)).toBe(true);
  expect(readdirSync(join(storePath(), '..')).filter((name) => /damaged|rescu|suspect/u.test(name))).toEqual(
    [],
  );
});

describe('the pointer to the current store', () => {
  const pointer = (): string => join(home, 'current.json');
  const queued = async (program: Program): Promise<number> =>
    ((await program.call('queue.list')) as unknown[]).length;

  test('that is missing: the only store is at hand, offline', async () => {
    rmSync(pointer());
    expect(await queued(start(home))).toBe(2);
  });

  test.each(['', '{', '[]', '{"version":1,"current":"../../etc"}', '{"version":2}', '\0\0\0'])(
    'that is damaged (%j): the only store is at hand, and the pointer is written again',
    async (text) => {
      writeFileSync(pointer(), text);
      const program = start(home);
      expect(program.told.join()).toContain('current.json was damaged');
      expect(await queued(program)).toBe(2);
      program.end();
      expect(start(home).told).toEqual([]);
    },
  );

  test('that is damaged where there are several stores: nothing is guessed, and what to do is told', () => {
    mkdirSync(join(home, 'stores', 'ab'.repeat(16)));
    writeFileSync(pointer(), '{');
    expect(() => start(home)).toThrow(/current\.json cannot be read\. Remove it and run "dossier connect"/u);
    expect(existsSync(storePath())).toBe(true);
  });
});

test('a rescue that lost work is told whole once, stays until it is acknowledged, and shows the findings at once', async () => {
  const program = start(home);
  await program.call('finding.edit', { id: 'f9', changes: { title: 'After the last backup' } });
  program.end();
  truncateSync(storePath(), 0);
  const met = start(home);
  expect(met.told.join('\n')).toContain('Look through the queue');
  const { rows } = (await met.call('finding.list', { project })) as { rows: { id: string }[] };
  expect(rows.length).toBeGreaterThanOrEqual(count);
  expect(await met.call('desk.status')).toMatchObject({ notices: [{ kind: 'rescue' }] });
  met.end();
  const later = start(home);
  expect(later.told).toEqual([]);
  const [notice] = (await later.call('notice.list')) as { id: string; sentences: string[] }[];
  expect(notice?.sentences.join('\n')).toContain('operation');
  expect(await later.fails('notice.acknowledge', { ids: ['notice-99'] })).toBe('not-found');
  expect(await later.call('notice.acknowledge')).toEqual({ acknowledged: [notice?.id] });
  expect(await later.call('notice.list')).toEqual([]);
});
