import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { compressed, refused, type ServiceResponse } from '../handlers/answer.ts';
import { isPublished, type RequestServices } from '../handlers/desk.ts';
import { CredentialStore } from '../accounts/accounts.ts';
import { answerRequest } from './dispatch.ts';
import { sampleEngagement } from '../data/engagement.ts';
import { isHandled, sendAnswer, sendFaulty, type FaultFunction } from './faults.ts';
import { receive, type Received } from './receive.ts';
import { identify, type Identity } from '../handlers/identity.ts';
import { Ledger, ledgerBody, type LedgerEntry } from './ledger.ts';
import type { RateLimit } from './limiter.ts';
import { Limits, type RateLimits } from './limits.ts';
import type { FindingBody, FindingSeed, ProjectSeed } from '../data/model.ts';
import { openAccounts, peopleControls, type PeopleControls } from '../handlers/people.ts';
import { changesByReading } from './routes.ts';
import { Sessions, type Lifetimes } from '../accounts/sessions.ts';
import { defaultShapes, type Shapes } from '../handlers/shapes.ts';
import { FindingStore, type ReviewVersion, type StoredFinding } from '../data/store.ts';
import { changeFinding } from '../handlers/writes.ts';
import { World } from '../data/world.ts';

/** How to start the service. Everything has a default that suits a demo. */
export interface SampleOptions {
  /** TCP port on 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number;
  /** Whether the written engagement is there; true by default. */
  readonly engagement?: boolean;
  /** Findings to start with besides; a project that does not exist is made as a provider's. */
  readonly seeds?: Iterable<ProjectSeed>;
  /** Added to every request, in milliseconds; 0 by default. */
  readonly latencyMs?: number;
  /** The file to which the ledger is appended as JSON lines. */
  readonly ledgerFile?: string;
  /** The rate of findings and of all that has none of its own; off unless given. */
  readonly rateLimit?: RateLimit;
  /** The rates of sign-in, OTP, recovery and AI; each off unless given. */
  readonly rateLimits?: Omit<RateLimits, 'findings'>;
  /** How long the cookies of a session hold by `now`; 15 minutes and 12 hours by default. */
  readonly lifetimes?: Partial<Lifetimes>;
  /** Bodies that the interface leaves open, if they are not to be the default ones. */
  readonly shapes?: Partial<Shapes>;
  /** The largest page of a list; 200 by default. */
  readonly pageCap?: number;
  /** The largest request body in bytes; 4,000,000 by default. */
  readonly maxBodyBytes?: number;
  /** Members that lists leave out, for a service whose lists show less than the detail; none by default. */
  readonly listOmits?: readonly string[];
  /** See Desk: true, false and the identity by default. */
  readonly providerDrafts?: boolean;
  readonly updateReplaces?: boolean;
  readonly normaliseText?: (text: string) => string;
  /** Writes the n-th review version; the number itself by default. */
  readonly reviewVersion?: (count: number) => ReviewVersion;
  /** Whether answers are compressed for callers who accept gzip; false by default. */
  readonly gzip?: boolean;
  /** Idle time after which the service ends a kept-alive connection; 5,000 ms by default. */
  readonly keepAliveMs?: number;
  readonly now?: () => Date;
  readonly newId?: () => string;
}

/** A running service with the strings to pull in tests. None of them asks for permissions. */
export interface SampleService extends PeopleControls {
  readonly baseUrl: string;
  /** The valid tokens by login. */
  readonly tokens: Record<string, string>;
  readonly ledger: readonly LedgerEntry[];
  /** Requests received so far, of any kind. */
  readonly requestCount: number;
  /** What the service could not answer by its rules; each was answered with 500. */
  readonly internalErrors: readonly unknown[];
  setFaults(faults: FaultFunction | undefined): void;
  setLatency(latencyMs: number): void;
  /** The finding as the detail shows it to a provider; undefined if there is none. */
  finding(id: string): Record<string, unknown> | undefined;
  findings(project: string): Record<string, unknown>[];
  /** Adds a finding behind the callers' backs and gives its id. */
  create(project: string, seed: FindingSeed): string;
  /** Changes a finding as another person would, unchecked; `null` removes a member. */
  edit(id: string, changes: FindingBody): void;
  remove(id: string): void;
  /** Stops listening and ends every connection, also those under a fault. */
  close(): Promise<void>;
}

