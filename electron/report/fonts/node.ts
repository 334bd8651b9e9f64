import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ReportTheme } from '#contract/deliverable/theme.ts';
import { FontLibrary } from './library.ts';
import { facesOfTheme } from './themed.ts';

/**
 * A font library that reads the files of the installed packages, and before them what a theme brings.
 * @param files bytes of the theme's fonts by their hash; one that is not there is as if the theme did not name it
 */
export function installedFonts(
  theme?: Pick<ReportTheme, 'fonts'>,
  files: ReadonlyMap<string, Uint8Array> = new Map(),
): FontLibrary {
  const { resolve } = createRequire(import.meta.url);
  const given = theme === undefined ? new Map() : facesOfTheme(theme, files);
  return new FontLibrary((file) => readFileSync(resolve(file)), given);
}
