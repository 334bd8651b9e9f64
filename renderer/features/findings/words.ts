import type { BulkAnswer } from '#contract/procedures.ts';

const numbers = new Intl.NumberFormat('en');

/** "1 finding", "12,000 findings". */
export function findingsOf(count: number): string {
  return `${numbers.format(count)} ${count === 1 ? 'finding' : 'findings'}`;
}

/** What became of an action on many findings; what was left out is told with its reasons. */
export function toldOf(answer: BulkAnswer, done: string): string {
  const left = answer.left_out;
  const queued = new Set(answer.operations.flatMap(({ findings }) => findings)).size;
  const first = queued === 0 ? 'Nothing was changed.' : `${done}: ${findingsOf(queued)}.`;
  if (left.length === 0) return first;
  const reasons = [...new Set(left.map(({ reason }) => reason))].slice(0, 3).join('; ');
  return `${first}\n${findingsOf(left.length)} left out: ${reasons}`;
}

/** A moment as short as it can be told: the time today, the day this year, else the date. */
export function shortMoment(iso: string, nowMs: number): string {
  const then = new Date(iso);
  if (Number.isNaN(then.getTime())) return '';
  const now = new Date(nowMs);
  const sameYear = then.getFullYear() === now.getFullYear();
  if (sameYear && then.getMonth() === now.getMonth() && then.getDate() === now.getDate()) {
    return then.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  }
  if (sameYear) return then.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  return then.toLocaleDateString('sv-SE');
}
