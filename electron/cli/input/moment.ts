import { wrong, type Arguments } from '../command/arguments.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** As the queries have them (`updated:<7d`). */
const unitMs: Readonly<Record<string, number>> = {
  min: minuteMs,
  h: 60 * minuteMs,
  d: dayMs,
  w: 7 * dayMs,
  mo: 30 * dayMs,
  y: 365 * dayMs,
};

/**
 * An option that takes a day of this computer (`2026-11-21`, `today`, `yesterday`), an age (`7d`), or a moment with its
 * zone. Answers ISO 8601.
 */
export function momentOption(
  args: Arguments,
  name: 'since' | 'until',
  now: Date = new Date(),
): string | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const at = momentOf(text, now);
  if (at !== null) return at.toISOString();
  throw wrong(
    `--${name} takes a day such as 2026-11-21 or yesterday, an age such as 7d or 2w, or a moment such as 2026-11-21T14:00:00Z.`,
    args.command,
  );
}

function momentOf(text: string, now: Date): Date | null {
  const word = text.toLowerCase();
  if (word === 'today') return new Date(now.getFullYear(), now.getMonth(), now.getDate());
  if (word === 'yesterday') return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const [, count, unit] = /^(\d{1,6})([a-z]+)$/u.exec(word) ?? [];
  if (count !== undefined && unit !== undefined) {
    const factor = Object.hasOwn(unitMs, unit) ? unitMs[unit] : undefined;
    return factor === undefined ? null : new Date(now.getTime() - Number(count) * factor);
  }
  const isDay = /^\d{4}-\d\d-\d\d$/u.test(text);
  const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/u.test(text);
  const at = isDay ? new Date(`${text}T00:00:00`) : new Date(text);
  // Some months are taken for longer than they are: 30 February would be 2 March.
  const isReal = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(text.slice(8, 10));
  return (isDay || isMoment) && isReal && !Number.isNaN(at.getTime()) ? at : null;
}
