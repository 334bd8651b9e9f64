import { existsSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { renameDurably } from './files.ts';
import { commitCounterPath } from './commit-counter.ts';
import { forgetRoots } from './table-roots.ts';

/*
 * The order in which a rescued store takes the place of a damaged one. The rescued one waits, whole, under
 * `<store>.rescued`; from then on every step can be done again after a crash, and no step deletes a row.
 */

/** Where a rescued store is being written, and where it waits once it is whole. */
export function rescuePaths(path: string): { writing: string; whole: string } {
  return { writing: `${path}.rescuing`, whole: `${path}.rescued` };
}

/** Carries on where a crash interrupted the last steps of a rescue; does nothing if there was none. */
export function finishRescue(path: string): readonly string[] {
  const { whole } = rescuePaths(path);
  if (!existsSync(whole)) return [];
  const aside = freeName(path);
  const moved: string[] = [];
  // The WAL goes first: SQLite would replay it into whatever store lies beside it.
  if (existsSync(`${path}-wal`) && statSync(`${path}-wal`).size === 0) rmSync(`${path}-wal`);
  for (const suffix of ['-wal', '']) {
    if (!existsSync(path + suffix)) continue;
    renameDurably(path + suffix, aside + suffix);
    moved.push(basename(aside + suffix));
  }
  rmSync(`${path}-shm`, { force: true });
  rmSync(commitCounterPath(path), { force: true });
  forgetRoots(path);
  renameDurably(whole, path);
  return moved;
}

/** By the database alone, so that a step done again puts it beside its WAL. */
function freeName(path: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${path}.damaged-${String(number)}`;
    if (!existsSync(name)) return name;
  }
}
