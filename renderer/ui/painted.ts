/** A page that nobody sees is never painted: whoever waits goes on after this time (milliseconds). */
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
