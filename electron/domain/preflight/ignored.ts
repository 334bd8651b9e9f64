import type { IgnoredWarning } from '#contract/procedures/deliverables/deliverable.ts';
import type { CheckMessage } from '#contract/procedures/deliverables/preflight.ts';

/** Whether an entry speaks of a message. An error is never ignored. */
function speaksOf({ code, finding, place }: IgnoredWarning, message: CheckMessage): boolean {
  if (message.level === 'error' || code !== message.code) return false;
  if (finding === null && place === null) return true;
  return finding === message.finding && (place === null || place === message.field);
}

/** Whether a person chose to ignore a message in this engagement. */
export function isIgnored(message: CheckMessage, ignored: readonly IgnoredWarning[]): boolean {
  return ignored.some((entry) => speaksOf(entry, message));
}

/** The messages of a check without what a person chose to ignore in this engagement. */
export function withoutIgnored(
  messages: readonly CheckMessage[],
  ignored: readonly IgnoredWarning[] = [],
): CheckMessage[] {
  return messages.filter((message) => !isIgnored(message, ignored));
}

/** The entry that ignores one message if it is. One about the engagement without a place ignores its rule. */
export function ignoringHere({ code, finding, field }: CheckMessage): IgnoredWarning {
  return { code, finding, place: field };
}

/** Whether two entries ignore the same. */
export function isSameIgnored(one: IgnoredWarning, other: IgnoredWarning): boolean {
  return one.code === other.code && one.finding === other.finding && one.place === other.place;
}
