import type { CommandSpec } from '#renderer/state/shortcuts.ts';

/** What is done on the screen of the report. */
export const reportCommands = [
  { id: 'report.export', title: 'Export the report', group: 'Report', keys: ['x'], screen: 'report' },
] as const satisfies readonly CommandSpec[];
