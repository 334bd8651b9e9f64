import type { BulkKind } from '#contract/procedures/findings/bulk.ts';
import type { IconName } from '#renderer/ui/display/icons.ts';

/** Something that can be done with findings of the list. */
export interface ListTool {
  /** A word or two, beside an icon. */
  readonly label: string;
  /** What it does, as a verb and a noun. */
  readonly name: string;
  readonly icon: IconName;
  readonly run: () => void;
  /** The command that does the same, whose keys are shown; null if there is none. */
  readonly command: string | null;
}

/** What leads from the list to what is done with the chosen findings. */
export interface ChosenActions {
  readonly onchange: (kind: BulkKind) => void;
  readonly onretest: () => void;
  readonly onmerge: () => void;
  readonly onlooked: () => void;
}

/** What can be done with so many chosen findings, for the bar over the list and the menu of a row. */
export function chosenTools(
  chosen: number,
  { onchange, onretest, onmerge, onlooked }: ChosenActions,
): readonly ListTool[] {
  const tools: readonly [label: string, name: string, IconName, command: string, BulkKind | (() => void)][] =
    [
      ['Status', 'Set the status', 'check', 'findings.status', 'status'],
      ['Severity', 'Set the severity', 'flag', 'findings.severity', 'severity'],
      ['Tags', 'Change the tags', 'tag', 'findings.tags', 'tags'],
      ['Assets', 'Change the assets', 'server', 'findings.assets', 'asset'],
      ['Replace', 'Find and replace', 'replace', 'findings.replace', 'replace'],
      ['Delete', 'Delete', 'trash', 'findings.delete', 'delete'],
      ['Retest', 'Set the retest result', 'review', 'retest.give', onretest],
      ['Merge', 'Have the assistant propose a merge', 'copy', 'assistant.merge', onmerge],
      ['Mark as read', 'Mark as read', 'eye', 'findings.look', onlooked],
    ];
  return tools
    .filter(([label]) => label !== 'Merge' || chosen > 1)
    .map(([label, name, icon, command, action]) => {
      const run = typeof action === 'string' ? () => onchange(action) : action;
      return { label, name, icon, command, run };
    });
}
