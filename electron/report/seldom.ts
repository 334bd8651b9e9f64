import type { ReportProgress } from '#contract/report.ts';

/** Milliseconds between two messages of one phase: people see no more of them, and each costs the thread that hears it. */
const BETWEEN_MS = 50;

/** Passes on how far a report is: the beginning of each phase, and then what is the newest now and then. */
export function seldom(
  tell: (progress: ReportProgress) => void,
  nowMs: () => number = () => performance.now(),
): (progress: ReportProgress) => void {
  let phase: ReportProgress['phase'] | null = null;
  let toldAt = 0;
  return (progress) => {
    const now = nowMs();
    if (progress.phase === phase && now - toldAt < BETWEEN_MS) return;
    ({ phase } = progress);
    toldAt = now;
    tell(progress);
  };
}
