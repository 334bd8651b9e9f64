import type { IconName } from '#renderer/ui/display/icons.ts';

/** Something that can be done with findings of the list: a command, and how a bar and a menu name it. */
export interface ListTool {
  /** A word or two, beside an icon. */
  readonly label: string;
  /** What it does, as a verb and a noun. */
  readonly name: string;
  readonly icon: IconName;
  readonly command: string;
  /** Left out of a bar without room for all; the menu of a row and the palette have it. */
  readonly isSpare?: boolean;
}

/** What gives way to the decisions on candidates. */
const spare: readonly string[] = ['Tags', 'Assets', 'Replace'];

type ToolRow = readonly [label: string, name: string, icon: IconName, command: string];

/** What can be done with so many chosen findings, in the bar over the list and the menu of a row. @param candidates whether some are among them */
export function chosenTools(chosen: number, candidates = false): readonly ListTool[] {
  const decisions: readonly ToolRow[] = [
    ['Accept', 'Accept candidates', 'circleCheck', 'findings.accept'],
    ['Reject', 'Reject candidates', 'rejected', 'findings.reject'],
  ];
  const tools: readonly ToolRow[] = [
    ...(candidates ? decisions : []),
    ['Status', 'Set the status', 'check', 'findings.status'],
    ['Severity', 'Set the severity', 'flag', 'findings.severity'],
    ['Tags', 'Change the tags', 'tag', 'findings.tags'],
    ['Assets', 'Change the assets', 'server', 'findings.assets'],
    ['Replace', 'Find and replace', 'replace', 'findings.replace'],
    ['Delete', 'Delete', 'trash', 'findings.delete'],
    ['Retest', 'Set the retest result', 'review', 'retest.give'],
    ['Merge', 'Have the assistant propose a merge', 'copy', 'assistant.merge'],
    ['Mark as read', 'Mark as read', 'eye', 'findings.look'],
  ];
  return tools
    .filter(([label]) => label !== 'Merge' || chosen > 1)
    .map(([label, name, icon, command]) => ({
      label,
      name,
      icon,
      command,
      ...(candidates && spare.includes(label) ? { isSpare: true } : {}),
    }));
}
