import { EventEmitter } from 'node:events';
import type { HandlerDetails, RenderProcessGoneDetails, WindowOpenHandlerResponse } from 'electron';
import type { BrowserContext, CDPSession, Frame, Page } from 'playwright-core';
import { z } from 'zod';
import type { ShellMessageEvent } from '../../../electron/desktop/electron.ts';
import type { DoubleIpc } from './ipc.ts';
import { setChromiumPermission, toChromium, toShell } from './session.ts';
import type { DoubleSession } from './session.ts';
import { bindingName, deliverName, isolatedWorld, pageWorld, worldName } from './worlds.ts';

/** What the double's contents are made of. */
export interface ContentsParts {
  readonly context: Promise<BrowserContext>;
  readonly session: DoubleSession;
  readonly ipc: DoubleIpc;
  /** The source of the built preload script. */
  readonly preload: string;
}

const posted = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invoke'), id: z.number(), channel: z.string(), args: z.array(z.unknown()) }),
  z.object({ kind: z.literal('send'), channel: z.string(), args: z.array(z.unknown()) }),
]);

/** The contents of a window: a page of Chromium, with the preload script in an isolated world of it. */
export class DoubleContents extends EventEmitter {
  readonly #parts: ContentsParts;
  readonly #pages: Page[] = [];
  #page: Promise<Page>;
  #cdp: CDPSession | undefined;
  #preloadContext: number | undefined;
  #expected: string | null = null;
  #url = '';
  #crashed = false;
  #destroyed = false;
  /** When the page has what was sent to it last: Electron sends a close the same way, behind it. */
  #delivered: Promise<unknown> = Promise.resolve();
  #onOpen: (details: HandlerDetails) => WindowOpenHandlerResponse = () => ({ action: 'allow' });

  constructor(parts: ContentsParts) {
    super();
    this.#parts = parts;
    this.#page = this.#open();
    this.#page.catch(() => undefined);
  }

  /** The page as it is now; another one after a crash. */
  page(): Promise<Page> {
    return this.#page;
  }

  owns(page: Page): boolean {
    return this.#pages.includes(page);
  }

  async load(url: string): Promise<void> {
    this.#url = url;
    this.#expected = url;
    const page = await this.#page;
    try {
      await page.goto(toChromium(url));
      this.emit('did-finish-load');
    } catch (error) {
      if (!page.isClosed()) this.emit('did-fail-load');
      throw error;
    } finally {
      this.#expected = null;
    }
  }

  reload(): void {
    if (this.#crashed) {
      this.#crashed = false;
      this.#page = this.#open();
    }
    void this.load(this.#url).catch(() => undefined);
  }

  send(channel: string, ...args: readonly string[]): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    void this.#deliver({ kind: 'sent', channel, args });
  }

  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void {
    this.#onOpen = handler;
  }

