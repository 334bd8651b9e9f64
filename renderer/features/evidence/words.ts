import type { Evidence } from '#contract/window.ts';

/** `84 kB`: as much of a number as a person compares. */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** What a picture is: format, size in pixels, size of its file. */
export function kindWords({ type, width, height, bytes }: Evidence): string {
  return `${type === 'image/png' ? 'PNG' : 'JPEG'} · ${width} × ${height} · ${sizeWords(bytes)}`;
}

/** A moment in the person's own time, written as everywhere in the window. */
export function momentWords(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

/** A picture in a sentence: its caption, or its place where it has none. */
export function nameOf(caption: string, at: number): string {
  const line = caption.trim().replace(/\s+/gu, ' ');
  if (line === '') return `image ${at + 1}`;
  return line.length > 60 ? `${line.slice(0, 59).toWellFormed()}…` : line;
}
