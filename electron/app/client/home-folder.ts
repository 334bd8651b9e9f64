import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, posix, resolve, win32 } from 'node:path';

/** The systems' own folders for what a program stores, and where files are looked for. */
export interface FolderSystem {
  readonly platform: NodeJS.Platform;
  readonly isThere: (path: string) => boolean;
}

/**
 * Resolves a path that the user wrote; "~" at its start is the user's own folder, which PowerShell and `--home=~/x` leave
 * to the program.
 * @param folder what a relative path starts from
 * @returns an absolute path
 */
export function resolvePath(folder: string, given: string): string {
  return resolve(folder, /^~(?:$|[\\/])/u.test(given) ? homedir() + given.slice(1) : given);
}

/** The vault that a command line or the environment names; undefined if they name none. */
export function namedHome(given: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  return given ?? (env['DOSSIER_HOME'] || undefined);
}

/**
 * Where everything of this installation lives: `--home`, else DOSSIER_HOME, else the operating system's folder
 * for application data.
 * @returns an absolute path
 */
export function homeFolder(
  given: string | undefined,
  env: NodeJS.ProcessEnv,
  folder: string,
  system: FolderSystem = { platform: process.platform, isThere: existsSync },
): string {
  const named = namedHome(given, env);
  return named === undefined ? usualHome(env, system) : resolvePath(folder, named);
}

function usualHome(env: NodeJS.ProcessEnv, { platform, isThere }: FolderSystem): string {
  if (platform === 'win32') {
    const data = win32.join(homedir(), 'AppData');
    // Offices redirect %APPDATA% to a share or copy it between machines, where a store breaks.
    const local = win32.join(env['LOCALAPPDATA'] || win32.join(data, 'Local'), 'Dossier');
    const roaming = win32.join(env['APPDATA'] || win32.join(data, 'Roaming'), 'Dossier');
    const isOld = !isThere(win32.join(local, 'key.json')) && isThere(win32.join(roaming, 'key.json'));
    return isOld ? roaming : local;
  }
  if (platform === 'darwin') return posix.join(homedir(), 'Library', 'Application Support', 'Dossier');
  const data = env['XDG_DATA_HOME'];
  // The XDG rules: a relative path there is invalid and ignored.
  return join(data?.startsWith('/') ? data : join(homedir(), '.local', 'share'), 'dossier');
}
