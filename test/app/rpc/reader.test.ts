import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '#contract/json.ts';
import { openHost } from '#app/client.ts';
import type { HostSession } from '#app/client.ts';
import { composeHost, type HostParts } from '#app/compose/compose-host.ts';
import { createDispatcher } from '#app/rpc/dispatch.ts';
import {
  createReaderThread,
  createReaderThreads,
  type ReaderOptions,
  type Readers,
  type ReaderThread,
} from '#app/rpc/reader-thread.ts';
import { procedures, type ReadingName } from '#contract/procedures/index.ts';
import type { ThreadBoot } from '#app/rpc/worker-thread.ts';
import { countSyncs } from '#app/rpc/sync-count.ts';
import { createSystemClock, systemIds } from '#app/platform/system.ts';
import { shareUserActivity } from '#app/rpc/user-activity.ts';
import { writeWhole } from '#app/platform/whole-file.ts';
import { createHttpTransport } from '#remote/http/http-transport.ts';
import { project, records, startHostileService, token } from '../../faults/service.ts';
import type { HostileService } from '../../faults/service.ts';

const never = new AbortController().signal;
const dataKey = new Uint8Array(32).fill(7);
const syncs = countSyncs();
const shipped = new URL('../../../electron/app/compose/reader-worker.ts', import.meta.url);
const stuck = new URL('../support/stuck-reader.ts', import.meta.url);
const breaking = new URL('../support/breaking-reader.ts', import.meta.url);

let service: HostileService;
let other: HostileService;
let home: string;
let host: ReturnType<typeof composeHost>;
const readers: ReaderThread[] = [];

/** The host in this thread, so that it is known when it has answered; the reader in one of its own. */
beforeAll(async () => {
  service = await startHostileService(records(20));
  other = await startHostileService(records(3));
  home = mkdtempSync(join(tmpdir(), 'dossier-reader-'));
  const parts: HostParts = {
    home,
    dataKey,
    syncs,
    work: shareUserActivity(),
    clock: createSystemClock(),
    ids: systemIds,
    random: () => 0.5,
    tell: () => undefined,
    createTransport: (baseUrl) => createHttpTransport({ baseUrl }),
    routeTo: async () => ({ kind: 'direct', source: 'a test' }),
    render: () => Promise.reject(new Error('no report is made here')),
    writeWhole,
  };
  host = composeHost(parts);
  await write('connection.connect', { baseUrl: service.baseUrl });
  await write('engagement.add', { project });
  await write('sync.run', {});
});
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.close(false)));
});
afterAll(async () => {
  await (await shared)?.close(false);
  await host.close();
  await service.close();
  await other.close();
  rmSync(home, { recursive: true, force: true });
});

function write(name: string, input: Json): Promise<string> {
  const dispatch = createDispatcher({ ...host, rows: procedures, onInternal: () => undefined });
  return dispatch(name, JSON.stringify(input), { token, signal: never, progress: () => undefined });
}

const sendKey = (port: MessagePort): void => {
  port.postMessage(dataKey);
  port.close();
};

function bootOf(folder: string): ThreadBoot {
  const work = shareUserActivity().shared;
  return { home: folder, readOnlyHome: null, debug: false, syncs: syncs.shared, work, systemProxy: null };
}

function partsOf(more: Partial<ReaderOptions> = {}): ReaderOptions {
  return {
    entry: shipped,
    boot: bootOf(home),
    sendKey,
    env: {},
    onBroken: () => undefined,
    ...more,
  };
}

function readerOf(more?: Partial<ReaderOptions>): ReaderThread {
  const reader = createReaderThread(partsOf(more));
  readers.push(reader);
  return reader;
}

function ask(
  reader: Pick<Readers, 'ask'>,
  name: ReadingName,
  input: Json,
  signal = never,
  account?: string,
): Promise<string | null> {
  const context = { token: null, signal, account, progress: () => undefined };
  return reader.ask({ name, route: procedures[name], input: JSON.stringify(input), context });
}

const anyList: Json = { project, query: '', sort: null };

/** A reader that has its modules and its key. */
async function ready(reader = readerOf()): Promise<ReaderThread> {
  await reader.open();
  return reader;
}

let shared: Promise<ReaderThread> | null = null;

/** One for all tests that leave it as it is: a thread takes half a second to start. */
function usual(): Promise<ReaderThread> {
  shared ??= ready(createReaderThread(partsOf()));
  return shared;
}

