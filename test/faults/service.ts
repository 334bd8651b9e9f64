import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Json } from '#contract/json.ts';
import { parseJson } from '#domain/base/json.ts';
import { openDesk, type DeskOptions, type TestDesk } from '../support/desk.ts';
import { handClock } from '../support/desk.ts';
import { faultServer, httpAnswer } from './servers.ts';
import type { Received } from './servers.ts';

/** The engagement of these tests. */
export const project = 'p';

export type Body = Record<string, Json>;

/** What a request is for. */
export type Route = 'me' | 'organization' | 'list' | 'detail' | 'create' | 'write' | 'elsewhere';

export interface Asked extends Received {
  readonly route: Route;
  /** Of a page; 0 for anything else. */
  readonly page: number;
}

/**
 * Replaces a response of the good service: bytes to send as they are, `taken` if it wrote to the socket itself,
 * undefined to leave it.
 */
export type Spoil = (asked: Asked, socket: Socket) => Uint8Array | 'taken' | undefined;

export interface HostileService {
  readonly baseUrl: string;
  readonly asked: readonly Asked[];
  /** What the good service holds, by identifier. */
  readonly records: Map<string, Body>;
  /** From here on; undefined: good again. */
  spoil(how: Spoil | undefined): void;
  /** Method and path of what was asked since the last call, in order. */
  recent(): string[];
  close(): Promise<void>;
}

/** `count` findings f1, f2, … */
export function records(count: number): Map<string, Body> {
  return new Map(
    Array.from({ length: count }, (_, at) => {
      const id = `f${String(at + 1)}`;
      return [id, { id, title: `Finding ${String(at + 1)}`, asset: ['a.test'], severity: 'low' }] as const;
    }),
  );
}

/**
 * A service of one project that keeps to the interface until it is told to spoil its answers, byte by byte if
 * a test wants it. It holds three findings unless told.
 */
export async function hostileService(held = records(3)): Promise<HostileService> {
  const service = await startHostileService(held);
  onTestFinished(() => service.close());
  return service;
}

/** As `hostileService`, for anyone who closes it by himself. */
export async function startHostileService(held: Map<string, Body>): Promise<HostileService> {
  let spoiling: Spoil | undefined;
  const asked: Asked[] = [];
  let told = 0;
  const server = await faultServer((socket, request) => {
    const one = { ...request, ...routeOf(request) };
    asked.push(one);
    const spoilt = spoiling?.(one, socket);
    if (spoilt === 'taken') return;
    socket.write(spoilt ?? goodAnswer(one, held));
  });
  return {
    close: () => server.close(),
    baseUrl: server.baseUrl,
    asked,
    records: held,
    spoil(how) {
      spoiling = how;
    },
    recent() {
      const since = asked.slice(told).map(({ method, path }) => `${method} ${path}`);
      told = asked.length;
      return since;
    },
  };
}

function routeOf({ method, path }: Received): { route: Route; page: number } {
  const url = new URL(path, 'http://here.test');
  const page = Number(url.searchParams.get('page') ?? 0);
  const route = (name: Route): { route: Route; page: number } => ({ route: name, page });
  if (method === 'GET' && path === '/api/users/me') return route('me');
  if (method === 'GET' && path === '/api/organizations/me') return route('organization');
  if (method === 'GET' && url.pathname === '/api/scans/') return route('list');
  if (method === 'GET' && /^\/api\/scans\/[^/?]+$/u.test(path)) return route('detail');
  if (method === 'PUT' && path === `/api/scans/${project}`) return route('create');
  if (method !== 'GET' && path.startsWith(`/api/scans/${project}`)) return route('write');
  return route('elsewhere');
}

function goodAnswer(asked: Asked, held: Map<string, Body>): Uint8Array {
  const json = (value: unknown, status = 200): Uint8Array => httpAnswer(status, JSON.stringify(value));
  switch (asked.route) {
    case 'me':
      return json({ id: 'u1', name: 'Mara' });
    case 'organization':
      return json({ id: 'o1', name: 'Larkspur' });
    case 'list': {
      const size = Number(new URL(asked.path, 'http://here.test').searchParams.get('pageSize'));
      return json([...held.values()].slice((asked.page - 1) * size, asked.page * size));
    }
    case 'detail': {
      const found = held.get(decodeURIComponent(asked.path.slice('/api/scans/'.length)));
      return found === undefined ? json({ error: 'not found' }, 404) : json(found);
    }
    case 'create': {
      const id = `new-${String(held.size + 1)}`;
      held.set(id, { ...readBody(asked.body), id });
      return json({ success: true, Ids: [id] });
    }
    case 'write': {
      const sent = readBody(asked.body);
      const id = typeof sent['id'] === 'string' ? sent['id'] : '';
      held.set(id, { ...held.get(id), ...sent });
      return json({ success: true });
    }
    case 'elsewhere':
      return json({ error: 'no such route' }, 404);
  }
}

function readBody(text: string): Body {
  const parsed = parseJson(text);
  if (parsed.kind === 'broken') throw new Error('the program sent a body that is not JSON');
  return parsed.value as Body;
}

/** Short limits, so that a service that holds a request up ends it soon. */
export const shortLimits = { readTimeoutMs: 400, writeTimeoutMs: 400, maxBodyBytes: 300_000 };

export interface HostileDesk {
  readonly desk: TestDesk;
  readonly service: HostileService;
  readonly clock: ReturnType<typeof handClock>;
  readonly told: string[];
}

/** A desk that was connected while the service was still good; its waits take no time. */
export async function hostileDesk(
  service: HostileService,
  network: DeskOptions['network'] = { maxBodyBytes: shortLimits.maxBodyBytes },
): Promise<HostileDesk> {
  const clock = handClock();
  const told: string[] = [];
  const desk = openDesk({ clock, network, random: () => 0.5, tell: (sentence) => told.push(sentence) });
  await desk.call('connection.connect', { baseUrl: service.baseUrl }, { token });
  await desk.call('engagement.add', { project });
  return { desk, service, clock, told };
}

export const token = 'tok-3f9a-never-shown';

/** How a sync ended, for comparing: its failure, thrown or in the summary, and every word it told. */
export async function syncEnd(desk: TestDesk): Promise<{ code: string; words: string; complete: boolean }> {
  try {
    const { failure, notices, engagements } = await desk.call('sync.run');
    return {
      code: failure?.code ?? 'none',
      words: [...(failure === null ? [] : [failure.message]), ...notices].join('\n'),
      complete: engagements.every(({ complete }) => complete),
    };
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return { code: String(error.code), words: error.message, complete: false };
  }
}
