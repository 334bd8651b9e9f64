import type { ReadingName } from '#contract/procedures/index.ts';

/**
 * What a thread that passes calls on has to know of the procedures. The host's thread tells it when it opens: the table
 * itself brings all schemas along, and a face starts without them.
 */
export interface Routes {
  readonly looks: readonly ReadingName[];
  readonly scans: readonly ReadingName[];
  /** Those that may be called again if it is not known whether they ran (`isIdempotent` of `contract/procedure.ts`). */
  readonly idempotent: readonly string[];
}

/** How a reading is answered: by the thread that looks at one thing, or by the one that scans whole engagements. */
export interface ReadingRoute {
  readonly name: ReadingName;
  readonly access: 'look' | 'scan';
}

/** The routes by name. */
export interface RouteTable {
  /** The way of a procedure that only reads; undefined if only the host answers it. */
  reading(name: string): ReadingRoute | undefined;
  isIdempotent(name: string): boolean;
}

/** Makes the routes quick to look up. @param routes null until the host told them: then it answers every call, and once */
export function tableOf(routes: Routes | null): RouteTable {
  const readings = new Map<string, ReadingRoute>();
  for (const name of routes?.looks ?? []) readings.set(name, { name, access: 'look' });
  for (const name of routes?.scans ?? []) readings.set(name, { name, access: 'scan' });
  const idempotent = new Set(routes?.idempotent);
  return { reading: (name) => readings.get(name), isIdempotent: (name) => idempotent.has(name) };
}
