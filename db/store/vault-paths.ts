import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** What lies at the top of every vault; two of them together are taken for one. */
const marks = ['key.json', 'key.backup.json', 'lock.db', 'current.json', 'stores'] as const;

/** What stands where a vault is to be opened or made. */
export type VaultPlace =
  /** A vault, whole or damaged. */
  | { readonly kind: 'vault' }
  /** Nothing, an empty folder, or one with files of ours that come before the key. */
  | { readonly kind: 'free' }
  /** A folder of another user. */
  | { readonly kind: 'foreign'; readonly names: readonly string[] };

/** What this program writes into a folder before there is a key, or leaves there after a crash. */
const ownName =
  /^(?:(?:lock\.db|dossier\.|keychain\.).*|(?:current|network|token-origins|lock-time|sample)\.json|browser|backup\.new|\..+\.dossier-new)$/u;
/** What systems leave in any folder. */
const systemName =
  /^(?:\.DS_Store|\._.*|\.localized|\.directory|Thumbs\.db|desktop\.ini|lost\+found|\.Trash.*|\.fseventsd|\.Spotlight-V100|System Volume Information|\$RECYCLE\.BIN)$/iu;

/**
 * Looks at the folder of a vault before anything in it is opened or made.
 * @throws file system errors of a folder that cannot be listed
 */
export function vaultPlace(home: string): VaultPlace {
  if (['key.json', 'key.backup.json', 'stores'].some((name) => existsSync(join(home, name))))
    return { kind: 'vault' };
  if (!statSync(home, { throwIfNoEntry: false })?.isDirectory()) return { kind: 'free' };
  const names = readdirSync(home).filter((name) => !ownName.test(name) && !systemName.test(name));
  return names.length === 0 ? { kind: 'free' } : { kind: 'foreign', names };
}

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
