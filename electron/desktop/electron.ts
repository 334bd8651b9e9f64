import type {
  BrowserWindowConstructorOptions,
  ContextMenuParams,
  CustomScheme,
  Display,
  ForkOptions,
  HandlerDetails,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  OnBeforeRequestListenerDetails,
  OpenDialogOptions,
  OpenDialogReturnValue,
  Rectangle,
  RelaunchOptions,
  RenderProcessGoneDetails,
  SafeStorage,
  SaveDialogOptions,
  SaveDialogReturnValue,
  Session,
  WebFrameMain,
  WindowOpenHandlerResponse,
} from 'electron';
import type { CancellationToken } from 'electron-updater';
import type { PostedLine } from '#app/client/home-gateway.ts';

/*
 * All that the shell uses of Electron, in Electron's own types. The shell is written against this interface, and
 * `main.ts` alone passes the real module. A call that is not listed does not compile. How each member is
 * proven stands in test/desktop/support/electron-calls.json; a test compares the lists.
 */

/** An event that can be refused. */
export interface Refusable {
  preventDefault(): void;
}

/** The frame that a message came from. */
export type ShellFrame = Pick<WebFrameMain, 'url'> & { readonly parent: object | null };

/** The page of a window, or any other contents that came to be. */
export interface ShellContents {
  on(event: 'will-navigate', listener: (details: Refusable & { readonly url: string }) => void): unknown;
  on(event: 'will-redirect', listener: (details: Refusable) => void): unknown;
  on(
    event: 'will-frame-navigate',
    listener: (details: Refusable & { readonly url: string; readonly isMainFrame: boolean }) => void,
  ): unknown;
  on(event: 'will-attach-webview' | 'will-prevent-unload', listener: (event: Refusable) => void): unknown;
  on(
    event: 'render-process-gone',
    listener: (event: unknown, details: RenderProcessGoneDetails) => void,
  ): unknown;
  on(event: 'unresponsive' | 'did-finish-load' | 'did-fail-load', listener: () => void): unknown;
  on(event: 'context-menu', listener: (event: unknown, params: ContextMenuChoice) => void): unknown;
  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void;
  send(channel: string, ...args: readonly string[]): void;
  reload(): void;
  isDestroyed(): boolean;
}

/** What was pressed with the other mouse button. */
export type ContextMenuChoice = Pick<ContextMenuParams, 'linkURL' | 'selectionText' | 'isEditable'> & {
  readonly editFlags: Pick<
    ContextMenuParams['editFlags'],
    'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll'
  >;
};

export interface ShellWindow {
  readonly webContents: ShellContents;
  on(event: 'close' | 'closed' | 'query-session-end' | 'session-end', listener: () => void): unknown;
  once(event: 'ready-to-show', listener: () => void): unknown;
  loadURL(url: string): Promise<void>;
  close(): void;
  destroy(): void;
  show(): void;
  focus(): void;
  restore(): void;
  maximize(): void;
  isMinimized(): boolean;
  isMaximized(): boolean;
  isDestroyed(): boolean;
  getNormalBounds(): Rectangle;
}

/** What a dialog needs of the window that it stands over. */
export type DialogParent = Pick<ShellWindow, 'focus' | 'isDestroyed' | 'show'>;

export interface ShellSession {
  readonly protocol: {
    handle(scheme: string, handler: (request: Request) => Promise<Response>): void;
  };
  readonly webRequest: {
    onBeforeRequest(
      listener: (
        details: Pick<OnBeforeRequestListenerDetails, 'url'>,
        callback: (response: { readonly cancel: boolean }) => void,
      ) => void,
    ): void;
  };
  setPermissionRequestHandler(
    handler: (
      contents: unknown,
      permission: Parameters<NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>>[1],
      callback: (granted: boolean) => void,
    ) => void,
  ): void;
  setPermissionCheckHandler(
    handler: (
      contents: unknown,
      permission: Parameters<NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>>[1],
    ) => boolean,
  ): void;
  setDevicePermissionHandler(handler: () => boolean): void;
  /** @returns `DIRECT`, or proxies as a PAC script names them: `PROXY a.test:3128; DIRECT` */
  resolveProxy(url: string): Promise<string>;
  on(event: 'will-download', listener: (event: Refusable) => void): unknown;
}

/** A process that Electron started. */
export interface ShellProcess {
  readonly stderr: NodeJS.ReadableStream | null;
  /** The only ones that start such a process are ours: what it posts is of this shape. */
  on(event: 'message', listener: (message: PostedLine) => void): unknown;
  once(event: 'exit', listener: (code: number) => void): unknown;
  postMessage(message: Uint8Array): void;
  kill(): boolean;
}

/** What a handler of a message gets to know about its sender. */
export interface ShellMessageEvent {
  readonly sender: Pick<ShellContents, 'send' | 'isDestroyed'>;
  readonly senderFrame: ShellFrame | null;
}

