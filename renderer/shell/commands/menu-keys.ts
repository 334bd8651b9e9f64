import type { MenuCommand } from '#contract/window/shell.ts';
import { keysOf, type Shortcuts } from '#renderer/session/commands/shortcuts.ts';
import { commandTable } from './commands.ts';

/** The commands of the desktop's menu that have keys; the compiler knows when one is missing. */
const inMenu = {
  'palette.open': true,
  'query.focus': true,
  'finding.new': true,
  'import.scans': true,
  'sync.run': true,
  'help.open': true,
  'help.keyboard': true,
  'screen.findings': true,
  'screen.review': true,
  'screen.queue': true,
  'screen.conflicts': true,
  'screen.report': true,
  'screen.settings': true,
  'home.lock': true,
} as const satisfies Readonly<Record<MenuCommand, true>>;

/** What a person chose for commands of the menu: their keys, or null for none. Others keep those of the platform. */
export function chosenForMenu(chosen: Shortcuts): Partial<Record<MenuCommand, string | null>> {
  const names = Object.keys(inMenu).filter((id) => Object.hasOwn(chosen, id));
  return Object.fromEntries(
    names.flatMap((id) => {
      const spec = commandTable.find((known) => known.id === id);
      return spec === undefined ? [] : [[id, keysOf(spec, chosen)[0] ?? null]];
    }),
  );
}
