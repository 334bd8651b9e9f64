import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '#contract/window/shell.ts';

/** Keys that a person gave to commands, as the window writes them (`Mod+Shift+k`); null for none. */
export type MenuKeys = Readonly<Partial<Record<MenuCommand, string | null>>>;

const held: Readonly<Record<string, string>> = {
  Mod: 'CmdOrCtrl',
  Ctrl: 'Control',
  Meta: 'Super',
  Alt: 'Alt',
  Shift: 'Shift',
};
const named: Readonly<Record<string, string>> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Plus: 'Plus',
  Space: 'Space',
  Enter: 'Return',
  Delete: 'Delete',
  Insert: 'Insert',
  Backspace: 'Backspace',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
};

/**
 * Keys of the window as a menu shows them. Null if a menu has no such keys: two presses after each other, and plain
 * letters, which a menu would take away from a user who types.
 */
export function acceleratorOf(keys: string): string | null {
  const parts = keys.split('+');
  const key = parts.pop() ?? '';
  const isFunction = /^F(?:[1-9]|1\d|2[0-4])$/.test(key);
  const shown = isFunction ? key : /^[a-z0-9,./;'[\]\\=-]$/.test(key) ? key.toUpperCase() : named[key];
  const before = parts.map((part) => held[part]);
  if (shown === undefined || before.includes(undefined)) return null;
  const commands = parts.some((part) => part !== 'Shift');
  return commands || isFunction ? [...before, shown].join('+') : null;
}

/** What the person chose is shown and left to the page, which carries it out; else the platform's keys are. */
function keysOf(
  chosen: string | null | undefined,
  accelerator: string | undefined,
): MenuItemConstructorOptions {
  if (chosen === undefined) return accelerator === undefined ? {} : { accelerator };
  const own = chosen === null ? null : acceleratorOf(chosen);
  return own === null ? {} : { accelerator: own, registerAccelerator: false };
}

export interface MenuActions {
  /** What the page carries out. */
  readonly command: (command: MenuCommand) => void;
  readonly lock: () => void;
  readonly keys: MenuKeys;
}

/**
 * The menu with the shortcuts of the platform. What the system does by itself is a role. Undo and redo show their keys
 * but are left to the page, which also undoes edits of findings.
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  isPackaged: boolean,
  { command, lock, keys }: MenuActions,
): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const line: MenuItemConstructorOptions = { type: 'separator' };
  const asked = (label: string, wanted: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...keysOf(keys[wanted], accelerator),
    click: () => {
      command(wanted);
    },
  });
  const settings = asked('Settings…', 'screen.settings', 'CmdOrCtrl+,');
  const appMenu: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      line,
      settings,
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: '&File',
    submenu: [
      asked('New Finding', 'finding.new', 'CmdOrCtrl+N'),
      asked('Import Scanner Files…', 'import.scans', 'CmdOrCtrl+Shift+O'),
      asked('Sync Now', 'sync.run', 'CmdOrCtrl+Shift+S'),
      line,
      // Not asked of the page: one that hangs is locked too.
      { label: 'Lock', ...keysOf(keys['home.lock'], 'CmdOrCtrl+L'), click: lock },
      ...(mac ? [line, { role: 'close' as const }] : [line, settings, line, { role: 'quit' as const }]),
    ],
  };
  const edit: MenuItemConstructorOptions = {
    label: '&Edit',
    submenu: [
      { role: 'undo', registerAccelerator: false },
      { role: 'redo', registerAccelerator: false },
      line,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'pasteAndMatchStyle' },
      { role: 'delete' },
      { role: 'selectAll' },
      line,
      asked('Find…', 'query.focus', 'CmdOrCtrl+F'),
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      line,
      { role: 'togglefullscreen' },
      ...(isPackaged ? [] : [line, { role: 'toggleDevTools' as const }]),
    ],
  };
  const go: MenuItemConstructorOptions = {
    label: '&Go',
    submenu: [
      // Shown with its keys and left to the page, where they can be changed.
      { ...asked('Find a Command…', 'palette.open', 'CmdOrCtrl+K'), registerAccelerator: false },
      line,
      asked('Findings', 'screen.findings', 'CmdOrCtrl+1'),
      asked('Review', 'screen.review', 'CmdOrCtrl+2'),
      asked('Pending Changes', 'screen.queue', 'CmdOrCtrl+3'),
      asked('Conflicts', 'screen.conflicts', 'CmdOrCtrl+4'),
      asked('Report', 'screen.report', 'CmdOrCtrl+5'),
    ],
  };
  const help: MenuItemConstructorOptions = {
    role: 'help',
    submenu: [
      { ...asked('Dossier Help', 'help.open', 'F1'), registerAccelerator: false },
      asked('Keyboard', 'help.keyboard'),
      ...(mac ? [] : [{ role: 'about' as const }]),
    ],
  };
  return [...(mac ? [appMenu] : []), file, edit, view, go, { role: 'windowMenu' }, help];
}