describe('the thread that reads', () => {
  test('answers what the host answers, letter by letter', async () => {
    const reader = await usual();
    const questions: [ReadingName, Json][] = [
      ['list.query', { project, query: 'finding', sort: 'title:desc' }],
      ['list.rows', { rows: [3, 1, 2] }],
      ['list.counts', { project, queries: ['', 'severity:low', 'nothing'] }],
      ['list.values', { project }],
      ['list.ids', { rows: [2, 1] }],
      ['finding.open', { id: 'f1' }],
      ['finding.history', { id: 'f1' }],
      ['connection.profile', {}],
      ['engagement.list', {}],
      ['desk.status', {}],
    ];
    const read = await Promise.all(questions.map(([name, input]) => ask(reader, name, input)));
    const told = await Promise.all(questions.map(([name, input]) => write(name, input)));
    expect(read).toEqual(told);
  });

  test('shows every edit that was answered before it was asked', async () => {
    const reader = await usual();
    const seen: boolean[] = [];
    for (let round = 0; round < 40; round += 1) {
      const title = `Typed ${String(round)}`;
      await write('finding.edit', { id: 'f2', changes: { title } });
      const shown = await ask(reader, 'finding.open', { id: 'f2' });
      seen.push(shown?.includes(`"title":${JSON.stringify(title)}`) ?? false);
    }
    expect(seen).toEqual(Array.from({ length: 40 }, () => true));
  });

  test('knows of a sync as long as the host has one', async () => {
    const reader = await usual();
    const told = async (): Promise<boolean> =>
      (await ask(reader, 'desk.status', {}))?.includes('"syncing":true') ?? false;
    // Held by the service, so that it is not over before the thread is asked.
    const reached = Promise.withResolvers<Socket>();
    service.spoil((_asked, socket) => {
      reached.resolve(socket);
      return 'taken';
    });
    const sync = write('sync.run', {});
    const held = await reached.promise;
    const during = await told();
    service.spoil(undefined);
    held.destroy();
    await sync;
    expect([during, await told()]).toEqual([true, false]);
  });

  test('leaves to the host what it cannot answer, so that the failure is told in its words', async () => {
    const reader = await usual();
    expect(await ask(reader, 'finding.open', { id: 'nobody' })).toBeNull();
    expect(await ask(reader, 'list.query', { project, query: 'severity:', sort: null })).toBeNull();
    expect(await ask(reader, 'list.query', { nonsense: true })).toBeNull();
  });

  test('gives a question up that nobody wants any more', async () => {
    const reader = await usual();
    const controller = new AbortController();
    // As many as one call may hold: on a busy machine some are counted before the thread hears that they are not wanted.
    const queries = Array.from({ length: 100 }, (_one, at) => `word${String(at)}`);
    const asked = ask(reader, 'list.counts', { project, queries }, controller.signal);
    controller.abort();
    expect(JSON.parse((await asked) ?? 'null')).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });

  test('follows the person to another account', async () => {
    const reader = await usual();
    await write('connection.connect', { baseUrl: other.baseUrl });
    const inOther = await ask(reader, 'engagement.list', {});
    const shown = host.account() ?? '';
    await write('connection.connect', { baseUrl: service.baseUrl });
    const open = host.account() ?? '';
    const back = await ask(reader, 'engagement.list', {});
    // Whoever shows an account that is not open any more is answered by the host, which says so.
    const outlived = await ask(reader, 'engagement.list', {}, never, shown);
    const own = await ask(reader, 'engagement.list', {}, never, open);
    // Whoever names no account is told for which one the answer is.
    expect([inOther, back, outlived, own].map((text) => JSON.parse(text ?? 'null') as unknown)).toMatchObject(
      [
        { value: [], account: shown },
        { value: [{ project }], account: open },
        null,
        { value: [{ project }] },
      ],
    );
  });

  test('answers nothing once it was closed', async () => {
    const reader = await ready();
    await reader.close(false);
    expect(await ask(reader, 'list.query', anyList)).toBeNull();
  });

  test('ends while it starts as well, and then never answers', async () => {
    const reader = readerOf();
    const opening = reader.open();
    const asked = await ask(reader, 'list.query', anyList);
    await reader.close(false);
    await opening;
    expect([asked, await ask(reader, 'list.query', anyList)]).toEqual([null, null]);
  });

  test('answers nothing where the host has no key for it, and keeps nobody waiting', async () => {
    const reader = readerOf({ sendKey: (port) => port.close() });
    await reader.open();
    expect(await ask(reader, 'list.query', anyList)).toBeNull();
  });

  test('is started again when it breaks, but not for ever', async () => {
    const broken: unknown[] = [];
    const reader = readerOf({ entry: breaking, onBroken: (error) => broken.push(error) });
    const answers = new Set<string | null>();
    for (let round = 0; round < 6; round += 1) {
      await reader.open();
      answers.add(await ask(reader, 'list.query', anyList));
    }
    expect([...answers]).toEqual([null]);
    expect(broken).toHaveLength(3);
  });
});

