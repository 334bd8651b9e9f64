import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  ForkOptions,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  OpenDialogReturnValue,
  Rectangle,
  RelaunchOptions,
  SafeStorage,
  SaveDialogReturnValue,
} from 'electron';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import type { DialogParent, ShellElectron, ShellProcess } from '../../../electron/desktop/electron.ts';
import { DoubleContents } from './contents.ts';
import { DoubleIpc } from './ipc.ts';
import { DoubleRequest, type NetRequest } from './net.ts';
import { DoubleSession } from './session.ts';
import { forkUtility } from './utility.ts';

export interface DoubleOptions {
  readonly browser: Browser;
  readonly userData: string;
  readonly isPackaged?: boolean;
  /** The system that it stands in: Linux tells nothing of a locked screen. */
  readonly platform?: NodeJS.Platform;
  /** Switches that the program was started with, without their dashes. */
  readonly switches?: readonly string[];
  /** The region of the system (BCP 47). */
  readonly systemLocale?: string;
  /** Whether the first picture is ever told of; under Wayland it may not be. */
  readonly tellsReadyToShow?: boolean;
  /** Its page cannot be loaded. */
  readonly failsToLoad?: boolean;
  /** Its page is painted and never ends loading. */
  readonly staysLoading?: boolean;
  /** After a close Electron tells of a page that does not answer, whatever that page did meanwhile; 5,000 ms there. */
  readonly unresponsiveMs?: number;
  /** The instance that runs already and has the lock. */
  readonly secondOf?: { readonly electron: { readonly app: EventEmitter } };
  /** The words that the program was started with, behind its name: another instance gets them in Chromium's order. */
  readonly words?: readonly string[];
  /** Files that the user of a Mac opened with the program: told once, before it is ready. */
  readonly openedFiles?: readonly string[];
  readonly keychainBackend?: ReturnType<SafeStorage['getSelectedStorageBackend']>;
  /** Survives a restart of the program, as the keychain of the system does. */
  readonly keychainSecret?: Buffer;
  /** Whether the keychain of the system answers at all. */
  readonly hasKeychain?: boolean;
  /** The system asks its user first: settles when they have answered. */
  readonly keychainAnswers?: Promise<void>;
  readonly displays?: readonly Rectangle[];
  /** Pages are not held to their content security policy: what stands behind it is seen. */
  readonly bypassPolicy?: boolean;
}

