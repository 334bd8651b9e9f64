import { wrong, type Arguments } from '../command/arguments.ts';

/** An option that takes a day, which is the one of this computer, or a moment, which says its zone. Answers ISO 8601. */
export function momentOption(args: Arguments, name: 'since' | 'until'): string | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const isDay = /^\d{4}-\d\d-\d\d$/u.test(text);
  const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/u.test(text);
  const at = isDay ? new Date(`${text}T00:00:00`) : new Date(text);
  // Some months are taken for longer than they are: 30 February would be 2 March.
  const isReal = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(text.slice(8, 10));
  if ((isDay || isMoment) && isReal && !Number.isNaN(at.getTime())) return at.toISOString();
  throw wrong(
    `--${name} takes a day such as 2026-11-21, or a moment such as 2026-11-21T14:00:00Z.`,
    args.command,
  );
}
