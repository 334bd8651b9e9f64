import { EventEmitter } from 'node:events';
import type { BrowserContext, Route } from 'playwright-core';
import type { ShellSession } from '../../../electron/desktop/electron.ts';
import type { DoubleContents } from './contents.ts';
import { closeRequests } from './net.ts';

/**
 * Chromium itself does not know the application's scheme: its pages have this origin instead, and every address for the
 * shell is translated to the shell's scheme.
 */
const chromiumOrigin = 'https://dossier.test';
const shellOrigin = 'app://dossier';

export const toShell = (url: string): string =>
  url === chromiumOrigin || url.startsWith(`${chromiumOrigin}/`)
    ? shellOrigin + url.slice(chromiumOrigin.length)
    : url.replace(`blob:${chromiumOrigin}/`, `blob:${shellOrigin}/`);
export const toChromium = (url: string): string => url.replace(shellOrigin, chromiumOrigin);

type AskHandler = Parameters<ShellSession['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<ShellSession['setPermissionCheckHandler']>[0];
type Requests = Parameters<ShellSession['webRequest']['onBeforeRequest']>[0];

/** Electron's name of a permission → names by which the DevTools protocol sets it. */
const permissions = new Map<Parameters<AskHandler>[1], readonly string[]>([
  ['geolocation', ['geolocation']],
  ['notifications', ['notifications']],
  ['media', ['camera', 'microphone']],
  ['midi', ['midi']],
  ['clipboard-read', ['clipboard-read']],
  ['clipboard-sanitized-write', ['clipboard-write']],
  ['window-management', ['window-management']],
  ['local-fonts', ['local-fonts']],
  ['idle-detection', ['idle-detection']],
]);

/** The session of a partition: one context of the browser. */
export class DoubleSession extends EventEmitter {
  readonly #handlers = new Map<string, (request: Request) => Promise<Response>>();
  #requests: Requests = (_details, answer) => {
    answer({ cancel: false });
  };
  #ask: AskHandler = (_contents, _name, answer) => {
    answer(true);
  };
  #check: CheckHandler = () => true;
  /** Addresses outside of the application that something tried to reach. */
  readonly outward: string[] = [];
  /** What became of each download that a page began. */
  readonly downloads: ('refused' | 'let through')[] = [];
  devices: () => boolean = () => true;

  async closeAllConnections(): Promise<void> {
    closeRequests();
  }

  readonly protocol = {
    handle: (scheme: string, handler: (request: Request) => Promise<Response>): void => {
      this.#handlers.set(`${scheme}:`, handler);
    },
  };
  readonly webRequest = {
    onBeforeRequest: (listener: Requests): void => {
      this.#requests = listener;
    },
  };

  setPermissionRequestHandler(handler: AskHandler): void {
    this.#ask = handler;
  }
  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#check = handler;
  }
  setDevicePermissionHandler(handler: () => boolean): void {
    this.devices = handler;
  }

  /** What the system answers for an address, as a PAC script would. */
  systemProxy: (url: string) => string = () => 'DIRECT';
  async resolveProxy(url: string): Promise<string> {
    return this.systemProxy(url);
  }

  /** Has every request of the context go through the handlers. @param owner the contents that a page belongs to */
  async intercept(
    context: BrowserContext,
    owner: (route: Route) => DoubleContents | undefined,
  ): Promise<void> {
    await context.route('**/*', async (route) => {
      const request = route.request();
      const url = toShell(request.url());
      const contents = owner(route);
      // A window that the double did not make: what was refused must not load.
      if (contents === undefined) return route.abort('blockedbyclient');
      if (request.isNavigationRequest() && !contents.mayNavigate(request.frame(), url)) {
        return route.abort('aborted');
      }
      if (await this.#isCancelled(url)) return route.abort('blockedbyclient');
      const handler = this.#handlers.get(new URL(url).protocol);
      if (handler === undefined) {
        this.outward.push(url);
        return route.abort('internetdisconnected');
      }
      const answer = await handler(new Request(url, { method: request.method() }));
      return route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      });
    });
  }

  /** Asks both handlers for each permission, and has the browser follow them. */
  async applyPermissions(
    set: (name: string, setting: 'granted' | 'denied') => Promise<unknown>,
    contents: DoubleContents,
  ): Promise<void> {
    for (const [permission, names] of permissions) {
      const asked = await new Promise<boolean>((resolve) => {
        this.#ask(contents, permission, resolve);
      });
      const granted = asked && this.#check(contents, permission);
      for (const name of names) await set(name, granted ? 'granted' : 'denied');
    }
  }

  #isCancelled(url: string): Promise<boolean> {
    return new Promise((resolve) => {
      this.#requests({ url }, ({ cancel }) => {
        resolve(cancel);
      });
    });
  }
}

export const setChromiumPermission = { origin: chromiumOrigin } as const;
