import type { Json, JsonObject } from '#contract/json.ts';
import type { ListedRow } from '#domain/answers/success.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import type { SessionJar } from '../auth/cookie-jar.ts';
import type { Limiter, Load, Priority } from '../rate-limit/limiter.ts';

export type { ListedRow };

/** A page that may say what it said before. */
export type ListedPage =
  /** `bodyHash`: of the bytes of its body. */
  | { readonly kind: 'new'; readonly rows: readonly ListedRow[]; readonly bodyHash: string }
  /** Its body is byte for byte the one that was named; `read` reads it all the same. */
  | { readonly kind: 'known'; readonly read: () => ReadResult<readonly ListedRow[]> };

/**
 * Stands before the writes of a run. A write may wait long for its turn, so its permission is checked again
 * right before it leaves. An unknown outcome shuts the breaker before the next write in line may leave.
 */
export interface Breaker {
  /** Nothing may leave: a write that waited comes back as `not-sent`, `cancelled`. */
  readonly isShut: () => boolean;
  /** A write has ended in the unknown. */
  readonly trip: () => void;
}

/** A place in the limiter that is kept from a read to the write that rests on it. */
export interface Slot {
  readonly limiter: Limiter;
  /** Gives the place back; `load` is what its last request showed of the service. */
  readonly leave: (load: Load) => void;
}

/**
 * Ties a write to its read: the write takes over the read's place in the limiter, and leaves only while the read is
 * fresh (promise 6).
 */
export interface ReadLease {
  /** The read leaves now; an earlier answer counts no more. */
  readonly begin: () => void;
  /** The read was answered. `slot` is kept until `takeSlot`. */
  readonly grant: (slot: Slot) => void;
  /** Hands the kept place over, once. */
  readonly takeSlot: () => Slot | undefined;
  /** Asked when the write has its turn: whether it may go on to a connection. */
  readonly mayConnect: () => boolean;
  /** Asked when it has a connection, before its first byte: whether it may leave. */
  readonly mayLeave: () => boolean;
}

/**
 * On whose behalf a call is made. None of what stands here is ever in an answer, also not when the service echoes it.
 */
export type Credentials =
  /** An API token, sent as `X-SERVICE-TOKEN`. */
  | { readonly kind: 'token'; readonly token: string }
  /** A session of the web console, begun or about to begin: its cookies, which the answers renew. */
  | { readonly kind: 'session'; readonly jar: SessionJar }
  /** Nobody yet: recovery and registration. */
  | { readonly kind: 'none' };

/** What every call carries along: on whose behalf, how urgent, until when. */
export interface Call {
  readonly credentials: Credentials;
  readonly signal?: AbortSignal;
  readonly priority: Priority;
  /**
   * How long (ms) the call may wait for the end of a pause that the service asked for (Retry-After); 60 s
   * unless told. A longer pause answers `rate-limited` at once, nothing sent.
   */
  readonly maxWaitMs?: number;
  /** Asked by writes alone. */
  readonly breaker?: Breaker;
  /** Given to a read and then to the write that rests on it, which otherwise comes back as `not-sent`, `cancelled`. */
  readonly lease?: ReadLease;
}

export type ReadResult<T> =
  { readonly kind: 'ok'; readonly value: T } | { readonly kind: 'failed'; readonly failure: RemoteFailure };

/**
 * The only answers to a write (docs/develop/operations.md):
 * - `acknowledged`: a 2xx that reads as JSON, plain text or nothing, without `success:false`. `body` is the
 *   JSON, the plain text as a string, or undefined if there was none.
 * - `refused`: the service answered that it did not carry it out (4xx, 401 and 429 among them). `message` is
 *   never empty; `retryAfterMs` only with 429.
 * - `unknown`: it may have been carried out, or may still be.
 * - `not-sent`: not a byte left this machine; it can simply wait in the queue.
 */
export type WriteResult =
  | { readonly kind: 'acknowledged'; readonly body: Json | undefined }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly message: string;
      readonly retryAfterMs?: number;
    }
  /** `failure`: what the run is to be told beside it, if the next request would meet the same (a redirect). */
  | { readonly kind: 'unknown'; readonly message: string; readonly failure?: RemoteFailure }
  | { readonly kind: 'not-sent'; readonly failure: RemoteFailure };

/**
 * The findings routes and the two context reads of the interface, one method each. No method throws, none
 * sends a write twice. Reads wait out a short 429 by themselves; writes never do (`refused`, 429).
 */
export interface ServiceClient {
  /** GET /users/me */
  me(call: Call): Promise<ReadResult<JsonObject>>;
  /** GET /organizations/me */
  organization(call: Call): Promise<ReadResult<JsonObject>>;
  /**
   * GET /scans/: one page, counted from 1; rows in the order of the service, duplicates included. Without a project
   * (null) the service chooses what it lists.
   */
  listPage(
    call: Call,
    query: { readonly project: string | null; readonly page: number; readonly pageSize: number },
  ): Promise<ReadResult<readonly ListedRow[]>>;
  /** As `listPage`, but a body that has the hash `knownBody` is not read; null if none is known. */
  refreshPage(
    call: Call,
    query: { readonly project: string; readonly page: number; readonly pageSize: number },
    knownBody: string | null,
  ): Promise<ReadResult<ListedPage>>;
  /** GET /scans/:id; an answer that is another record than the one asked for is a bad answer. */
  readFinding(call: Call, id: string): Promise<ReadResult<JsonObject>>;
  /**
   * GET of a path that the profile names (`reads`), one page of it; `:project` in it stands for the project. Its body is
   * not shown, and comes as it is.
   */
  readNamed(
    call: Call,
    path: string,
    query: { readonly project: string | null; readonly page: number; readonly pageSize: number },
  ): Promise<ReadResult<Json>>;
  /** PUT /scans/:project; see `createdIds` for what came of it. */
  createFinding(call: Call, project: string, body: JsonObject): Promise<WriteResult>;
  /** POST /scans/:project; `body` carries `id`, `title`, nonempty `asset` and the changed members. */
  updateFinding(call: Call, project: string, body: JsonObject): Promise<WriteResult>;
  /** DELETE /scans/:project/:id, permanent. */
  deleteFinding(call: Call, project: string, id: string): Promise<WriteResult>;
  /** POST /scans/:project/bulk-status, at most 500 ids, each as the service gave it. */
  bulkStatus(call: Call, project: string, ids: readonly Json[], status: string): Promise<WriteResult>;
  /** POST /scans/:project/bulk-delete, at most 500 ids, each as the service gave it; permanent. */
  bulkDelete(call: Call, project: string, ids: readonly Json[]): Promise<WriteResult>;
  /** POST /scans/:project/:id/review */
  review(call: Call, project: string, id: string, body: JsonObject): Promise<WriteResult>;
  /**
   * POST /scans/:project/:id/ai/demonstration. May consume credits: `unknown` means that it may have run and been
   * charged. `acknowledged` is read by `readDraft`. The three AI routes wait for a rate limit of their own.
   */
  generateDemonstration(call: Call, project: string, id: string): Promise<WriteResult>;
  /** POST /scans/:project/:id/ai/demonstration/apply, with the text as a person reviewed it. */
  applyDemonstration(call: Call, project: string, id: string, reviewed: string): Promise<WriteResult>;
  /**
   * POST /scans/:project/:id/ai/merge with the other findings, `id` not among them; `itself` is `id` as the service
   * gave it. May consume credits as above; `acknowledged` is read by `readProposal`.
   */
  proposeMerge(
    call: Call,
    project: string,
    id: string,
    others: readonly Json[],
    itself?: Json,
  ): Promise<WriteResult>;
}