/** What a dialog was asked, and what the person answered. */
export interface Asked {
  readonly title: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

/** Stands in for the module `electron` in the main process. Its windows are pages of a real Chromium. */
export function createElectronDouble(options: DoubleOptions) {
  const ipcMain = new DoubleIpc();
  let idleState: 'active' | 'locked' = 'active';
  const powerMonitor = Object.assign(new EventEmitter(), {
    getSystemIdleState: (_threshold: number): 'active' | 'locked' => idleState,
  });
  const sessions = new Map<string, { session: DoubleSession; context: Promise<BrowserContext> }>();
  const windows: DoubleWindow[] = [];
  const asked: Asked[] = [];
  const opened: string[] = [];
  const schemes: CustomScheme[] = [];
  const forked: string[] = [];
  const ended = Promise.withResolvers<number>();
  let answer: (options: MessageBoxOptions) => number = ({ cancelId }) => cancelId ?? 0;
  let ready = false;
  let menu: MenuItemConstructorOptions[] = [];
  const popups: MenuItemConstructorOptions[][] = [];
  const copied: string[] = [];
  let userData = options.userData;
  /** The folder that the lock of the one instance belonged to when it was asked for. */
  let lockedFolder: string | null = null;

  function beforeReady(what: string): void {
    if (ready) throw new Error(`${what} should be called before app is ready`);
  }
  function afterReady(what: string): void {
    if (!ready) throw new Error(`${what} can only be used after app is ready`);
  }

  class App extends EventEmitter {
    readonly isPackaged = options.isPackaged ?? false;
    sandboxed = false;
    modelId: string | null = null;
    /** How often the program asked to be started again when it has ended. */
    relaunches = 0;
    /** How it asked for that. */
    readonly relaunched: RelaunchOptions[] = [];
    #quitting = false;

    enableSandbox(): void {
      beforeReady('app.enableSandbox()');
      this.sandboxed = true;
    }
    requestSingleInstanceLock(additionalData: Readonly<Record<string, string>> = {}): boolean {
      lockedFolder = userData;
      const words = options.words ?? [];
      // Chromium puts switches first, those of its own too, and what stood behind one stays where it was.
      const argv = [
        'dossier-desktop',
        ...words.filter((word) => word.startsWith('--')),
        '--allow-file-access-from-files',
        ...words.filter((word) => !word.startsWith('--')),
      ];
      options.secondOf?.electron.app.emit(
        'second-instance',
        {},
        argv,
        process.cwd(),
        JSON.parse(JSON.stringify(additionalData)),
      );
      return options.secondOf === undefined;
    }
    setAppUserModelId(id: string): void {
      this.modelId = id;
    }
    async whenReady(): Promise<void> {
      await Promise.resolve();
      for (const file of options.openedFiles ?? []) openFile(file);
      ready = true;
    }
    getVersion(): string {
      return '0.0.0-double';
    }
    getName(): string {
      return 'Dossier';
    }
    relaunch(given: RelaunchOptions = {}): void {
      this.relaunches += 1;
      this.relaunched.push(given);
    }
    getPath(_name: 'userData'): string {
      return userData;
    }
    setPath(_name: 'userData', path: string): void {
      if (!existsSync(path)) throw new Error(`Path must exist: ${path}`);
      userData = path;
    }
    readonly commandLine = {
      hasSwitch: (name: string): boolean => options.switches?.includes(name) === true,
      appendSwitch: (name: string, value: string): void => {
        beforeReady('commandLine.appendSwitch()');
        this.appended.set(name, value);
      },
    };
    readonly appended = new Map<string, string>();
    getSystemLocale(): string {
      afterReady('app.getSystemLocale()');
      return options.systemLocale ?? 'en-GB';
    }
    quit(): void {
      let prevented = false;
      this.emit('before-quit', { preventDefault: () => (prevented = true) });
      if (prevented || this.#quitting) return;
      this.#quitting = true;
      void Promise.all(windows.map((window) => window.close())).then(() => {
        this.#quitting = false;
        if (windows.length === 0) ended.resolve(0);
      });
    }
    exit(code: number): void {
      ended.resolve(code);
    }
  }
  const app = new App();

  /** A Mac's user opens a file with the program; if nothing takes it, the system says so. */
  function openFile(file: string): void {
    let isTaken = false;
    app.emit('open-file', { preventDefault: () => (isTaken = true) }, file);
    if (!isTaken) asked.push({ title: 'The document could not be opened.', detail: file, buttons: [] });
  }

  function sessionOf(partition: string): { session: DoubleSession; context: Promise<BrowserContext> } {
    afterReady('session.fromPartition()');
    const known = sessions.get(partition);
    if (known !== undefined) return known;
    const session = new DoubleSession();
    const context = options.browser
      .newContext({ acceptDownloads: true, bypassCSP: options.bypassPolicy ?? false })
      .then(async (made) => {
        await session.intercept(made, (route) => {
          const page = pageOf(route);
          return windows.find(({ webContents }) => page !== undefined && webContents.owns(page))?.webContents;
        });
        return made;
      });
    // A failure is met by every caller that waits for the context.
    context.catch(() => undefined);
    sessions.set(partition, { session, context });
    return { session, context };
  }

  class DoubleWindow extends EventEmitter {
    readonly options: BrowserWindowConstructorOptions;
    readonly webContents: DoubleContents;
    readonly #made: Promise<unknown>;
    shown = false;
    focused = false;
    minimized = false;
    #maximized = false;
    #closed = false;
    #unresponsive: NodeJS.Timeout | undefined;
    /** Whether the page has been asked to close and has not answered yet. */
    #isAsked = false;
    bounds: Rectangle;

    static getAllWindows(): DoubleWindow[] {
      return [...windows];
    }

    constructor(given: BrowserWindowConstructorOptions) {
      super();
      afterReady('BrowserWindow');
      this.options = given;
      const { x = 0, y = 0, width = 800, height = 600, webPreferences = {} } = given;
      this.bounds = { x, y, width, height };
      const { session, context } = sessionOf(webPreferences.partition ?? '');
      // The browser makes its context in the background; a window is there at once.
      this.webContents = new DoubleContents({
        context,
        session,
        ipc: ipcMain,
        preload: readFileSync(webPreferences.preload ?? '', 'utf8'),
      });
      this.#made = this.webContents.page();
      windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
    }

    async loadURL(url: string): Promise<void> {
      if (options.failsToLoad === true) {
        this.webContents.emit('did-fail-load');
        throw new Error('ERR_FAILED (-2)');
      }
      const paint = (): void => {
        if (options.tellsReadyToShow !== false) this.emit('ready-to-show');
      };
      if (options.staysLoading === true) {
        paint();
        return new Promise(() => undefined);
      }
      await this.webContents.load(url);
      paint();
    }
    /** As with Electron, what is asked of a window that is gone throws. */
    #alive(): void {
      if (this.#closed) throw new TypeError('Object has been destroyed');
    }
    show(): void {
      this.#alive();
      this.shown = true;
    }
    focus(): void {
      this.focused = true;
    }
    restore(): void {
      this.minimized = false;
    }
    maximize(): void {
      this.#alive();
      this.#maximized = true;
    }
    isVisible(): boolean {
      return this.shown && !this.#closed;
    }
    isMinimized(): boolean {
      return this.minimized;
    }
    isMaximized(): boolean {
      return this.#maximized;
    }
    isDestroyed(): boolean {
      return this.#closed;
    }
    getNormalBounds(): Rectangle {
      return this.bounds;
    }
    /** As when the person closes it: the page may still send what it has to, and may refuse. */
    async close(): Promise<void> {
      this.#alive();
      this.#unresponsive ??= setTimeout(() => {
        this.#unresponsive = undefined;
        this.emit('unresponsive');
      }, options.unresponsiveMs ?? 5_000);
      this.emit('close');
      // A second close is ignored until the page has answered the first.
      if (this.#isAsked) return;
      this.#isAsked = true;
      try {
        await this.#made;
        if (await this.webContents.close()) this.#end();
      } finally {
        this.#isAsked = false;
      }
    }
    destroy(): void {
      this.#alive();
      void this.webContents.destroy().then(() => {
        this.#end();
      });
    }
    #end(): void {
      if (this.#closed) return;
      this.#closed = true;
      clearTimeout(this.#unresponsive);
      windows.splice(windows.indexOf(this), 1);
      this.emit('closed');
      if (windows.length === 0) app.emit('window-all-closed');
    }
  }

  const secret = options.keychainSecret ?? randomBytes(32);
  const electron = {
    app,
    BrowserWindow: DoubleWindow,
    Menu: {
      buildFromTemplate: (template: MenuItemConstructorOptions[]): DoubleMenu => ({
        items: template,
        popup: () => void popups.push(template),
      }),
      setApplicationMenu(made: DoubleMenu | null): void {
        menu = made?.items ?? [];
      },
    },
    clipboard: { writeText: (text: string) => void copied.push(text) },
    dialog: {
      async showMessageBox(_window: DialogParent, given: MessageBoxOptions): Promise<{ response: number }> {
        asked.push({ title: given.message, detail: given.detail ?? '', buttons: given.buttons ?? [] });
        return { response: answer(given) };
      },
      showOpenDialog: async (): Promise<OpenDialogReturnValue> => ({ canceled: true, filePaths: [] }),
      showSaveDialog: async (): Promise<SaveDialogReturnValue> => ({ canceled: true, filePath: '' }),
      showErrorBox(title: string, content: string): void {
        asked.push({ title, detail: content, buttons: [] });
      },
    },
    ipcMain,
    nativeTheme: { themeSource: 'system' },
    powerMonitor,
    protocol: {
      registerSchemesAsPrivileged(given: CustomScheme[]): void {
        beforeReady('protocol.registerSchemesAsPrivileged()');
        schemes.push(...given);
      },
    },
    safeStorage: {
      isAsyncEncryptionAvailable: async (): Promise<boolean> => ready && options.hasKeychain !== false,
      getSelectedStorageBackend: () => options.keychainBackend ?? 'gnome_libsecret',
      async encryptStringAsync(text: string): Promise<Buffer> {
        const nonce = randomBytes(12);
        const cipher = createCipheriv('aes-256-gcm', secret, nonce);
        return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      },
      async decryptStringAsync(sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
        await options.keychainAnswers;
        const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, 12));
        decipher.setAuthTag(sealed.subarray(-16));
        const opened = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
        return { result: opened.toString('utf8'), shouldReEncrypt: false };
      },
    },
    screen: {
      getAllDisplays: () =>
        (options.displays ?? [{ x: 0, y: 0, width: 1920, height: 1040 }]).map((workArea) => ({ workArea })),
    },
    session: { fromPartition: (partition: string): DoubleSession => sessionOf(partition).session },
    shell: {
      async openExternal(url: string): Promise<void> {
        opened.push(url);
      },
      async openPath(path: string): Promise<string> {
        opened.push(path);
        return '';
      },
      showItemInFolder(path: string): void {
        opened.push(`folder of ${path}`);
      },
    },
    utilityProcess: {
      fork(modulePath: string, args: string[], given: ForkOptions): ShellProcess {
        afterReady('utilityProcess.fork()');
        forked.push(basename(modulePath));
        return forkUtility(modulePath, args, given);
      },
    },
    // Of the package electron-updater, which calls Electron by itself.
    autoUpdater: new EventEmitter(),
    net: { request: (given: NetRequest): DoubleRequest => new DoubleRequest(given) },
  } satisfies ShellElectron & Record<'autoUpdater' | 'net', object>;

