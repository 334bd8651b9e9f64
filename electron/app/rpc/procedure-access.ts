import type { ProcedureName } from '#contract/procedures/index.ts';

/** Procedures that only read the store and look through a whole engagement: the longest take some tens of milliseconds. */
const scans = [
  'list.query',
  'list.find',
  'list.prepare',
  'list.counts',
  'list.values',
  'queue.rows',
  'assistant.drafts',
  'conflict.list',
  'review.list',
  'review.similar',
  'report.check',
  'report.masks',
  'report.findings',
  'edition.compare',
  'verdict.preview',
  'activity.list',
  'activity.export',
  'activity.refusals',
] as const satisfies readonly ProcedureName[];

/** Procedures that only read the store and look at what they name: one finding, one operation, the rows in view. */
const looks = [
  'desk.status',
  'desk.worked',
  'notice.list',
  'list.rows',
  'list.ids',
  'finding.open',
  'finding.history',
  'finding.verdicts',
  'connection.profile',
  'engagement.list',
  'engagement.facts',
  'queue.items',
  'queue.open',
  'assistant.preview',
  'assistant.draft',
  'conflict.open',
  'question.held',
  'question.account',
  'question.emptied',
  'question.creation',
  'review.card',
  'report.settings',
  'theme.list',
  'theme.read',
  'theme.check',
  'round.list',
  'round.show',
  'edition.list',
] as const satisfies readonly ProcedureName[];

/**
 * Procedures that only read the store: threads of their own answer them, so that none waits for what a sync writes, and
 * none that looks at one thing for one that looks through all. Any of them may also be answered by the host, and is where
 * those threads cannot.
 */
export const readings = [...scans, ...looks] as const;
export type ReadingName = (typeof readings)[number];

const names: ReadonlySet<string> = new Set(readings);
const scanNames: ReadonlySet<string> = new Set(scans);

/** Whether a procedure only reads, so that a thread beside the host may answer it. */
export function isReading(name: string): name is ReadingName {
  return names.has(name);
}

/** Whether a reading looks through a whole engagement. */
export function isScan(name: ReadingName): boolean {
  return scanNames.has(name);
}

/** Whether a call is a reason to start those threads: only a window asks this, and when the hands rest. */
export function opensReaders(name: ReadingName): boolean {
  return name === 'list.values';
}

/** Whether a window that asks this will ask it again: a thread that starts reads it once before it answers. */
export function isAskedAgain(name: ReadingName): boolean {
  return name === 'list.find' || name === 'list.query' || name === 'list.rows';
}
