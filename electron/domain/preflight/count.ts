import type { CheckCounts, CheckMessage } from '#contract/procedures/deliverables/preflight.ts';

/** How many errors and warnings there are. */
export function countMessages(messages: readonly CheckMessage[]): CheckCounts {
  const errors = messages.filter(({ level }) => level === 'error').length;
  return { errors, warnings: messages.length - errors };
}
