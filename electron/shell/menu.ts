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
  const asked = (label: string, wanted: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator === undefined ? {} : { accelerator }),
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
      asked('Sync Now', 'sync.run', 'CmdOrCtrl+Shift+S'),
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
      asked('Queue', 'screen.queue', 'CmdOrCtrl+3'),
      asked('Conflicts', 'screen.conflicts', 'CmdOrCtrl+4'),
    ],
  };
  const help: MenuItemConstructorOptions = {
    role: 'help',
    submenu: [asked('Keyboard', 'help.keyboard'), ...(mac ? [] : [{ role: 'about' as const }])],
  };
  return [...(mac ? [appMenu] : []), file, edit, view, go, { role: 'windowMenu' }, help];
}
