/**
 * Does something at once, and again at most every `gapMs` however often it is asked for; the last asking is always
 * answered. A round that is under way is waited for, so that rounds never pile up; one that fails is reported.
 * @returns asks for a round
 */
export function throttle(round: () => Promise<void>, gapMs: number): () => void {
  let busy = false;
  let again = false;

  async function go(): Promise<void> {
    busy = true;
    again = false;
    const rest = new Promise((resolve) => setTimeout(resolve, gapMs));
    await Promise.all([round().catch((thrown: unknown) => reportError(thrown)), rest]);
    if (again) void go();
    else busy = false;
  }

  return () => {
    if (busy) again = true;
    else void go();
  };
}
