import type { Evidence } from '#contract/window.ts';
import { size } from '#renderer/ui/text/format.ts';

/** What a picture is: format, size in pixels, size of its file. */
export function kindWords({ type, width, height, bytes }: Evidence): string {
  return `${type === 'image/png' ? 'PNG' : 'JPEG'} · ${width} × ${height} · ${size(bytes)}`;
}

/** A picture in a sentence: its caption, or its place where it has none. */
export function nameOf(caption: string, at: number): string {
  const line = caption.trim().replace(/\s+/gu, ' ');
  if (line === '') return `image ${at + 1}`;
  return line.length > 60 ? `${line.slice(0, 59).toWellFormed()}…` : line;
}

/** The same in a title, where a caption would run on as part of it. */
export function quotedNameOf(caption: string, at: number): string {
  const name = nameOf(caption, at);
  return caption.trim() === '' ? name : `“${name}”`;
}
