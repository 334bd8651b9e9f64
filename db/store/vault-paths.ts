import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** What lies at the top of every vault; two of them together are taken for one. */
const marks = ['key.json', 'key.backup.json', 'lock.db', 'current.json', 'stores'] as const;

/**
 * Whether a path leads into a vault of this program, also through links, other mounts or case: an export there would
 * destroy work that exists nowhere else.
 */
export function leadsIntoVault(path: string): boolean {
  const given = resolve(path);
  // A file that is there is looked at itself, since it may be a link; one that is not, by the folder that it would lie in.
  const ways = [
    dirname(given),
    realOf(given) ?? given,
    join(realOf(dirname(given)) ?? dirname(given), basename(given)),
  ];
  return ways.some((way) => ancestorsOf(way).some(isVault));
}

function ancestorsOf(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...ancestorsOf(above)];
}

function isVault(folder: string): boolean {
  return marks.filter((mark) => existsSync(join(folder, mark))).length >= 2;
}

function realOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
