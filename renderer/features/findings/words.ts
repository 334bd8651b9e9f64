import type { BulkAnswer } from '#contract/procedures.ts';
import { counted } from '#renderer/ui/format.ts';

/** "1 finding", "12,000 findings". */
export function findingsOf(count: number): string {
  return counted(count, 'finding');
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
