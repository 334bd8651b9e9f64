import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { SyncSummary } from '#contract/procedures/sync.ts';
import type { Json } from '#contract/json.ts';
import type { FindingListRow } from '#contract/finding/finding.ts';
import type { Operation } from '#contract/finding/operation.ts';
import { openStore } from '#db/store/open.ts';
import type { WritableDb } from '#db/schema/types.ts';
import { storeKey } from '#db/store/vault.ts';
import type { Fault, FaultRequest } from '#sample/http/faults.ts';
import type { SampleOptions, SampleService } from '#sample/http/server.ts';
import { handClock, sampleService, syncedDesk, type DeskOptions, type TestDesk } from '../support/desk.ts';

/** The engagement of these tests; the sample service makes it up for the findings that a test gives. */
export const project = 'harbour-2026';

/** The quiet time of the default profile. */
export const quietMs = 180_000;

export type Body = Record<string, Json>;

/** A finding with every field that merges in its own way. */
export function body(over: Body = {}): Body {
  return {
    title: 'Session outlives logout',
    asset: ['app.harbour.test', 'api.harbour.test'],
    severity: 'medium',
    description: 'First line.\nSecond line.\nThird line.\nFourth line.\nFifth line.',
    remediation: 'End the session on the server.',
    references: ['https://owasp.test/session'],
    tags: ['session', 'web'],
    ...over,
  };
}

/** `count` findings f1, f2, …, alike but for their title. */
export function findings(count: number): { id: string; body: Body }[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `f${String(at + 1)}`,
    body: body({ title: `Finding ${String(at + 1)}` }),
  }));
}

export type HandClock = ReturnType<typeof handClock>;

export interface Bench {
  readonly service: SampleService;
  readonly desk: TestDesk;
  readonly clock: HandClock;
  readonly requests: FaultRequest[];
}

/** A desk synced once with a service that holds `count` findings; time passes only when a test says so. */
export async function bench(
  options: SampleOptions & {
    readonly count?: number;
    readonly profile?: unknown;
    readonly login?: string;
    readonly network?: DeskOptions['network'];
    readonly whereaboutsOf?: DeskOptions['whereaboutsOf'];
    readonly workBackupAfterMs?: number;
  } = {},
): Promise<Bench> {
  const { count = 4, profile, login, network, whereaboutsOf, workBackupAfterMs, ...sample } = options;
  const service = await sampleService({
    engagement: false,
    seeds: [{ project, findings: findings(count) }],
    ...sample,
  });
  const clock = handClock();
  const desk = await syncedDesk(service, project, {
    clock,
    random: () => 0.5,
    ...(profile === undefined ? {} : { profile }),
    ...(login === undefined ? {} : { login }),
    ...(network === undefined ? {} : { network }),
    ...(whereaboutsOf === undefined ? {} : { whereaboutsOf }),
    ...(workBackupAfterMs === undefined ? {} : { workBackupAfterMs }),
  });
  const requests: FaultRequest[] = [];
  watch(service, requests);
  return { service, desk, clock, requests };
}

/** Writes down every request and lets `fault` decide what becomes of it. */
export function watch(
  service: SampleService,
  requests: FaultRequest[],
  fault: (request: FaultRequest) => Fault | undefined = () => undefined,
): void {
  service.setFaults((request) => {
    requests.push(request);
    return fault(request);
  });
}

/** Spoils the first `times` requests that `match`, and nothing else. */
export function spoil(
  { service, requests }: Pick<Bench, 'service' | 'requests'>,
  match: (request: FaultRequest) => boolean,
  fault: Fault,
  times = 1,
): void {
  let left = times;
  watch(service, requests, (request) => {
    if (left === 0 || !match(request)) return undefined;
    left -= 1;
    return fault;
  });
}

export function isWrite({ method }: FaultRequest): boolean {
  return method !== 'GET';
}

export function isCreation({ method }: FaultRequest): boolean {
  return method === 'PUT';
}

export function isUpdate({ method }: FaultRequest): boolean {
  return method === 'POST';
}

/** A read of this finding by itself. */
export function isDetail(id: string): (request: FaultRequest) => boolean {
  return ({ method, path }) => method === 'GET' && path === `/api/scans/${id}`;
}

export function isList({ method, path }: FaultRequest): boolean {
  return method === 'GET' && path.startsWith('/api/scans/?');
}

/** Puts the answers of the service right again. */
export function heal({ service, requests }: Pick<Bench, 'service' | 'requests'>): void {
  watch(service, requests);
}

export async function edit(desk: TestDesk, id: string, changes: Body): Promise<Operation> {
  return desk.call('finding.edit', { id, changes });
}

export async function create(desk: TestDesk, record: Body = body()): Promise<Operation> {
  const [operation] = await desk.call('finding.create', { project, records: [record] });
  if (operation === undefined) throw new Error('no operation came of a creation');
  return operation;
}

export async function sync(
  desk: TestDesk,
  input: { pull?: boolean; push?: boolean; acceptMissing?: boolean } = {},
): Promise<SyncSummary> {
  return desk.call('sync.run', input);
}

/** The one operation that is open. */
export async function only(desk: TestDesk): Promise<Operation> {
  const open = await desk.call('queue.list');
  expect(open).toHaveLength(1);
  const [operation] = open;
  if (operation === undefined) throw new Error('the queue is empty');
  return operation;
}

/** Kind and state of every open operation, in the order of the outbox. */
export async function states(desk: TestDesk): Promise<string[]> {
  return (await desk.call('queue.list')).map(({ kind, state }) => `${kind} ${state}`);
}

export async function row(desk: TestDesk, id: string): Promise<FindingListRow | undefined> {
  const { rows } = await desk.call('finding.list', { project });
  return rows.find((one) => one.id === id);
}

/** What the service carried out, in the order it did. */
export function applied(service: SampleService): { method: string; ids: readonly string[] }[] {
  return service.ledger
    .filter(({ outcome }) => outcome === 'applied')
    .map(({ method, ids }) => ({ method, ids }));
}

/** How many findings of the service have this title. */
export function titled(service: SampleService, title: string): number {
  return service.findings(project).filter((finding) => finding['title'] === title).length;
}

/** Syncs until nothing more moves by itself, quiet times passed: at most `rounds` times. */
export async function settle({ desk, clock }: Pick<Bench, 'desk' | 'clock'>, rounds = 6): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await sync(desk);
    const open = await desk.call('queue.list');
    if (open.every(({ state }) => state === 'conflict' || state === 'rejected' || state === 'blocked'))
      return;
    clock.pass(quietMs);
  }
}

/** Looks into the store of a desk from beside it. */
export function within<T>(desk: TestDesk, look: (db: WritableDb) => T): T {
  const stores = join(desk.home, 'stores');
  const [id = ''] = readdirSync(stores);
  const db = openStore({ path: join(stores, id, 'store.db'), key: storeKey(new Uint8Array(32).fill(7), id) });
  try {
    return look(db);
  } finally {
    db.close();
  }
}
