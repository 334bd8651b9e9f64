import type { IgnoredWarning } from '#contract/procedures/deliverables/deliverable.ts';
import type { CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import { isIgnored } from '#domain/preflight/ignored.ts';

/** A message as the panel shows it: still found, ignored since, or no longer found. */
export interface CheckRow {
  readonly message: CheckMessage;
  readonly state: 'open' | 'ignored' | 'gone';
}

const keyOf = ({ code, finding, field }: CheckMessage): string => JSON.stringify([code, finding, field]);

/** The messages as rows, each still found. */
export function rowsOf(messages: readonly CheckMessage[]): readonly CheckRow[] {
  return messages.map((message) => ({ message, state: 'open' }));
}

/**
 * The rows after a newer check, each in its place: what is ignored or no longer found stays under the pointer. What is
 * new comes behind the rows of its rule.
 */
export function heldRows(
  before: readonly CheckRow[],
  messages: readonly CheckMessage[],
  ignored: readonly IgnoredWarning[],
): readonly CheckRow[] {
  const left = [...messages];
  /** Takes the same message, or if there is none one about the same place, whose words changed. */
  const take = (wanted: CheckMessage, same: (message: CheckMessage) => boolean): CheckMessage | null => {
    const at = left.findIndex((message) => keyOf(message) === keyOf(wanted) && same(message));
    return at === -1 ? null : (left.splice(at, 1)[0] ?? null);
  };
  const exact = before.map(({ message }) => take(message, (found) => found.message === message.message));
  const rows = before.map(({ message }, at): CheckRow => {
    const found = exact[at] ?? take(message, () => true);
    if (found !== null) return { message: found, state: 'open' };
    return { message, state: isIgnored(message, ignored) ? 'ignored' : 'gone' };
  });
  for (const message of left) {
    const last = rows.findLastIndex((row) => row.message.code === message.code);
    const level = rows.findLastIndex((row) => row.message.level === message.level);
    rows.splice((last === -1 ? level : last) + 1, 0, { message, state: 'open' });
  }
  return rows;
}