  /** The world of the page itself, as its own scripts have it. */
  async executeJavaScript(code: string): Promise<unknown> {
    return (await this.#page).evaluate(code);
  }

  /** As typed by keys at the place of the cursor. */
  async insertText(text: string): Promise<void> {
    await (await this.#page).keyboard.insertText(text);
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  forcefullyCrashRenderer(): void {
    // The answer never comes: the process that would give it is gone.
    void this.#cdp?.send('Page.crash').catch(() => undefined);
  }

  /** Closes the page, which may still say something on its way out if it is alive; false if it refuses. */
  async close(): Promise<boolean> {
    const page = await this.#page;
    if (this.#crashed) await this.destroy();
    else if (!page.isClosed()) {
      // A browser asks only a page that was pressed. Electron takes closing it for a press.
      await this.#cdp
        ?.send('Runtime.evaluate', { expression: '0', userGesture: true })
        .catch(() => undefined);
      await this.#delivered;
      const refused = new Promise((resolve) => this.once('refused', resolve));
      const closed = new Promise((resolve) => page.once('close', resolve));
      // Where it is closed more than once, it may be gone before this one.
      const asked = page.close({ runBeforeUnload: true }).catch(() => undefined);
      await Promise.all([Promise.race([closed, refused]), asked]);
    }
    this.#destroyed ||= page.isClosed();
    return this.#destroyed;
  }

  async destroy(): Promise<void> {
    this.#destroyed = true;
    await (await this.#page).close();
  }

  /** Asks the shell about a navigation, in the order in which Electron does. */
  mayNavigate(frame: Frame, url: string): boolean {
    const isMainFrame = frame.parentFrame() === null;
    if (isMainFrame && this.#expected !== null) return true;
    let prevented = false;
    const details = { url, isMainFrame, preventDefault: () => (prevented = true) };
    this.emit('will-frame-navigate', details);
    if (isMainFrame && !prevented) this.emit('will-navigate', details);
    return !prevented;
  }

  async #open(): Promise<Page> {
    const { session, preload } = this.#parts;
    const context = await this.#parts.context;
    const page = await context.newPage();
    this.#pages.push(page);
    const cdp = await context.newCDPSession(page);
    this.#cdp = cdp;
    cdp.on('Runtime.executionContextCreated', ({ context: { id, name, auxData } }) => {
      const frame = (auxData as { frameId?: string } | undefined)?.frameId;
      if (name === worldName && frame === mainFrame) this.#preloadContext = id;
    });
    cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === bindingName) void this.#receive(payload, page, executionContextId);
    });
    cdp.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
      this.#onOpen({
        url: toShell(url),
        frameName: windowName,
        features: windowFeatures.join(','),
        disposition: 'foreground-tab',
        referrer: { url: this.#url, policy: 'no-referrer' },
      });
    });
    const { frameTree } = await cdp.send('Page.getFrameTree');
    const mainFrame = frameTree.frame.id;
    await cdp.send('Page.enable');
    await cdp.send('Runtime.enable');
    await cdp.send('Runtime.addBinding', { name: bindingName, executionContextName: worldName });
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorld });
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: isolatedWorld(preload), worldName });
    const { targetInfo } = await cdp.send('Target.getTargetInfo');
    const { browserContextId } = targetInfo;
    if (browserContextId === undefined) throw new Error('The page is in no context.');
    await session.applyPermissions(
      (name, setting) =>
        cdp.send('Browser.setPermission', {
          ...setChromiumPermission,
          browserContextId,
          permission: { name },
          setting,
        }),
      this,
    );
    page.on('dialog', (dialog) => {
      let goes = false;
      if (dialog.type() === 'beforeunload') {
        this.emit('will-prevent-unload', { preventDefault: () => (goes = true) });
        if (!goes) this.emit('refused');
      }
      void (goes ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
    });
    page.on('popup', (popup) => void popup.close().catch(() => undefined));
    page.on('download', (download) => {
      let prevented = false;
      session.emit('will-download', { preventDefault: () => (prevented = true) });
      // A small file may be there before it is cancelled, so what the shell said is what counts.
      session.downloads.push(prevented ? 'refused' : 'let through');
      if (prevented) void download.cancel();
    });
    page.on('crash', () => {
      this.#crashed = true;
      this.#preloadContext = undefined;
      const details: RenderProcessGoneDetails = { reason: 'crashed', exitCode: 5 };
      this.emit('render-process-gone', {}, details);
    });
    return page;
  }

  /** @param from the preload world that asks; the one of the next page counts its questions anew */
  async #receive(payload: string, page: Page, from: number): Promise<void> {
    const message = posted.parse(JSON.parse(payload));
    // The binding is there in the preload world of the top frame alone.
    const event: ShellMessageEvent = {
      sender: this,
      senderFrame: { url: toShell(page.url()), parent: null },
    };
    if (message.kind === 'send') {
      this.#parts.ipc.emit(message.channel, event, ...message.args);
      return;
    }
    const { id, channel, args } = message;
    try {
      const value = await this.#parts.ipc.invoke(event, channel, args);
      await this.#deliver({ kind: 'answer', id, value }, from);
    } catch (error) {
      const words = error instanceof Error ? error.message : 'unknown';
      await this.#deliver({ kind: 'answer', id, error: words }, from);
    }
  }

  async #deliver(message: object, contextId = this.#preloadContext): Promise<void> {
    if (this.#cdp === undefined || contextId === undefined) return;
    this.#delivered = this.#cdp
      .send('Runtime.evaluate', {
        contextId,
        expression: `globalThis.${deliverName}?.(${JSON.stringify(message)})`,
      })
      // The page has gone meanwhile: what is sent to it gets lost, as with Electron.
      .catch(() => undefined);
    await this.#delivered;
  }
}
