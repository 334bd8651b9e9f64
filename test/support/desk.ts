import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Procedure } from '#contract/procedure.ts';
import { procedures } from '#contract/procedures/index.ts';
import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import type { Outcome } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import type { Clock } from '#contract/ports.ts';
import type { ProcedureAnswers, ProcedureName } from '#contract/procedures/index.ts';
import { composeHost } from '#app/compose/compose-host.ts';
import { AnswerText, createDispatcher, handlerNamed } from '#app/rpc/dispatch.ts';
import type { HostEvent } from '#app/rpc/events.ts';
import { countSyncs } from '#app/rpc/sync-count.ts';
import type { UserActivity } from '#domain/base/cooperative-scheduling.ts';
import { shareUserActivity } from '#app/rpc/user-activity.ts';
import { createSystemClock, systemIds } from '#app/platform/system.ts';
import { writeWhole } from '#app/platform/whole-file.ts';
import { createHttpTransport, type HttpTransportOptions } from '#remote/http/http-transport.ts';
import { renderReport } from '#report/process/run.ts';
import { closeAndHold } from '../../electron/cli/demo/tcp-proxy.ts';
import { startSampleService, type SampleOptions, type SampleService } from '#sample/http/server.ts';

/** A folder of its own that is gone when the test is over. */
export function temporaryFolder(within = tmpdir()): string {
  const folder = mkdtempSync(join(within, 'dossier-test-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** The sample service on loopback for one test. */
export async function sampleService(options: SampleOptions = {}): Promise<SampleService> {
  const service = await startSampleService(options);
  onTestFinished(() => service.close());
  return service;
}

/** Stops a service in such a way that nobody is reached at its address until the test is over. */
export async function putOutOfReach(service: SampleService): Promise<void> {
  onTestFinished(await closeAndHold(Number(new URL(service.baseUrl).port), service.close));
}

/** The whole program behind its faces: real store, real network, everything but the thread and the terminal. */
export interface TestDesk {
  readonly home: string;
  call<N extends ProcedureName>(
    name: N,
    input?: unknown,
    options?: CallOptions,
  ): Promise<ProcedureAnswers[N]>;
  /** The same as it comes over a border: answers the outcome. @param options.account the one that the caller shows */
  dispatch(
    name: ProcedureName,
    input: Json,
    options?: Pick<CallOptions, 'token'> & { readonly account?: string },
  ): Promise<Outcome<unknown>>;
  /** Has `listener` told what the host that runs now tells its faces. */
  subscribe(listener: (event: HostEvent) => void): void;
  /** Closes the store and opens it again, as the next start of the program does. */
  restart(): void;
  /** Ends the program, for a test that works on its files. */
  close(): Promise<void>;
}

interface CallOptions {
  readonly token?: string;
  readonly signal?: AbortSignal;
  readonly progress?: (event: ProgressEvent) => void;
}

export interface DeskOptions {
  /** Replaces the machine's clock, if a test needs time to pass. */
  readonly clock?: Clock;
  readonly home?: string;
  /** Of a home that was made elsewhere, as its vault gives it. */
  readonly dataKey?: Uint8Array;
  readonly random?: () => number;
  /** Limits of the network other than the shipped ones, if a test needs one to be reached. */
  readonly network?: Partial<Omit<HttpTransportOptions, 'baseUrl'>>;
  /** When somebody worked at a window; nobody does if absent. */
  readonly work?: UserActivity;
  /** Names machine and file of a store; if absent nobody asks whether a home was copied. */
  readonly whereaboutsOf?: (path: string) => string;
  /** How soon unsent work is backed up, if a test waits for that. */
  readonly workBackupAfterMs?: number;
  /** Gets what the program tells the person beside its answers. */
  readonly tell?: (sentence: string) => void;
}

/** Opens a desk in a home of its own. */
export function openDesk(options: DeskOptions = {}): TestDesk {
  const home = options.home ?? temporaryFolder();
  const compose = (): ReturnType<typeof composeHost> =>
    composeHost({
      home,
      dataKey: options.dataKey ?? new Uint8Array(32).fill(7),
      syncs: countSyncs(),
      work: options.work ?? shareUserActivity(),
      clock: options.clock ?? createSystemClock(),
      ids: systemIds,
      random: options.random ?? Math.random,
      tell: options.tell ?? (() => undefined),
      createTransport: (baseUrl) => createHttpTransport({ ...options.network, baseUrl }),
      routeTo: async () => ({ kind: 'direct', source: 'a test' }),
      render: renderReport,
      writeWhole,
      ...(options.whereaboutsOf === undefined ? {} : { whereaboutsOf: options.whereaboutsOf }),
      ...(options.workBackupAfterMs === undefined ? {} : { workBackupAfterMs: options.workBackupAfterMs }),
    });
  let host = compose();
  onTestFinished(() => host.close());
  return {
    home,
    async call(name, input = {}, { token, signal, progress } = {}) {
      const { input: schema }: Procedure = procedures[name];
      const parsed = z.parse(schema, input);
      const answer = await handlerNamed(host, name)?.(parsed as never, {
        token: token ?? null,
        signal: signal ?? new AbortController().signal,
        progress: progress ?? (() => undefined),
      });
      return asAnswered(answer instanceof AnswerText ? JSON.parse(answer.text) : answer);
    },
    async dispatch(name, input, { token, account } = {}) {
      const dispatch = createDispatcher({ ...host, rows: procedures, onInternal: () => undefined });
      const { signal } = new AbortController();
      const context = { token: token ?? null, account, signal, progress: () => undefined };
      return asAnswered(JSON.parse(await dispatch(name, JSON.stringify(input), context)));
    },
    subscribe(listener) {
      host.subscribe(listener);
    },
    close: async () => {
      await host.close();
    },
    restart() {
      void host.close();
      host = compose();
    },
  };
}

/** A clock whose time a test moves by hand; sleeping takes no time at all. */
export function handClock(): Clock & { pass(ms: number): void; reboot(): void } {
  let now = 1_000_000;
  let boot = 1;
  return {
    wallMs: () => 1_750_000_000_000 + now,
    awakeMs: () => now,
    uptimeMs: () => now,
    bootId: () => `boot-${String(boot)}`,
    sleep: (ms) => {
      now += ms;
      return Promise.resolve();
    },
    pass: (ms) => {
      now += ms;
    },
    reboot: () => {
      boot += 1;
      now = 0;
    },
  };
}

/** A desk connected to a sample service as `login`, with one engagement that was synced once. */
export async function syncedDesk(
  service: SampleService,
  project: string,
  options: DeskOptions & { login?: string; profile?: unknown } = {},
): Promise<TestDesk> {
  const desk = openDesk(options);
  await connectDesk(desk, service, options);
  await desk.call('engagement.add', { project });
  await desk.call('sync.run', { projects: [project] });
  return desk;
}

/** Connects a desk as one of the sample service's users. */
export async function connectDesk(
  desk: TestDesk,
  service: SampleService,
  { login = 'mara', profile }: { login?: string; profile?: unknown } = {},
): Promise<void> {
  await desk.call(
    'connection.connect',
    { baseUrl: service.baseUrl, ...(profile === undefined ? {} : { profile }) },
    { token: service.tokens[login] ?? '' },
  );
}

/** What the handler of a name answers; by a name that is not known yet the compiler cannot follow it. */
function asAnswered<T>(value: unknown): T {
  return value as T;
}
