import type { Json } from '#contract/json.ts';
import { isObject, parseJson } from '#core/json.ts';
import { ApiError, SilentError, type Transport, type TransportEvent } from './api.ts';
import { followEvents, type Told } from './events.ts';

/*
 * The way of the local browser: loopback HTTP to `dossier serve` (docs/window.md, "The wire of serve"). One event
 * stream, shared by all pages of the browser, carries the desk's events and the progress of every call.
 */

/** @param newId makes an unguessable name for each call */
export function createHttpTransport(newId: () => string): Transport {
  const progress = new Map<string, (event: Json) => void>();
  const listeners = new Set<(event: TransportEvent) => void>();
  let end: (() => void) | null = null;

  function tell(event: TransportEvent): void {
    for (const listener of listeners) listener(event);
  }

  function take(told: Told): void {
    if (told.kind === 'link') {
      tell(told);
      return;
    }
    const parsed = parseJson(told.data);
    if (parsed.kind !== 'ok') return;
    if (told.kind === 'desk') tell({ kind: 'desk', event: parsed.value });
    else report(parsed.value);
  }

  /** Tells the call that it belongs to, where that is one of this page. */
  function report(value: Json): void {
    if (!isObject(value)) return;
    const { call, event } = value;
    if (typeof call === 'string' && event !== undefined) progress.get(call)?.(event);
  }

  return {
    async call(name, inputText, { signal, account, onProgress }) {
      const id = newId();
      progress.set(id, onProgress);
      try {
        const response = await fetch(`/call/${name}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-call': id,
            ...(account === undefined ? {} : { 'x-account': account }),
          },
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
      end ??= followEvents(take);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        end?.();
        end = null;
      };
    },
  };
}

function asApiError(error: unknown, signal: AbortSignal | undefined): ApiError {
  if (error instanceof ApiError) return error;
  if (signal?.aborted === true) return new ApiError('cancelled', 'Stopped.');
  return new SilentError('The program does not answer. Is "dossier serve" still running?');
}