/** Starts the sample service on 127.0.0.1. Rejects if the port or the ledger file cannot be had. */
export async function startSampleService(options: SampleOptions = {}): Promise<SampleService> {
  const world = new World();
  const now = options.now ?? (() => new Date());
  const desk: RequestServices = {
    world,
    store: new FindingStore({
      published: (project, finding) => isPublished(world, project, finding),
      reviewVersion: options.reviewVersion ?? ((count) => count),
      listOmits: options.listOmits ?? [],
    }),
    accounts: new CredentialStore(),
    sessions: new Sessions({ accessMs: 15 * 60_000, refreshMs: 12 * 3_600_000, ...options.lifetimes }),
    assistant: { charges: [], credits: new Map(), drafts: new Map() },
    shapes: { ...defaultShapes, ...options.shapes },
    now,
    newId: options.newId ?? (() => randomBytes(12).toString('hex')),
    pageCap: options.pageCap ?? 200,
    providerDrafts: options.providerDrafts ?? true,
    updateReplaces: options.updateReplaces ?? false,
    normaliseText: options.normaliseText ?? ((text) => text),
  };
  openAccounts(desk);
  if (options.engagement !== false) for (const seed of sampleEngagement()) plant(desk, seed);
  for (const seed of options.seeds ?? []) plant(desk, seed);

  const ledger = new Ledger(options.ledgerFile);
  const limits = new Limits({
    ...options.rateLimits,
    ...(options.rateLimit === undefined ? {} : { findings: options.rateLimit }),
  });
  const internalErrors: unknown[] = [];
  const closing = new AbortController();
  const maxBodyBytes = options.maxBodyBytes ?? 4_000_000;
  let faults: FaultFunction | undefined;
  let latencyMs = options.latencyMs ?? 0;
  let requestCount = 0;

  async function wait(ms: number): Promise<void> {
    if (ms > 0) await after(ms, undefined, { signal: closing.signal });
  }

  function decide(request: IncomingMessage, who: Identity, received: Received): ServiceResponse {
    try {
      return answerRequest(desk, limits, request, who, received);
    } catch (error) {
      internalErrors.push(error);
      return refused(500, 'The service failed.');
    }
  }

  function zipped(request: IncomingMessage, answer: ServiceResponse): ServiceResponse {
    const accepted = /\bgzip\b/.test(String(request.headers['accept-encoding']));
    return options.gzip === true && accepted ? compressed(answer) : answer;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requestCount += 1;
    const n = requestCount;
    const received = await receive(request, maxBodyBytes);
    if (received.kind === 'gone') return;
    await wait(latencyMs);
    const method = request.method ?? '';
    const path = request.url ?? '';
    const who = identify(desk, request);
    const user = who.kind === 'nobody' ? null : who.user.login;
    const body = received.kind === 'whole' ? new TextDecoder().decode(received.bytes) : '';
    const fault = faults?.({ n, method, path, user, body });

    const handle = (): ServiceResponse => {
      const handled = fault === undefined || isHandled(fault);
      const answer = handled ? decide(request, who, received) : refused(503, 'Not handled.');
      if (method !== 'GET' || changesByReading(path)) {
        ledger.record({
          at: now().toISOString(),
          user,
          method,
          path,
          body: ledgerBody(path, body),
          fault: fault?.kind ?? null,
          outcome: !handled ? 'not-handled' : answer.status < 300 ? 'applied' : 'refused',
          status: handled ? answer.status : null,
          ids: answer.touched,
        });
      }
      return zipped(request, answer);
    };

    if (fault === undefined) {
      sendAnswer(response, handle());
    } else if (fault.kind === 'late') {
      response.destroy();
      await fault.until;
      handle();
    } else {
      await sendFaulty(response, handle(), fault, wait);
    }
  }

  const server = createServer({ keepAliveTimeout: options.keepAliveMs ?? 5_000 }, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!closing.signal.aborted) internalErrors.push(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sample service has no port.');

  return {
    ...peopleControls(desk),
    baseUrl: `http://127.0.0.1:${String(address.port)}/api/`,
    get tokens() {
      return world.tokens();
    },
    ledger: ledger.entries,
    get requestCount() {
      return requestCount;
    },
    internalErrors,
    setFaults: (next) => {
      faults = next;
    },
    setLatency: (next) => {
      latencyMs = next;
    },
    finding: (id) => {
      const text = desk.store.get(id)?.text;
      return text === undefined ? undefined : parsedObject(text);
    },
    findings: (project) => desk.store.list(project, false).map(({ text }) => parsedObject(text)),
    create: (project, seed) => plantOne(desk, world.ensureProject(project).name, seed),
    edit: (id, changes) => {
      changeFinding(desk, existing(desk, id), changes);
    },
    remove: (id) => {
      desk.store.remove(existing(desk, id));
    },
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      const closed = new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
      server.closeAllConnections();
      await closed;
      ledger.close();
    },
  };
}

function plant(desk: RequestServices, { project, findings }: ProjectSeed): void {
  desk.world.ensureProject(project);
  for (const seed of findings) plantOne(desk, project, seed);
}

function plantOne(desk: RequestServices, project: string, seed: FindingSeed): string {
  const createdAt = seed.createdAt ?? desk.now().toISOString();
  return desk.store.add(seed.id ?? desk.newId(), project, {
    body: seed.body,
    candidate: seed.candidate,
    createdAt,
    updatedAt: seed.updatedAt ?? createdAt,
  }).id;
}

function existing(desk: RequestServices, id: string): StoredFinding {
  const finding = desk.store.get(id);
  if (finding === undefined) throw new Error(`The sample service has no finding "${id}".`);
  return finding;
}

function parsedObject(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
