import type { MessagePort } from 'node:worker_threads';

/** Asks the system which proxy it has for an address; answers as `session.resolveProxy` of Electron does. */
export type SystemProxy = (url: string) => Promise<string>;

interface Question {
  readonly id: number;
  readonly url: string;
}
interface Answer {
  readonly id: number;
  readonly proxy: string | null;
}

/** A PAC script that does not come must not keep a request for ever. */
const timeoutMs = 10_000;

/** Answers the host's thread over `port`, on the side where Electron is. */
export function answerSystemProxy(port: MessagePort, resolve: SystemProxy): void {
  port.on('message', ({ id, url }: Question) => {
    resolve(url).then(
      (proxy) => port.postMessage({ id, proxy } satisfies Answer),
      () => port.postMessage({ id, proxy: null } satisfies Answer),
    );
  });
  port.unref();
}

/** Asks over `port`, in the host's thread. Answers null if the system says nothing in time. */
export function askSystemProxy(port: MessagePort): (url: string) => Promise<string | null> {
  const waiting = new Map<number, (proxy: string | null) => void>();
  let last = 0;
  port.on('message', ({ id, proxy }: Answer) => waiting.get(id)?.(proxy));
  port.unref();
  return (url) =>
    new Promise((resolve) => {
      last += 1;
      const id = last;
      const settle = (proxy: string | null): void => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(proxy);
      };
      const timer = setTimeout(settle, timeoutMs, null);
      waiting.set(id, settle);
      port.postMessage({ id, url } satisfies Question);
    });
}