export interface ShellMenu {
  popup(): void;
}

/**
 * What the program calls of the package electron-updater, which itself calls Electron's `net`, `session` and `autoUpdater`.
 */
export interface ShellUpdater {
  setFeedURL(feed: GenericServerOptions): void;
  /** @returns null if it does not look */
  checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean;
    /** As the feed has it: its members may be anything. */
    readonly updateInfo: object;
  } | null>;
  /** @throws if it cannot be fetched, is not what the feed promised, or was cancelled */
  downloadUpdate(token: CancellationToken): Promise<unknown>;
  /** What it reads feeds and packages through. */
  readonly netSession: Pick<Session, 'closeAllConnections'>;
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void;
  on(event: 'error', listener: () => void): unknown;
  on(event: 'download-progress', listener: (progress: DownloadProgress) => void): unknown;
}

/** Bytes. */
interface DownloadProgress {
  readonly transferred: number;
  readonly total: number;
}

/** A feed of plain files. */
interface GenericServerOptions {
  readonly provider: 'generic';
  readonly url: string;
  readonly useMultipleRangeRequest: boolean;
}

export interface ShellElectron {
  readonly app: {
    readonly isPackaged: boolean;
    enableSandbox(): void;
    /** @param additionalData goes to the instance that has the lock, as JSON */
    requestSingleInstanceLock(additionalData: Readonly<Record<string, string>>): boolean;
    /** Starts the program again once it has ended. */
    relaunch(options: RelaunchOptions): void;
    setAppUserModelId(id: string): void;
    whenReady(): Promise<void>;
    getVersion(): string;
    /** The region of the system, as `de-DE`; the browser's own language is that of its texts. Only once ready. */
    getSystemLocale(): string;
    getPath(name: 'userData'): string;
    /** @throws if the folder is not there */
    setPath(name: 'userData', path: string): void;
    readonly commandLine: {
      hasSwitch(name: string): boolean;
      /** Only before ready. */
      appendSwitch(name: string, value: string): void;
    };
    quit(): void;
    exit(code: number): void;
    on(event: 'activate' | 'window-all-closed', listener: () => void): unknown;
    /** The words come in another order, with others of Chromium among them: what counts is `additionalData`. */
    on(
      event: 'second-instance',
      listener: (
        event: unknown,
        argv: readonly string[],
        workingDirectory: string,
        additionalData: unknown,
      ) => void,
    ): unknown;
    /** Only macOS has it, and also before it is ready. */
    on(event: 'open-file', listener: (event: Refusable, path: string) => void): unknown;
    on(event: 'before-quit', listener: (event: Refusable) => void): unknown;
    on(event: 'web-contents-created', listener: (event: unknown, contents: ShellContents) => void): unknown;
  };
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => ShellWindow;
  readonly Menu: {
    buildFromTemplate(template: MenuItemConstructorOptions[]): ShellMenu;
    setApplicationMenu(menu: ShellMenu | null): void;
  };
  readonly clipboard: { writeText(text: string): void };
  readonly dialog: {
    showMessageBox(window: DialogParent, options: MessageBoxOptions): Promise<{ readonly response: number }>;
    showOpenDialog(window: DialogParent, options: OpenDialogOptions): Promise<OpenDialogReturnValue>;
    showSaveDialog(window: DialogParent, options: SaveDialogOptions): Promise<SaveDialogReturnValue>;
    showErrorBox(title: string, content: string): void;
  };
  readonly ipcMain: {
    handle(
      channel: string,
      listener: (event: ShellMessageEvent, ...args: unknown[]) => Promise<string>,
    ): void;
    on(channel: string, listener: (event: ShellMessageEvent, ...args: unknown[]) => void): unknown;
  };
  readonly nativeTheme: { themeSource: 'system' | 'light' | 'dark' };
  readonly powerMonitor: {
    on(
      event: 'suspend' | 'lock-screen' | 'user-did-resign-active' | 'shutdown',
      listener: () => void,
    ): unknown;
    getSystemIdleState(idleThreshold: number): 'active' | 'idle' | 'locked' | 'unknown';
  };
  readonly protocol: { registerSchemesAsPrivileged(schemes: CustomScheme[]): void };
  readonly safeStorage: Pick<
    SafeStorage,
    'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
  >;
  readonly screen: { getAllDisplays(): readonly Pick<Display, 'workArea'>[] };
  readonly session: { fromPartition(partition: string): ShellSession };
  readonly shell: {
    openExternal(url: string): Promise<void>;
    /** @returns what went wrong, empty if nothing did */
    openPath(path: string): Promise<string>;
    showItemInFolder(path: string): void;
  };
  readonly utilityProcess: {
    fork(modulePath: string, args: string[], options: ForkOptions): ShellProcess;
  };
}
