import type { DossierBridge } from '#contract/window/bridge.ts';
import type { Json } from '#contract/json.ts';
import { isObject, parseJson } from '#domain/base/json.ts';
import { SilentError, type PageTransport } from './api.ts';

declare global {
  interface Window {
    /** Given by the shell's preload script; absent in a browser. */
    readonly dossier?: DossierBridge;
  }
}

/** Whether this is the desktop window: it alone has the system's dialogs and its keychain, and takes no download. */
export function isDesktop(): boolean {
  return 'dossier' in globalThis;
}

/** The way of the desktop window: the shell's preload bridge. @param newId makes a name for each call */
export function createBridgeTransport(bridge: DossierBridge, newId: () => string): PageTransport {
  const progress = new Map<string, (event: Json) => void>();

  bridge.onEvent((text) => {
    const event = readEvent(text);
    if (event?.kind === 'progress') progress.get(event.call)?.(event.event);
    // Everything that holds typed text saves it before the page goes: here the page stays.
    if (event?.kind === 'save') globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  });

  return {
    async call(name, inputText, { signal, account, onProgress }) {
      const id = newId();
      const cancel = (): void => {
        bridge.cancel(id);
      };
      progress.set(id, onProgress);
      signal?.addEventListener('abort', cancel);
      try {
        return await bridge.call(name, inputText, id, account);
      } catch {
        throw new SilentError('The program behind this window does not answer.');
      } finally {
        signal?.removeEventListener('abort', cancel);
        progress.delete(id);
      }
    },
    subscribe(listener) {
      return bridge.onEvent((text) => {
        const event = readEvent(text);
        if (event !== null && event.kind !== 'save' && event.kind !== 'progress') listener(event);
      });
    },
  };
}

type Read =
  | { readonly kind: 'desk'; readonly event: Json }
  | { readonly kind: 'command'; readonly command: Json }
  | { readonly kind: 'update'; readonly version: string }
  | { readonly kind: 'backup' }
  | { readonly kind: 'save' }
  | { readonly kind: 'progress'; readonly call: string; readonly event: Json };

function readEvent(text: string): Read | null {
  const parsed = parseJson(text);
  if (parsed.kind !== 'ok' || !isObject(parsed.value)) return null;
  const { kind, call, event, command, version } = parsed.value;
  if (kind === 'command' && command !== undefined) return { kind, command };
  if (kind === 'update' && typeof version === 'string') return { kind, version };
  if (kind === 'save' || kind === 'backup') return { kind };
  if (event === undefined) return null;
  if (kind === 'desk') return { kind, event };
  return kind === 'progress' && typeof call === 'string' ? { kind, call, event } : null;
}
