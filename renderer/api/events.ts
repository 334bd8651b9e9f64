import { isObject, parseJson } from '#domain/base/json.ts';

/** What the event stream of `dossier serve` tells: texts as they came, and whether it is open. */
export type StreamEvent =
  | { readonly kind: 'link'; readonly up: boolean }
  | { readonly kind: 'desk' | 'progress'; readonly data: string };

/** Names lock and channel of the pages that share a stream. */
const shared = 'dossier-events';

/**
 * Follows the event stream of the program. All pages of one browser share one: a browser opens only six connections to
 * an address, and six streams would leave none for calls. The page that has the lock reads it and passes everything on;
 * when it closes, the next one takes over.
 *
 * @returns ends it
 */
export function followEvents(tell: (told: StreamEvent) => void): () => void {
  // Not there if the browser takes loopback for insecure.
  if (!('locks' in navigator)) return readStream(tell);
  const ended = new AbortController();
  const channel = new BroadcastChannel(shared);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const told = toldIn(data);
    if (told !== null) tell(told);
  });
  const pass = (told: StreamEvent): void => {
    tell(told);
    channel.postMessage(JSON.stringify(told));
  };
  const readForAll = (): Promise<void> =>
    new Promise((resolve) => {
      const stop = readStream(pass);
      ended.signal.addEventListener('abort', () => {
        stop();
        resolve();
      });
    });

  async function takeTurns(): Promise<void> {
    const first = await navigator.locks.request(shared, { ifAvailable: true }, async (lock) => {
      if (lock === null) return false;
      await readForAll();
      return true;
    });
    if (first) return;
    await navigator.locks.request(shared, { signal: ended.signal }, () => {
      // What happened between the two streams was told to nobody: every page asks again when the new one opens.
      pass({ kind: 'link', up: false });
      return readForAll();
    });
  }

  takeTurns().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error;
  });
  return () => {
    ended.abort();
    channel.close();
  };
}

function readStream(tell: (told: StreamEvent) => void): () => void {
  const source = new EventSource('/events');
  source.addEventListener('open', () => {
    tell({ kind: 'link', up: true });
  });
  source.addEventListener('error', () => {
    tell({ kind: 'link', up: false });
  });
  for (const kind of ['desk', 'progress'] as const) {
    source.addEventListener(kind, ({ data }: MessageEvent<string>) => {
      tell({ kind, data });
    });
  }
  return () => {
    source.close();
  };
}

/** Reads what another page passed on; null for what this page does not know. */
function toldIn(message: unknown): StreamEvent | null {
  const parsed = typeof message === 'string' ? parseJson(message) : null;
  if (parsed?.kind !== 'ok' || !isObject(parsed.value)) return null;
  const { kind, up, data } = parsed.value;
  if (kind === 'link' && typeof up === 'boolean') return { kind, up };
  return (kind === 'desk' || kind === 'progress') && typeof data === 'string' ? { kind, data } : null;
}
