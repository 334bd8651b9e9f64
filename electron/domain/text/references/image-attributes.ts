/*
 * Braces behind an image say how wide it is printed: `![Login](evidence:login.png){width=50%}`, as Pandoc, GitLab and
 * kramdown write it. They are never printed.
 */

/** What braces behind an image say. */
export interface ImageAttributes {
  /** A share of the text's width, `50%`, or pixels of a screen, `300px`; absent if they say no width. */
  readonly width?: string;
  /** The braces as they were written, if something in them means nothing here. */
  readonly unread?: string;
}

/** Braces that belong to the image right before them; two of them begin a placeholder. */
const braces = /^\{(?!\{)[^{}\n]{0,200}\}/u;
/** Behind a blank only what can be nothing else belongs to it. */
const apart =
  /^ \{:?(?=[^{}\n]{0,200}=)(?:\s*(?:[.#][\w:-]+|[\w-]+=(?:"[^"{}\n]*"|'[^'{}\n]*'|[^\s"'{}]+)))+\s*\}/u;

/** The braces at the beginning of what stands behind an image; empty if there are none. */
export function bracesBehind(text: string): string {
  return (braces.exec(text) ?? apart.exec(text))?.[0] ?? '';
}

/** Reads braces as `bracesBehind` gives them. */
export function readImageAttributes(written: string): ImageAttributes {
  const inside = written.trim().slice(1, -1).replace(/^\s*:/u, '');
  let width: string | undefined;
  let unread = false;
  for (const [whole, name = '', double, single, bare] of inside.matchAll(
    /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|\S+/gu,
  )) {
    const value = double ?? single ?? bare;
    const read = value === undefined ? undefined : widthOf(name.toLowerCase(), value);
    if (whole !== '' && read === undefined) unread = true;
    width ??= read;
  }
  return {
    ...(width === undefined ? {} : { width }),
    ...(unread ? { unread: written.trim() } : {}),
  };
}

function widthOf(name: string, value: string): string | undefined {
  if (name === 'width') return imageWidth(value);
  const styled =
    name === 'style' ? /^\s*(?:max-)?width\s*:\s*([^;]+?)\s*;?\s*$/iu.exec(value)?.[1] : undefined;
  return styled === undefined ? undefined : imageWidth(styled);
}

/** Pixels of a screen in one unit. */
const pixelsPer: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};
const MAX_PIXELS = 10_000;

/** A width as `ImageAttributes` has it; undefined for what is none. */
export function imageWidth(value: string): string | undefined {
  const [, digits = '', unit = ''] =
    /^\s*(\d{1,5}(?:\.\d{1,4})?)\s*(%|px|pt|in|cm|mm|)\s*$/iu.exec(value) ?? [];
  if (digits === '') return undefined;
  const number = Number(digits);
  if (unit === '%') return number > 0 && number <= 100 ? `${String(number)}%` : undefined;
  const pixels = Math.round(number * (pixelsPer[unit.toLowerCase()] ?? 1));
  return pixels >= 1 && pixels <= MAX_PIXELS ? `${String(pixels)}px` : undefined;
}