  return {
    electron,
    windows,
    /** Every dialog that was shown. */
    asked,
    /** Addresses that were handed to the person's browser. */
    opened,
    schemes,
    /** Entries of the processes that were started. */
    forked,
    menu: (): readonly MenuItemConstructorOptions[] => menu,
    /** Every context menu that was shown. */
    popups,
    /** Texts that were put into the clipboard. */
    copied,
    lockedFolder: (): string | null => lockedFolder,
    openFile,
    /** The user locks the screen. */
    lockScreen(): void {
      idleState = 'locked';
      if (options.platform !== 'linux') powerMonitor.emit('lock-screen');
    },
    unlockScreen(): void {
      idleState = 'active';
    },
    /** The system shuts down: one that is refused is cancelled. @returns whether the program held it up */
    shutDown(): boolean {
      powerMonitor.emit('shutdown', { preventDefault: () => undefined });
      let isHeld = false;
      app.emit('before-quit', { preventDefault: () => (isHeld = true) });
      return isHeld;
    },
    session: (partition: string): DoubleSession => sessionOf(partition).session,
    /** How the person answers from now on: the number of a button. */
    answerWith(choose: (options: MessageBoxOptions) => number): void {
      answer = choose;
    },
    /** Settles with the exit code when the program ended. */
    ended: ended.promise,
    async dispose(): Promise<void> {
      for (const { context } of sessions.values()) await (await context).close();
    },
  };
}

interface DoubleMenu {
  readonly items: MenuItemConstructorOptions[];
  popup(): void;
}

/** A window that a page opens asks for its address before it has a page. */
function pageOf(route: Route): Page | undefined {
  try {
    return route.request().frame().page();
  } catch {
    return undefined;
  }
}

export type ElectronDouble = ReturnType<typeof createElectronDouble>;
