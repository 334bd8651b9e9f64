import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import type { ReportTheme } from '#contract/deliverable/theme.ts';
import type { ThemeFaceName } from './faces.ts';
import { FontLibrary } from './library.ts';

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

/**
 * Whether the letters of a file can be found, measured and drawn. A theme is accepted if its fonts are well-formed
 * outside (`domain/deliverable/theme/font.ts`); damage deeper inside is met here, and must not end a report.
 */
function drawable(file: Uint8Array): boolean {
  try {
    const font = create(Buffer.from(file));
    return (
      'layout' in font && font.hasGlyphForCodePoint(0x61) && font.glyphForCodePoint(0x61).advanceWidth > 0
    );
  } catch {
    return false;
  }
}

/** The faces that a theme brings, with their files; without those in which nothing can be drawn. */
function facesOfTheme(
  { fonts: { sans, mono } }: Pick<ReportTheme, 'fonts'>,
  files: ReadonlyMap<string, Uint8Array>,
): Map<ThemeFaceName, Uint8Array> {
  const named: [ThemeFaceName, string | undefined][] = [
    ['theme-sans', sans.regular],
    ['theme-sans-bold', sans.bold],
    ['theme-sans-italic', sans.italic],
    ['theme-sans-bold-italic', sans.boldItalic],
    ['theme-mono', mono.regular],
    ['theme-mono-bold', mono.bold],
    ['theme-mono-italic', mono.italic],
    ['theme-mono-bold-italic', mono.boldItalic],
  ];
  const faces = new Map<ThemeFaceName, Uint8Array>();
  for (const [face, hash] of named) {
    const file = hash === undefined ? undefined : files.get(hash);
    if (file !== undefined && drawable(file)) faces.set(face, file);
  }
  return faces;
}
