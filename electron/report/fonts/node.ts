import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { FontLibrary } from './library.ts';

/** A font library that reads the files of the installed packages. */
export function installedFonts(): FontLibrary {
  const { resolve } = createRequire(import.meta.url);
  return new FontLibrary((file) => readFileSync(resolve(file)));
}
