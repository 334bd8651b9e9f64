import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/*
 * A vault may be written over in place by an older copy of itself: same machine, same files. The number of commits
 * therefore also stands in the name of an empty file, and a copy that is put in its place leaves that name there.
 */
const pattern = /^store\.db\.at-(\d{1,15})$/u;

/** The highest number of commits that a store in this folder is known to have had; 0 if nothing says so. */
export function furthestReached(folder: string): number {
  return Math.max(0, ...reachedIn(folder).map(({ commits }) => commits));
}

/** Notes how far the store in this folder is. Never throws: an older note only proves less. */
export function noteReached(folder: string, commits: number): void {
  try {
    const name = `store.db.at-${String(commits)}`;
    closeSync(openSync(join(folder, name), 'a', 0o600));
    for (const other of reachedIn(folder))
      if (other.name !== name) rmSync(join(folder, other.name), { force: true });
  } catch {
    return;
  }
}

/** Forgets how far it was: the program itself has put another store in its place. */
export function forgetReached(folder: string): void {
  for (const { name } of reachedIn(folder)) rmSync(join(folder, name), { force: true });
}

function reachedIn(folder: string): { readonly name: string; readonly commits: number }[] {
  return readdirSync(folder).flatMap((name) => {
    const commits = pattern.exec(name)?.[1];
    return commits === undefined ? [] : [{ name, commits: Number(commits) }];
  });
}
