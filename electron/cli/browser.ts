import { spawn } from 'node:child_process';

/** The command that opens an address in the person's browser, on each system. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  linux: ['xdg-open'],
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens an address of our own in the person's browser.
 * @returns whether the system took it
 */
export function openInBrowser(url: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  const opener = openers[platform];
  if (opener === undefined) return Promise.resolve(false);
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