test('no thread is started but by what a window asks when the hands rest', async () => {
  const keys: unknown[] = [];
  const both = createReaderThreads(partsOf({ entry: breaking, sendKey: (port) => keys.push(port) }));
  const answers = [
    await ask(both, 'list.query', anyList),
    await ask(both, 'list.rows', { rows: [1] }),
    await ask(both, 'finding.history', { id: 'f1' }),
  ];
  const before = keys.length;
  answers.push(await ask(both, 'list.values', { project }));
  await both.close(false);
  expect([answers, before, keys.length > 0]).toEqual([[null, null, null, null], 0, true]);
});

test('what looks at one finding does not wait for what looks through all of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-stuck-'));
  const both = createReaderThreads(partsOf({ entry: stuck, boot: bootOf(folder) }));
  try {
    await ask(both, 'list.values', {});
    await expect.poll(() => ask(both, 'list.rows', {}), { timeout: 20_000 }).not.toBeNull();
    let counted: string | null = null;
    const counting = ask(both, 'list.counts', {}).then((outcome) => (counted = outcome));
    // A thread takes what it is told in turn: this one is answered by another thread, or never.
    const opened = await ask(both, 'finding.open', {});
    const meanwhile: unknown = counted;
    writeFileSync(join(folder, 'go on'), '');
    expect([opened, meanwhile, await counting]).toEqual(['"finding.open"', null, '"list.counts"']);
  } finally {
    await both.close(false);
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the caller hears how far the answer is, and nobody else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-stuck-'));
  const reader = await ready(readerOf({ entry: stuck, boot: bootOf(folder) }));
  const heard: unknown[][] = [[], []];
  const asked = heard.map((events, at) => {
    const name = at === 0 ? 'report.check' : 'list.query';
    const context = { token: null, signal: never, progress: (event: unknown) => events.push(event) };
    return reader.ask({ name, route: procedures[name], input: '{}', context });
  });
  await Promise.all(asked);
  expect(heard).toEqual([
    [{ kind: 'notice', text: 'report.check begins' }],
    [{ kind: 'notice', text: 'list.query begins' }],
  ]);
  rmSync(folder, { recursive: true, force: true });
});

describe('a home with all its threads', () => {
  const folders: string[] = [];
  let session: HostSession | null = null;

  afterEach(async () => {
    await session?.close();
    session = null;
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  async function opened(
    readerEntry: URL,
  ): Promise<(name: ReadingName | 'finding.edit' | 'sync.run', input: Json) => Promise<unknown>> {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-both-'));
    folders.push(folder);
    const open = await openHost({
      home: folder,
      mayMakeVault: true,
      version: '1.0.0',
      passphrase: { given: null, ask: null, askNew: null, showRecoveryCode: null },
      tell: () => undefined,
      signal: never,
      debug: false,
      readerEntry,
    });
    session = open;
    const options = { token, signal: never };
    await open.call('connection.connect', { baseUrl: service.baseUrl }, options);
    await open.call('engagement.add', { project }, options);
    await open.call('sync.run', {}, options);
    return async (name, input) => {
      const outcome = await open.call(name, input, options);
      return outcome.ok ? outcome.value : outcome.error.code;
    };
  }

  test('answers by the host where the reader breaks under every question', async () => {
    const call = await opened(breaking);
    const counts: unknown[] = [];
    for (let round = 0; round < 80; round += 1) {
      await call('list.values', { project });
      counts.push(await call('list.counts', { project, queries: ['severity:low'] }));
    }
    expect(counts).toEqual(Array.from({ length: 80 }, () => [20]));
  });

  test('lets every other thread go before the one that syncs', async ({ skip }) => {
    skip(process.platform !== 'linux', 'elsewhere than on Linux no thread has a priority of its own');
    const niceness = (): number[] =>
      readdirSync('/proc/self/task').flatMap((task) => {
        try {
          // The name of a thread stands in brackets, and may hold blanks.
          const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8');
          return [Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])];
        } catch {
          return []; // It has ended meanwhile.
        }
      });
    const usual = getPriority();
    const others = (): number[] => niceness().filter((nice) => nice !== usual);
    // The thread of the test before may still be on its way out.
    await expect.poll(others).toEqual([]);
    await opened(shipped);
    expect(others()).toEqual([usual + 4]);
  });

  test('folds the log into the store when it is closed, so that nothing of it stays open', async () => {
    const call = await opened(shipped);
    await call('list.values', { project });
    await session?.close();
    session = null;
    const [folder = ''] = folders;
    const [store = ''] = readdirSync(join(folder, 'stores'));
    const left = readdirSync(join(folder, 'stores', store)).filter((name) => name.startsWith('store.db'));
    expect(left.map((name) => name.replace(/\d+$/, 'N'))).toEqual([
      'store.db',
      'store.db.at-N',
      'store.db.mark',
      'store.db.roots',
    ]);
    expect(existsSync(join(folder, 'dossier.sock'))).toBe(false);
  });
});
