import { parentPort } from './order-input.ts';

/** What a process of Electron's posts to the one that started it: a line, or that it has said its last word. */
export type PostedLine = { readonly line: string } | { readonly end: true };

/**
 * Says one message as a line of JSON. Inside Electron it is posted: what lies in a pipe is dropped there when the process
 * ends.
 */
export function sayLine(message: object): void {
  const line = JSON.stringify(message);
  const port = parentPort();
  if (port === undefined) process.stdout.write(`${line}\n`);
  else port.postMessage({ line } satisfies PostedLine);
}

/** Says that no more will come. A process of Electron's is then ended by the one that started it. */
export function sayEnd(): void {
  parentPort()?.postMessage({ end: true } satisfies PostedLine);
}
