import type { ScreenName } from '#contract/window/settings.ts';
import type { IconName } from '#renderer/ui/display/icons.ts';

/** One screen: how it is called, and how one comes to it. */
export interface Screen {
  readonly name: ScreenName;
  readonly label: string;
  readonly icon: IconName;
  /** Where the side bar offers it; `none` for one that other screens lead to. */
  readonly side: 'head' | 'foot' | 'none';
  /** There is something to see on it also if no engagement is. */
  readonly alone?: true;
}

const findings: Screen = { name: 'findings', label: 'Findings', icon: 'list', side: 'head' };

/** Every screen there is, in the order in which the side bar offers them. */
export const screens: readonly Screen[] = [
  { name: 'inbox', label: 'Inbox', icon: 'inbox', side: 'head', alone: true },
  { name: 'overview', label: 'Overview', icon: 'overview', side: 'head' },
  findings,
  { name: 'review', label: 'Review', icon: 'review', side: 'head' },
  { name: 'queue', label: 'Pending changes', icon: 'queue', side: 'head' },
  { name: 'conflicts', label: 'Conflicts', icon: 'conflict', side: 'none', alone: true },
  { name: 'engagement', label: 'Engagement', icon: 'folder', side: 'head' },
  { name: 'report', label: 'Report', icon: 'report', side: 'head' },
  { name: 'activity', label: 'Activity', icon: 'history', side: 'foot', alone: true },
  { name: 'settings', label: 'Settings', icon: 'settings', side: 'foot', alone: true },
];

/** The screen of this name; the findings for a name that is not known. */
export function screenOf(name: ScreenName | undefined): Screen {
  return screens.find((screen) => screen.name === name) ?? findings;
}
