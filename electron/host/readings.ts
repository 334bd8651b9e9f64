import type { ProcedureName } from '#contract/procedures.ts';

/**
 * Procedures that only read the store: a thread of their own answers them, so that none waits for what a sync writes.
 * Any of them may also be answered by the host, and is where that thread cannot.
 */
export const readings = [
  'list.query',
  'list.find',
  'list.rows',
  'list.counts',
  'list.values',
  'list.ids',
  'finding.open',
  'finding.history',
  'connection.profile',
  'engagement.list',
  'engagement.facts',
  'queue.rows',
  'queue.items',
  'queue.open',
  'assistant.preview',
  'assistant.drafts',
  'assistant.draft',
  'conflict.list',
  'conflict.open',
  'question.held',
  'question.account',
  'question.emptied',
  'question.creation',
  'review.list',
  'review.card',
  'review.similar',
  'report.check',
  'report.masks',
  'report.settings',
  'theme.list',
  'theme.read',
  'theme.check',
  'round.list',
  'round.show',
  'finding.verdicts',
  'verdict.preview',
  'edition.list',
  'edition.compare',
  'activity.list',
  'activity.export',
  'activity.refusals',
] as const satisfies readonly ProcedureName[];
export type ReadingName = (typeof readings)[number];

const names: ReadonlySet<string> = new Set(readings);

export function isReading(name: string): name is ReadingName {
  return names.has(name);
}

/**
 * Whether a call is a reason to start the thread: only a window asks these, and will ask again. A command of the terminal
 * is done before a thread has started.
 */
export function opensReader(name: ReadingName): boolean {
  return name === 'list.find' || name === 'list.query';
}
