import type { Json } from '#contract/json.ts';
import { isObject, parseJson } from '#core/json.ts';
import { ApiError, type Transport, type TransportEvent } from './api.ts';

/*
 * The way of the local browser: loopback HTTP to `dossier serve` (docs/window.md, "The wire of serve"). One event
 * stream carries the desk's events and the progress of every call.
 */

/** @param newId makes an unguessable name for each call */
export function createHttpTransport(newId: () => string): Transport {
  const progress = new Map<string, (event: Json) => void>();
  const listeners = new Set<(event: TransportEvent) => void>();
  let stream: EventSource | null = null;

  function tell(event: TransportEvent): void {
    for (const listener of listeners) listener(event);
  }

  function open(): EventSource {
    const source = new EventSource('/events');
    source.addEventListener('open', () => {
      tell({ kind: 'link', up: true });
    });
    source.addEventListener('error', () => {
      tell({ kind: 'link', up: false });
    });
    source.addEventListener('desk', ({ data }: MessageEvent<string>) => {
      const parsed = parseJson(data);
      if (parsed.kind === 'ok') tell({ kind: 'desk', event: parsed.value });
    });
    source.addEventListener('progress', ({ data }: MessageEvent<string>) => {
      const parsed = parseJson(data);
      if (parsed.kind !== 'ok' || !isObject(parsed.value)) return;
      const { call, event } = parsed.value;
      if (typeof call === 'string' && event !== undefined) progress.get(call)?.(event);
    });
    return source;
  }

  return {
    async call(name, inputText, { signal, onProgress }) {
      const id = newId();
      progress.set(id, onProgress);
      try {
        const response = await fetch(`/call/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-call': id },
          body: inputText,
          ...(signal === undefined ? {} : { signal }),
        });
        if (response.status === 403) {
          throw new ApiError(
            'refused',
            'This page is no longer let in. Open the address that "dossier serve" prints again.',
          );
        }
        return await response.text();
      } catch (error) {
        throw asApiError(error, signal);
      } finally {
        progress.delete(id);
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      stream ??= open();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stream?.close();
        stream = null;
      };
    },
  };
}

function asApiError(error: unknown, signal: AbortSignal | undefined): ApiError {
  if (error instanceof ApiError) return error;
  if (signal?.aborted === true) return new ApiError('cancelled', 'Stopped.');
  return new ApiError('unreachable', 'The program does not answer. Is "dossier serve" still running?');
}
