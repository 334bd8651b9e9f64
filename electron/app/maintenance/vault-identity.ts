import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';

/** What the system tells of a file or folder. */
type FileStats = Pick<BigIntStats, 'ino' | 'birthtimeNs' | 'ctimeNs'>;

/**
 * Names the machine and the file of a store, and behind a dot when the file was made, if the system tells that. Not the
 * device: its number may be another one after a restart of the machine. A copy has another name; a file that was written
 * over in place has the same.
 */
export function whereaboutsOf(
  path: string,
  machine = thisMachine(),
  statsOf: (path: string) => FileStats = (name) => statSync(name, { bigint: true }),
): string {
  const { ino, birthtimeNs } = statsOf(path);
  const folder = statsOf(dirname(path));
  const file = createHash('sha256')
    .update(JSON.stringify([machine, String(ino)]))
    .digest('base64url');
  // A system that does not tell it gives 0, or the last change. That of the folder is new: the log was just made in it.
  const tellsBirth = birthtimeNs > 0n && folder.birthtimeNs !== folder.ctimeNs;
  return tellsBirth ? `${file}.${String(birthtimeNs)}` : file;
}

function thisMachine(): string {
  for (const path of ['/etc/machine-id', '/var/lib/dbus/machine-id']) {
    try {
      return readFileSync(path, 'utf8').trim();
    } catch {
      continue;
    }
  }
  return hostname();
}
