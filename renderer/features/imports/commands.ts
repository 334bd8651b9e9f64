import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

/** What brings files of scanners in. */
export const importCommands = [
  {
    id: 'import.scans',
    writes: true,
    title: 'Import scanner files',
    group: 'Anywhere',
    keys: ['Shift+i'],
    menuKeys: 'Mod+Shift+o',
    words: 'nessus burp nmap zap nuclei sarif csv scan upload',
  },
] as const satisfies readonly CommandSpec[];
