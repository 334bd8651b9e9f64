/** A page that nobody sees is never painted: waiting work goes on after this time (milliseconds). */
const unseenMs = 200;

/** Resolves once the next frame was painted. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, unseenMs);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(resolve);
    });
  });
}

/** What waits for its frame, the first one first. */
const waiting = new Set<() => void>();
let going = false;

/**
 * Does something after a frame was painted, one thing a frame: building all at once would take as long, without a
 * response to keys or wheel.
 * @param run must not throw
 * @returns gives it up: what is overtaken takes no frame
 */
export function inTurn(run: () => void): () => void {
  waiting.add(run);
  if (!going) void go();
  return () => {
    waiting.delete(run);
  };
}

async function go(): Promise<void> {
  going = true;
  while (waiting.size > 0) {
    await painted();
    const [next] = waiting;
    if (next === undefined) continue;
    waiting.delete(next);
    next();
  }
  going = false;
}
