import type { Json } from '#contract/json.ts';
import { failureText } from '#domain/answers/failure.ts';
import { callFor, type OnlineContext } from '#engine/context.ts';

/** More pages take too long for a screen that waits for them. */
const maxPages = 20;

/** How long (ms) a screen waits for the end of a pause that the service asked for. */
const pauseLimitMs = 5_000;

/** What a list gave until it ended, or until something went wrong: `problem` says what. */
export interface NamedList<T> {
  readonly rows: readonly T[];
  readonly complete: boolean;
  readonly problem: string | null;
}

/**
 * Reads a list whose path the profile names, page by page until one brings nothing new.
 *
 * @param rowsIn answers null if a body is no list
 */
export async function readNamedList<T>(
  ctx: OnlineContext,
  path: string,
  project: string | null,
  rowsIn: (body: Json) => readonly T[] | null,
): Promise<NamedList<T>> {
  const rows: T[] = [];
  const seen = new Set<string>();
  for (let page = 1; page <= maxPages; page += 1) {
    const read = await readNamed(ctx, path, project, page);
    if (read.kind === 'failed') return { rows, complete: false, problem: read.problem };
    const found = rowsIn(read.body);
    if (found === null) return { rows, complete: false, problem: 'The answer is not a list.' };
    const known = seen.size;
    for (const row of found) {
      const text = JSON.stringify(row);
      if (!seen.has(text)) rows.push(row);
      seen.add(text);
    }
    if (seen.size === known) return { rows, complete: true, problem: null };
  }
  return { rows, complete: false, problem: null };
}

/** Reads one page of a path that the profile names. */
export async function readNamed(
  ctx: OnlineContext,
  path: string,
  project: string | null,
  page = 1,
): Promise<
  { readonly kind: 'ok'; readonly body: Json } | { readonly kind: 'failed'; readonly problem: string }
> {
  const call = { ...callFor(ctx, 'person'), maxWaitMs: pauseLimitMs };
  const read = await ctx.client.readNamed(call, path, { project, page, pageSize: ctx.profile.pageSize });
  return read.kind === 'ok'
    ? { kind: 'ok', body: read.value }
    : { kind: 'failed', problem: failureText(read.failure) };
}
