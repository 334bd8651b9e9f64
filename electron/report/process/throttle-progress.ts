import type { ReportProgress } from '#contract/deliverable/report.ts';

/**
 * Passes on how far a report is: the beginning of each phase, and then each further hundredth of it. Nobody sees more, and
 * each message costs the thread that hears it.
 */
export function throttleProgress(
  tell: (progress: ReportProgress) => void,
): (progress: ReportProgress) => void {
  let told = '';
  return (progress) => {
    const { phase, done, total } = progress;
    const step = `${phase} ${Math.floor((100 * done) / total)}`;
    if (step === told) return;
    told = step;
    tell(progress);
  };
}
