import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '#contract/shell.ts';

export interface MenuActions {
  /** What the page carries out. */
  readonly command: (command: MenuCommand) => void;
  readonly lock: () => void;
}

/**
 * The menu with the shortcuts of the platform. What the system can do by itself is a role; undo and redo are shown
 * with their keys but left to the page, which undoes a finding's edits too.
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  isPackaged: boolean,
  { command, lock }: MenuActions,
): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const line: MenuItemConstructorOptions = { type: 'separator' };
  const settings: MenuItemConstructorOptions = {
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => {
      command('settings');
    },
  };
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
      {
        label: 'New Finding',
        accelerator: 'CmdOrCtrl+N',
        click: () => {
          command('new-finding');
        },
      },
      {
        label: 'Sync Now',
        accelerator: 'CmdOrCtrl+Shift+S',
        click: () => {
          command('sync');
        },
      },
      line,
      { label: 'Lock', accelerator: 'CmdOrCtrl+L', click: lock },
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
      {
        label: 'Find…',
        accelerator: 'CmdOrCtrl+F',
        click: () => {
          command('find');
        },
      },
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
  const help: MenuItemConstructorOptions = { role: 'help', submenu: [{ role: 'about' }] };
  return [...(mac ? [appMenu] : []), file, edit, view, { role: 'windowMenu' }, ...(mac ? [] : [help])];
}
