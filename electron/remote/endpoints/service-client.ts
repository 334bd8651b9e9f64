import { hash } from 'node:crypto';
import type { ServiceProfile } from '#contract/profile.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { readList, readObject, readRecord, type Reading } from '#domain/answers/success.ts';
import { scrubbed, type Secrets } from '#domain/answers/server-message.ts';
import type { Call, ListedPage, ListedRow, ServiceClient, WriteResult } from './service-api.ts';
import type { Limiter } from '../rate-limit/limiter.ts';
import type { Method } from '../http/transport.ts';
import { readSuccess } from './response.ts';
import { createWire, pathOf, type WireOptions } from './wire.ts';
import { createWireTexts } from './wire-texts.ts';

export type { Call, Credentials, ListedRow, ReadResult, ServiceClient, WriteResult } from './service-api.ts';

/** What a client works with. */
export interface ServiceClientOptions extends WireOptions {
  readonly profile: ServiceProfile;
  /** For findings and context reads. */
  readonly limiter: Limiter;
  /** For the AI routes, which have a rate of their own (interface, limits, rule 3). */
  readonly aiLimiter: Limiter;
}

/** A model may write for minutes, and an answer that is not awaited was paid for all the same. */
const aiTimeoutMs = 10 * 60_000;

/** A client for one service address. Given transport, clock and limiters, it does the same thing every time. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { profile, limiter, aiLimiter } = options;
  const wire = createWire(options);
  const texts = createWireTexts(profile);

  const write = (
    call: Call,
    method: Method,
    path: string | undefined,
    body?: JsonObject,
  ): Promise<WriteResult> =>
    wire.write(call, { method, path, limiter, mayRepeat: true, ...(body === undefined ? {} : { body }) });

  /** The answer is shown to a person, whatever it holds. */
  async function ask(call: Call, path: string | undefined, body: JsonObject): Promise<WriteResult> {
    let hidden: Secrets = [];
    const result = await wire.write(
      call,
      { method: 'POST', path, limiter: aiLimiter, body, timeoutMs: aiTimeoutMs },
      (_answer, secrets) => {
        hidden = secrets;
      },
    );
    if (result.kind !== 'acknowledged' || result.body === undefined) return result;
    return { kind: 'acknowledged', body: texts.answered(scrubbed(result.body, hidden)) };
  }

  const scans = (...segments: readonly string[]): string | undefined => pathOf('scans', ...segments);

  const rowsIn = (body: Json): Reading<readonly ListedRow[]> =>
    mapped(readList(body, profile), (rows) => rows.map(texts.readRow));

  return {
    me: (call) => wire.read(call, limiter, 'users/me', { shape: readContext, isIdentity: true }),
    organization: (call) =>
      wire.read(call, limiter, 'organizations/me', { shape: readContext, isIdentity: true }),
    listPage: (call, query) => wire.read(call, limiter, listPath(query), { shape: rowsIn }),
    refreshPage(call, query, knownBody) {
      let bodyHash = '';
      return wire.read<ListedPage>(call, limiter, listPath(query), {
        known(body) {
          bodyHash = hash('sha256', body, 'base64url');
          return bodyHash === knownBody
            ? { kind: 'known', read: () => readSuccess(body, [], { shape: rowsIn }) }
            : null;
        },
        shape: (body) => mapped(rowsIn(body), (rows) => ({ kind: 'new', rows, bodyHash })),
      });
    },
    readFinding: (call, id) =>
      wire.read(call, limiter, scans(id), {
        shape: (body) => mapped(readRecord(body, id, profile), texts.read),
      }),
    readNamed: (call, path, query) =>
      wire.read(call, limiter, namedPath(path, query), {
        shape: (body, secrets) => ({ kind: 'ok', value: scrubbed(body, secrets) }),
      }),
    createFinding: (call, project, body) => write(call, 'PUT', scans(project), texts.sent(body)),
    updateFinding: (call, project, body) => write(call, 'POST', scans(project), texts.sent(body)),
    deleteFinding: (call, project, id) => write(call, 'DELETE', scans(project, id)),
    bulkStatus: (call, project, ids, status) =>
      write(call, 'POST', scans(project, 'bulk-status'), { ids, status }),
    bulkDelete: (call, project, ids) => write(call, 'POST', scans(project, 'bulk-delete'), { ids }),
    review: (call, project, id, body) => write(call, 'POST', scans(project, id, 'review'), body),
    generateDemonstration: (call, project, id) =>
      ask(call, scans(project, id, 'ai', 'demonstration'), profile.assistant.generate),
    applyDemonstration: (call, project, id, reviewed) =>
      ask(call, scans(project, id, 'ai', 'demonstration', 'apply'), {
        [profile.assistant.apply]: texts.sentText(reviewed),
      }),
    proposeMerge(call, project, id, others, itself = id) {
      const { others: member, othersWithItself } = profile.assistant;
      const ids = othersWithItself ? [itself, ...others] : others;
      return ask(call, scans(project, id, 'ai', 'merge'), { [member]: ids });
    },
  };
}

interface PageQuery {
  readonly project: string | null;
  readonly page: number;
  readonly pageSize: number;
}

/** A path of the profile for one project and page; undefined if the project cannot be part of it. */
function namedPath(path: string, { project, page, pageSize }: PageQuery): string | undefined {
  const segment = pathOf(project ?? '');
  if (path.includes(':project') && segment === undefined) return undefined;
  const named = path.replaceAll(':project', () => segment ?? '');
  const query = new URLSearchParams({ page: String(page), pageSize: String(pageSize) });
  return `${named}${named.includes('?') ? '&' : '?'}${query.toString()}`;
}

/** Undefined if the project cannot be part of an address. */
function listPath({ project, page, pageSize }: PageQuery): string | undefined {
  if (project?.isWellFormed() === false) return undefined;
  const query = new URLSearchParams({
    ...(project !== null && { project }),
    page: String(page),
    pageSize: String(pageSize),
  });
  return `scans/?${query.toString()}`;
}

function mapped<T, U>(reading: Reading<T>, change: (value: T) => U): Reading<U> {
  return reading.kind === 'ok' ? { kind: 'ok', value: change(reading.value) } : reading;
}

/** Who is calling, as it is kept and shown: some services tell the token along with it. */
function readContext(body: Json, secrets: Secrets): Reading<JsonObject> {
  return readObject(scrubbed(body, secrets));
}
