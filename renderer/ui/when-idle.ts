/** Runs a task when the browser is idle, or shortly if the browser cannot tell: WebKit has no `requestIdleCallback`. */
export function whenIdle(task: () => void): void {
  if (typeof globalThis.requestIdleCallback === 'function') globalThis.requestIdleCallback(() => task());
  else setTimeout(task, 1);
}
