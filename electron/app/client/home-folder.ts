import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export { leadsIntoVault } from '#db/store/vault-paths.ts';

/**
 * Where everything of this installation lives: `--home`, else DOSSIER_HOME, else the operating system's folder
 * for application data.
 * @returns an absolute path
 */
export function homeFolder(
  given: string | undefined,
  env: NodeJS.ProcessEnv,
  folder: string,
  platform: NodeJS.Platform = process.platform,
): string {
  const named = given ?? env['DOSSIER_HOME'];
  if (named) return resolve(folder, named);
  if (platform === 'win32') return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Dossier');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Dossier');
  const data = env['XDG_DATA_HOME'];
  // The XDG rules: a relative path there is invalid and ignored.
  return join(data?.startsWith('/') ? data : join(homedir(), '.local', 'share'), 'dossier');
}
