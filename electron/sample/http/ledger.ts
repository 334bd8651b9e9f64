import { closeSync, openSync, writeSync } from 'node:fs';

/** One request that changes something, as the service saw it. The order of entries is the order in which they took effect. */
export interface LedgerEntry {
  readonly n: number;
  /** ISO instant at which it was decided. */
  readonly at: string;
  /** Login of the caller, null for one who is not signed in. */
  readonly user: string | null;
  readonly method: string;
  /** The request target as sent, with the base path. */
  readonly path: string;
  /** The body as parsed JSON, or as text if it is none; null for no body; without secrets. */
  readonly body: unknown;
  /** The kind of fault that was applied. */
  readonly fault: string | null;
  /** `not-handled`: a fault kept it from the service, which is as if it had never arrived. */
  readonly outcome: 'applied' | 'refused' | 'not-handled';
  /** The status that the service decided, whatever a fault made of it on the way; null if not handled. */
  readonly status: number | null;
  /** The findings created, changed or removed. */
  readonly ids: readonly string[];
}

/** The list of all writes, kept in memory and, if a file is named, appended there line by line. */
export class Ledger {
  readonly entries: LedgerEntry[] = [];
  readonly #file: number | undefined;

  /** Opens `path` for appending; throws what the file system throws. */
  constructor(path: string | undefined) {
    this.#file = path === undefined ? undefined : openSync(path, 'a');
  }

  /** Written synchronously: when the caller hears of an outcome, or is killed, the line is already there. */
  record(entry: Omit<LedgerEntry, 'n'>): void {
    const numbered = { n: this.entries.length + 1, ...entry };
    this.entries.push(numbered);
    if (this.#file !== undefined) writeSync(this.#file, `${JSON.stringify(numbered)}\n`);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }
}

/** Text members of an account route that are no secret. */
const TOLD: ReadonlySet<string> = new Set(['email', 'name']);

/** The body as the ledger keeps it: as sent, but passwords, codes and tokens of account routes are left out. */
export function ledgerBody(path: string, body: string): unknown {
  const parsed = readable(body);
  if (!/^\/api\/(auth|users)\//.test(path) || parsed === null) return parsed;
  if (typeof parsed !== 'object') return '(left out)';
  return Object.fromEntries(
    Object.entries(parsed).map(([member, value]: [string, unknown]) => [
      member,
      TOLD.has(member) ? value : '(left out)',
    ]),
  );
}

function readable(body: string): unknown {
  if (body === '') return null;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
