import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { pageHeaders, pageTypes } from '#contract/window/pages.ts';
import type { ShellElectron, ShellSession } from '../electron.ts';
import { ownPath, scheme } from './origin.ts';

/** Makes the scheme one like https: with an origin, secure, open to `fetch`. To be called before Electron is ready. */
export function registerScheme(protocol: ShellElectron['protocol']): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/**
 * Serves the files that the folder holds now, and no others: a path is looked up in a table and never joined to a
 * folder.
 * @throws if the folder cannot be read or has no page
 */
export function servePages(session: ShellSession, folder: string): void {
  const files = listFiles(folder);
  if (!files.has('/')) throw new Error(`There is no page in ${folder}.`);
  session.protocol.handle(scheme, async ({ method, url }) => {
    const path = ownPath(url);
    const file = path === null ? undefined : files.get(path);
    if (file === undefined) return new Response(null, { status: 404, headers: pageHeaders });
    if (method !== 'GET' && method !== 'HEAD') {
      return new Response(null, { status: 405, headers: pageHeaders });
    }
    const body = method === 'GET' ? new Uint8Array(await readFile(file.path)) : null;
    return new Response(body, { headers: { ...pageHeaders, 'content-type': file.type } });
  });
}

interface PageFile {
  readonly path: string;
  readonly type: string;
}

function listFiles(folder: string): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = pageTypes.get(extname(name));
    if (type !== undefined) files.set(`/${name.split(sep).join('/')}`, { path: join(folder, name), type });
  }
  const page = files.get('/index.html');
  return page === undefined ? files : files.set('/', page);
}
