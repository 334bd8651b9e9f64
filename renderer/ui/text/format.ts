import { SvelteMap } from 'svelte/reactivity';
import { systemLocale } from './locale.ts';

/** How numbers and moments are written. */
export interface Formats {
  /** A language of the browser's (BCP 47), or `system` for the one that it runs in. */
  readonly locale: string;
  /** `words`: 5 Mar 2026; `numbers`: 05/03/2026; `iso`: 2026-03-05. */
  readonly date: 'words' | 'numbers' | 'iso';
}

interface Writers {
  readonly number: (value: number) => string;
  readonly date: (at: Date) => string;
  readonly day: (at: Date) => string;
  readonly time: (at: Date) => string;
  readonly clock: (at: Date) => string;
}

/** The pages are in English, and so are dates until the person has chosen otherwise. */
const first: Formats = { locale: 'en-GB', date: 'words' };

/** One for the whole page; a view that has written something with it writes it again when it changes. */
const chosen = new SvelteMap<'writers', Writers>([['writers', writersOf(first)]]);

/** From here on everything is written in this way, what stands on the page included. */
export function setFormats(formats: Formats): void {
  chosen.set('writers', writersOf(formats));
}

/** `1,179` */
export function number(value: number): string {
  return writers().number(value);
}

/** `1 image`, `12,000 images`. @param many the word for all counts but one; `one` with an s unless given */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** `84 kB`: as much of a number as a person compares. */
export function size(bytes: number): string {
  if (bytes < 1_000) return `${number(bytes)} B`;
  if (bytes < 1_000_000) return `${number(Math.round(bytes / 1_000))} kB`;
  const unit = bytes < 1_000_000_000 ? ([1_000_000, 'MB'] as const) : ([1_000_000_000, 'GB'] as const);
  return `${number(Math.round((bytes / unit[0]) * 10) / 10)} ${unit[1]}`;
}

/** `5 Mar 2026`. What is no moment comes back as it is. @param at ISO 8601, or milliseconds since the epoch */
export function date(at: string | number): string {
  return written(at, (moment) => writers().date(moment));
}

/** A day such as `2026-03-05` as the person writes days; empty if none is said. */
export function dayOf(text: string): string {
  // A day has no time zone: noon is the same day everywhere.
  return text === '' ? '' : date(`${text}T12:00:00`);
}

/** `5 Mar 2026, 09:05` */
export function dateTime(at: string | number): string {
  return written(at, (moment) => `${writers().date(moment)}, ${writers().time(moment)}`);
}

/** `5 Mar 2026, 09:05:27`, if the order of moments is told. */
export function exactly(at: string | number): string {
  return written(at, (moment) => `${writers().date(moment)}, ${writers().clock(moment)}`);
}

/** The time of day to the second: `09:05:27` */
export function clock(at: string | number): string {
  return written(at, (moment) => writers().clock(moment));
}

/** As short as it can be told: the time today, the day this year, else the date. Nothing for what is no moment. */
export function shortly(at: string | number, nowMs: number): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return '';
  const now = new Date(nowMs);
  const sameYear = then.getFullYear() === now.getFullYear();
  if (sameYear && then.getMonth() === now.getMonth() && then.getDate() === now.getDate()) {
    return writers().time(then);
  }
  return sameYear ? writers().day(then) : writers().date(then);
}

/** How long ago something was, roughly. */
export function ago(at: string | number, nowMs: number): string {
  const minutes = Math.floor((nowMs - new Date(at).getTime()) / 60_000);
  if (Number.isNaN(minutes) || minutes < 1) return 'just now';
  if (minutes < 60) return `${number(minutes)} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${number(hours)} h ago`;
  return counted(Math.floor(hours / 24), 'day ago', 'days ago');
}

/** How long is left, as a clock that runs down shows it: `0:42`, `12:05`, `1:00:00`. */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (part: number): string => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours > 0 ? `${String(hours)}:${two(minutes)}:${rest}` : `${String(minutes)}:${rest}`;
}

function writers(): Writers {
  return chosen.get('writers') ?? writersOf(first);
}

function written(at: string | number, write: (moment: Date) => string): string {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? String(at) : write(moment);
}

function writersOf({ locale, date: style }: Formats): Writers {
  const language = locale === 'system' ? systemLocale() : locale;
  const numbers = once(() => new Intl.NumberFormat(language));
  const moments = (style: Intl.DateTimeFormatOptions): ((at: Date) => string) => {
    const format = once(() => new Intl.DateTimeFormat(language, style));
    return (at) => format().format(at);
  };
  return {
    number: (value) => numbers().format(value),
    time: moments({ timeStyle: 'short' }),
    clock: moments({ timeStyle: 'medium' }),
    ...datesOf(moments, style),
  };
}

function datesOf(
  moments: (style: Intl.DateTimeFormatOptions) => (at: Date) => string,
  style: Formats['date'],
): Pick<Writers, 'date' | 'day'> {
  switch (style) {
    case 'words':
      // The language's own medium style is one of numbers in some, as in German.
      return {
        date: moments({ day: 'numeric', month: 'short', year: 'numeric' }),
        day: moments({ day: 'numeric', month: 'short' }),
      };
    case 'numbers':
      return {
        date: moments({ day: '2-digit', month: '2-digit', year: 'numeric' }),
        day: moments({ day: '2-digit', month: '2-digit' }),
      };
    case 'iso':
      return { date: isoDay, day: isoDay };
  }
  return style satisfies never;
}

/** Makes it when it is first asked for: a browser takes some 10 ms for each format of a language, and few are in view. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** `2026-03-05`: the person's own day, not that of Greenwich. */
export function isoDay(at: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(at.getFullYear())}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
