/** A value that is edited, with what it was before and what was undone. */
export interface Steps<T> {
  readonly now: T;
  readonly before: readonly T[];
  readonly after: readonly T[];
}

/** A value that nothing was changed of yet. */
export function firstStep<T>(now: T): Steps<T> {
  return { now, before: [], after: [] };
}

/** The next value; what had been undone before is forgotten. */
export function withStep<T>({ now, before }: Steps<T>, next: T): Steps<T> {
  return { now: next, before: [...before, now], after: [] };
}

/** The value before the last change; the same steps if there is none. */
export function undone<T>(steps: Steps<T>): Steps<T> {
  const last = steps.before.at(-1);
  if (last === undefined) return steps;
  return { now: last, before: steps.before.slice(0, -1), after: [steps.now, ...steps.after] };
}

/** The value that was undone last; the same steps if there is none. */
export function redone<T>(steps: Steps<T>): Steps<T> {
  const [next, ...after] = steps.after;
  if (next === undefined) return steps;
  return { now: next, before: [...steps.before, steps.now], after };
}

/** Which way a key leads through the steps: Ctrl+Z, Ctrl+Shift+Z, Ctrl+Y; null for any other key. */
export function stepOfKey(event: KeyboardEvent): typeof undone | null {
  if (!(event.ctrlKey || event.metaKey)) return null;
  const key = event.key.toLowerCase();
  if (key === 'y') return redone;
  if (key !== 'z') return null;
  return event.shiftKey ? redone : undone;
}
