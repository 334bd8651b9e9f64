import { create } from 'fontkit';
import type { ReportTheme } from '#contract/deliverable/theme.ts';
import type { ThemeFaceName } from './faces.ts';

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
export function facesOfTheme(
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
