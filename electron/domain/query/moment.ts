import type { Comparison, Condition } from '#contract/finding/listing.ts';
import { QueryError } from './query.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const unitMs: ReadonlyMap<string, number> = new Map([
  ['min', minuteMs],
  ['h', 60 * minuteMs],
  ['d', dayMs],
  ['w', 7 * dayMs],
  ['mo', 30 * dayMs],
  ['y', 365 * dayMs],
]);
const age = /^(\d{1,6})([a-z]+)$/iu;
const day = /^\d{4}-\d{2}-\d{2}$/u;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/iu;

/** The moment of a text that begins with a day, or NaN; `Date.parse` alone takes 30 February for 2 March. */
function momentOf(text: string): number {
  const dayMs = Date.parse(text.slice(0, 10));
  const isReal = !Number.isNaN(dayMs) && new Date(dayMs).toISOString().startsWith(text.slice(0, 10));
  return isReal ? Date.parse(text) : Number.NaN;
}

function updated(by: Comparison, to: number): Condition {
  return { kind: 'number', column: 'updated_ms', by, to };
}

/** A small age is a late moment. */
const mirrored = { '<': '>', '<=': '>=', '=': '>=', '>=': '<=', '>': '<' } as const satisfies Record<
  Comparison,
  Comparison
>;

/** From `fromMs` on and before `untilMs`, compared as one: later than a day is behind its end. */
function inSpan(by: Comparison, fromMs: number, untilMs: number): Condition {
  switch (by) {
    case '<':
      return updated('<', fromMs);
    case '<=':
      return updated('<', untilMs);
    case '>':
      return updated('>=', untilMs);
    case '>=':
      return updated('>=', fromMs);
    case '=':
      return { kind: 'all', of: [updated('>=', fromMs), updated('<', untilMs)] };
  }
}

/**
 * What `updated:` asks: a day or moment (`>=2026-03-01`; without a zone, UTC) or an age. `<7d` means changed less than
 * seven days before `nowMs`; `7d` includes its end.
 */
export function updatedCondition(text: string, by: Comparison | null, at: number, nowMs: number): Condition {
  const [, count, unit] = age.exec(text) ?? [];
  const factor = unitMs.get(unit?.toLowerCase() ?? '');
  if (count !== undefined && factor !== undefined)
    return updated(mirrored[by ?? '='], nowMs - Number(count) * factor);
  if (day.test(text)) {
    const fromMs = momentOf(text);
    if (!Number.isNaN(fromMs)) return inSpan(by ?? '=', fromMs, fromMs + dayMs);
  }
  if (instant.test(text)) {
    const zoned = /(?:Z|[+-]\d{2}:\d{2})$/iu.test(text) ? text : `${text}Z`;
    const fromMs = momentOf(zoned);
    if (!Number.isNaN(fromMs)) return inSpan(by ?? '=', fromMs, fromMs + 1);
  }
  const units = [...unitMs.keys()].join(', ');
  throw new QueryError(`"${text}" is neither an age (7d; units ${units}) nor a day (2026-03-01)`, at);
}
