import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import type { MessagePort } from 'node:worker_threads';
import type { Failure } from '#contract/error.ts';
import type { ProcedureRoute } from '#contract/procedure.ts';
import type { HostEvent } from './events.ts';

/**
 * What a face and the host say to each other: objects on a thread's port, one line of JSON text each on the socket of
 * the running instance. Inputs and outcomes stay JSON text, so that what passes a frame on never touches their digits.
 */
export type ToHost =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly name: string;
      readonly input: string;
      readonly token: string | null;
      /** See `CallContext`. */
      readonly tokenFor?: string | null | undefined;
      /** See `CallContext`. */
      readonly account?: string | undefined;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  /** Whether this side wants to be told of events; at first it does not. */
  | { readonly kind: 'events'; readonly on: boolean };

/** What programs that share a vault tell each other: a user works in it, or it is locked for all of them. */
export type VaultSignal = 'touched' | 'lock';

/** A signal as it goes over the socket, in both directions. */
export interface SignalFrame {
  readonly kind: 'signal';
  readonly signal: VaultSignal;
}

export type FromHost =
  /** The call was taken on: it runs even if the connection breaks now, and tells whether it may be made again. */
  | { readonly kind: 'accepted'; readonly id: number; readonly idempotent: boolean }
  | { readonly kind: 'progress'; readonly id: number; readonly event: ProgressEvent }
  | { readonly kind: 'outcome'; readonly id: number; readonly outcome: string }
  /** Only a reader thread says so: the host has to answer. */
  | { readonly kind: 'declined'; readonly id: number }
  /** Something happened that belongs to no call. */
  | { readonly kind: 'event'; readonly event: HostEvent };

/** Orders of the thread's owner, beside the frames. */
export type ThreadOrder =
  /** `key`: the data key, or the port over which another thread sends it. */
  | { readonly kind: 'open'; readonly key: Uint8Array | MessagePort }
  /** Sends the data key over a port, to the thread that reads beside this one. */
  | { readonly kind: 'share-key'; readonly port: MessagePort }
  /** `overwrite`: nothing that was read or sent may stay in memory behind it. */
  | { readonly kind: 'close'; readonly overwrite: boolean };

/** What a thread knows of the procedures, by their names. */
export type ProcedureRoutes = ReadonlyMap<string, ProcedureRoute>;

/** What the thread reports beside the frames; each order but `share-key` has one. */
export type ThreadReport =
  | { readonly kind: 'opened'; readonly routes: ProcedureRoutes }
  | { readonly kind: 'failed'; readonly error: Failure }
  | { readonly kind: 'closed' };

/** First words on a socket: who is there, before any call. */
export interface Greeting {
  readonly kind: 'hello';
  readonly version: string;
  readonly nonce: string;
  readonly proof: string | null;
}
export type GreetingAnswer =
  | { readonly kind: 'welcome'; readonly proof: string | null }
  | { readonly kind: 'refused'; readonly message: string };

type Members = Readonly<Record<string, unknown>>;

/** Reads a frame for the host; undefined for anything that is not one. Written by hand: a face starts without zod. */
export function readToHost(text: string): ToHost | undefined {
  const frame = members(text);
  if (frame?.['kind'] === 'events') {
    return typeof frame['on'] === 'boolean' ? { kind: 'events', on: frame['on'] } : undefined;
  }
  if (frame === undefined || !isId(frame['id'])) return undefined;
  const id = frame['id'];
  if (frame['kind'] === 'cancel') return { kind: 'cancel', id };
  const { name, input, token, tokenFor, account } = frame;
  if (frame['kind'] !== 'call' || typeof name !== 'string' || typeof input !== 'string') return undefined;
  if (token !== null && typeof token !== 'string') return undefined;
  if (account !== undefined && typeof account !== 'string') return undefined;
  if (tokenFor !== undefined && tokenFor !== null && typeof tokenFor !== 'string') return undefined;
  return { kind: 'call', id, name, input, token, tokenFor, account };
}

/** Reads a signal; undefined for anything that is not one. */
export function readSignal(text: string): VaultSignal | undefined {
  const frame = members(text);
  if (frame?.['kind'] !== 'signal') return undefined;
  const { signal } = frame;
  return signal === 'touched' || signal === 'lock' ? signal : undefined;
}

/**
 * Reads a frame from the host; undefined for anything that is not one. Events are not checked further: the greeting made
 * sure that both sides are of one version.
 */
export function readFromHost(text: string): FromHost | undefined {
  const frame = members(text);
  if (frame === undefined) return undefined;
  const { id, kind, event, outcome, idempotent } = frame;
  if (kind === 'event') return isEvent(event) ? { kind, event: event as HostEvent } : undefined;
  if (!isId(id)) return undefined;
  if (kind === 'accepted' && typeof idempotent === 'boolean') return { kind, id, idempotent };
  if (kind === 'progress' && isEvent(event)) return { kind, id, event: event as ProgressEvent };
  if (kind === 'outcome' && typeof outcome === 'string') return { kind, id, outcome };
  return undefined;
}

/** Reads the first line of a client. */
export function readGreeting(text: string): Greeting | undefined {
  const frame = members(text);
  if (frame?.['kind'] !== 'hello') return undefined;
  const { version, nonce, proof } = frame;
  if (typeof version !== 'string' || typeof nonce !== 'string' || !isTextOrNull(proof)) return undefined;
  return { kind: 'hello', version, nonce, proof };
}

/** Reads the first line of an instance. */
export function readGreetingAnswer(text: string): GreetingAnswer | undefined {
  const frame = members(text);
  if (frame?.['kind'] === 'welcome') {
    const { proof } = frame;
    return isTextOrNull(proof) ? { kind: 'welcome', proof } : undefined;
  }
  if (frame?.['kind'] !== 'refused' || typeof frame['message'] !== 'string') return undefined;
  return { kind: 'refused', message: frame['message'] };
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isEvent(value: unknown): value is { readonly kind: string } {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function members(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Cuts a byte stream into lines, bounded: a peer that never ends its line must not fill the memory.
 * @param maxBytes of one line
 * @param onLine gets each line as text, without its end
 * @returns takes the next bytes; false once a line was too long (the connection is to be closed)
 */
export function createLineReader(
  maxBytes: number,
  onLine: (line: string) => void,
): (bytes: Buffer) => boolean {
  let parts: Buffer[] = [];
  let length = 0;
  return (bytes) => {
    let start = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      parts.push(bytes.subarray(start, end));
      const line = Buffer.concat(parts);
      parts = [];
      length = 0;
      start = end + 1;
      if (line.length > maxBytes) return false;
      onLine(line.toString('utf8'));
    }
    if (start < bytes.length) {
      parts.push(bytes.subarray(start));
      length += bytes.length - start;
    }
    return length <= maxBytes;
  };
}
