import type { Json } from '#contract/json.ts';
import { maxCallLength, tooLargeWords } from '#contract/input/sizes.ts';
import { isObject, parseJson } from '#domain/base/json.ts';
import { createSerial } from '#domain/base/serial.ts';
import {
  ApiError,
  SilentError,
  type PageTransport,
  type TransportEvent,
  type TransportOptions,
} from './api.ts';
import { followEvents, type StreamEvent } from './events.ts';
import type { Leaving } from './leaving.ts';
import { createSlots } from './slots.ts';

/*
 * The way of the local browser: loopback HTTP to `dossier serve` (docs/develop/window.md, "The wire of serve"). One event
 * stream, shared by all pages of the browser, carries the desk's events and the progress of every call.
 */

/**
 * So many calls are under way at a time. Of the six connections one carries the events, and one what a page saves as it
 * is asked to go. One stays free for the page that is loaded next. Otherwise a reload would wait for a busy program.
 */
const maxCalls = 3;
/** A browser lets 64 KiB in all arrive without their page, and refuses what goes beyond: longer texts go as usual. */
const maxLeavingLetters = 8_000;

/**
 * @param newId makes an unguessable name for each call
 * @param leaving whether the page is about to go: the browser would give up what it sends then
 */
export function createHttpTransport(newId: () => string, leaving: () => Leaving = () => 'no'): PageTransport {
  /**
   * Sends calls that go `later` one after the other. A browser opens six connections to an address, and a running sync and
   * the events take two: a keystroke without a free one would wait for the whole sync.
   */
  const { inTurn } = createSerial();
  const inSlot = createSlots(maxCalls);
  const progress = new Map<string, (event: Json) => void>();
  const listeners = new Set<(event: TransportEvent) => void>();
  let end: (() => void) | null = null;

  function tell(event: TransportEvent): void {
    for (const listener of listeners) listener(event);
  }

  function take(told: StreamEvent): void {
    if (told.kind === 'link') {
      tell(told);
      return;
    }
    const parsed = parseJson(told.data);
    if (parsed.kind !== 'ok') return;
    if (told.kind === 'desk') tell({ kind: 'desk', event: parsed.value });
    else report(parsed.value);
  }

  /** Tells the call that it belongs to, if that is one of this page. */
  function report(value: Json): void {
    if (!isObject(value)) return;
    const { call, event } = value;
    if (typeof call === 'string' && event !== undefined) progress.get(call)?.(event);
  }

  async function send(
    name: string,
    inputText: string,
    { signal, account, onProgress }: TransportOptions,
  ): Promise<string> {
    // A browser sends all of it before it reads what the program answers: that can take many seconds.
    if (inputText.length > maxCallLength) throw new ApiError('usage', tooLargeWords);
    const id = newId();
    progress.set(id, onProgress);
    try {
      const response = await fetch(`/call/${name}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-call': id,
          ...(account === undefined ? {} : { 'x-account': account }),
          // Nobody waits for the answer, and a connection that did would be missing to the page that comes.
          ...(leaving() === 'gone' ? { 'x-leaving': '1' } : {}),
        },
        body: inputText,
        keepalive: leaving() !== 'no' && inputText.length <= maxLeavingLetters,
        ...(signal === undefined ? {} : { signal }),
      });
      if (response.status === 403) {
        throw new ApiError(
          'refused',
          'This page is no longer let in. Open the address that "dossier serve" prints again.',
        );
      }
      // Taken from a page that went; this one is back, and asks again for what it shows.
      if (response.status === 202) throw new ApiError('cancelled', 'Stopped.');
      return await response.text();
    } catch (error) {
      throw asApiError(error, signal);
    } finally {
      progress.delete(id);
    }
  }

  return {
    call(name, inputText, options) {
      // What is sent as the page goes has no time to wait.
      if (leaving() !== 'no' || options.urgency === 'now') return send(name, inputText, options);
      const sent = (): Promise<string> => inSlot(() => send(name, inputText, options), options.signal);
      if (options.urgency !== 'later') return sent();
      return inTurn(sent);
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
  return new SilentError("Dossier isn't responding. Check that 'dossier serve' is still running.");
}
