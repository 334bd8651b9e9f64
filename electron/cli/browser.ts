import { spawn } from 'node:child_process';
import { win32 } from 'node:path';

/** The command that opens an address in the user's browser; null for a system without one that is known. */
export function openerOf(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): readonly [string, ...string[]] | null {
  if (platform === 'linux') return ['xdg-open'];
  if (platform === 'darwin') return ['open'];
  if (platform !== 'win32') return null;
  // By its full path: Windows would first run one that lies in the working folder.
  const system = win32.join(env['SystemRoot'] || 'C:\\Windows', 'System32');
  return [win32.join(system, 'rundll32.exe'), 'url.dll,FileProtocolHandler'];
}

/**
 * Opens an address of our own in the person's browser.
 * @returns whether the system took it
 */
export function openInBrowser(url: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  const opener = openerOf(platform, process.env);
  if (opener === null) return Promise.resolve(false);
  const [command, ...args] = opener;
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true, windowsHide: true });
    child.once('error', () => resolve(false));
    // Some openers stay as long as the browser does.
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
    child.once('exit', (code) => resolve(code === 0));
  });
}
