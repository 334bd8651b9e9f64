import { create } from 'fontkit';
import type { ReportTheme } from '#contract/theme.ts';
import type { ThemeFaceName } from './faces.ts';

/** What keeps a file from being a face of a report. */
export type FontProblem = 'not-a-font' | 'collection' | 'no-outlines' | 'not-embeddable' | 'no-letters';

/**
 * Why a file cannot be a font of a report; null where it can. Every font of a theme is asked this before the theme is
 * kept: while a report is made there is nobody to tell. Never throws.
 */
export function fontProblem(file: Uint8Array): FontProblem | null {
  try {
    const font = create(Buffer.from(file));
    if (!('layout' in font)) return 'collection';
    if (member(member(member(font, 'directory'), 'tables'), 'glyf') === undefined) return 'no-outlines';
    if (member(member(member(font, 'OS/2'), 'fsType'), 'noEmbedding') === true) return 'not-embeddable';
    return font.hasGlyphForCodePoint(0x61) ? null : 'no-letters';
  } catch {
    return 'not-a-font';
  }
}

/** Tables that the parser's types do not name. */
function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The faces that a theme brings, with their files. */
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
    if (file !== undefined) faces.set(face, file);
  }
  return faces;
}
