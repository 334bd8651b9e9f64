import type { ReportTheme, ThemeFace } from '#contract/deliverable/theme.ts';
import { packedFont } from '../fonts/woff.ts';

/** What a style sheet needs of the fonts that a theme brings. */
export interface PageFonts {
  /** Rules that hold the fonts themselves; empty if there are none. */
  readonly rules: string;
  /** Families to be named before those of the reader's system, each with a comma behind it. */
  readonly sans: string;
  readonly mono: string;
}

/** Fonts of a page together, packed: a report has to fit into a mail. */
const MAX_BYTES = 3_000_000;

/** What is seen most comes first, since what does not fit any more is left to the reader's system. */
const order = [
  ['sans', 'regular'],
  ['sans', 'bold'],
  ['mono', 'regular'],
  ['sans', 'italic'],
  ['sans', 'boldItalic'],
  ['mono', 'bold'],
  ['mono', 'italic'],
  ['mono', 'boldItalic'],
] as const satisfies readonly (readonly ['sans' | 'mono', ThemeFace])[];

const families = { sans: 'Theme Sans', mono: 'Theme Mono' } as const;

/** The fonts of a theme as they stand in the page. `files` holds their bytes, by their hash. */
export function pageFonts({ fonts }: ReportTheme, files: ReadonlyMap<string, Uint8Array>): PageFonts {
  let left = MAX_BYTES;
  const held = order.flatMap(([family, face]) => {
    const file = files.get(fonts[family][face] ?? '');
    if (file === undefined) return [];
    const packed = packedFont(file);
    if (packed.length > left) return [];
    left -= packed.length;
    return [{ family, rule: ruleOf(family, face, packed) }];
  });
  const named = (family: 'sans' | 'mono'): string =>
    held.some((one) => one.family === family) ? `"${families[family]}",` : '';
  return { rules: held.map(({ rule }) => rule).join('\n'), sans: named('sans'), mono: named('mono') };
}

function ruleOf(family: 'sans' | 'mono', face: ThemeFace, packed: Uint8Array): string {
  const weight = face === 'bold' || face === 'boldItalic' ? 700 : 400;
  const style = face === 'italic' || face === 'boldItalic' ? 'italic' : 'normal';
  const source = `data:font/woff;base64,${Buffer.from(packed).toString('base64')}`;
  return `@font-face{font-family:"${families[family]}";font-weight:${weight};font-style:${style};src:url(${source}) format("woff")}`;
}
