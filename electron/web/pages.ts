import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { pageTypes } from '#contract/window/pages.ts';

/** A file of the window, ready to be sent. */
export interface WindowFile {
  readonly type: string;
  readonly body: Uint8Array;
}

/**
 * Reads the built window once. What is asked for later is looked up by its whole path and nowhere else, so no path can
 * lead out of the folder.
 * @returns the files by their path on the server; `/` is the window itself. Empty if there is none.
 */
export function readPages(folder: string): ReadonlyMap<string, WindowFile> {
  const pages = new Map<string, WindowFile>();
  for (const name of namesIn(folder)) {
    const type = pageTypes.get(extname(name));
    if (type === undefined) continue;
    const path = name === 'index.html' ? '/' : `/${name.split(sep).join('/')}`;
    pages.set(path, { type, body: readFileSync(join(folder, name)) });
  }
  return pages;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}
