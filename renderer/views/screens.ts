import type { Component } from 'svelte';
import type { ScreenName } from '#contract/window.ts';
import type { IconName } from '#renderer/ui/icons.ts';
import Activity from './Activity.svelte';
import Engagement from './Engagement.svelte';
import Findings from './Findings.svelte';
import Queue from './Queue.svelte';
import Review from './Review.svelte';
import Conflicts from './Conflicts.svelte';
import Report from './Report.svelte';
import Settings from './Settings.svelte';
import type { Work } from './work.svelte.ts';

/** One screen: how it is called, and what stands beside the side bar while it is chosen. */
export interface Screen {
  readonly name: ScreenName;
  readonly label: string;
  readonly icon: IconName;
  /** Where the side bar offers it; `none` for one that other screens lead to. */
  readonly side: 'head' | 'foot' | 'none';
  /** There is something to see on it also where no engagement is. */
  readonly alone?: true;
  /** It is built when the person comes and taken away when they leave; what is to stay lives in `Work` or the store. */
  readonly view: Component<{ work: Work }>;
}

const findings: Screen = { name: 'findings', label: 'Findings', icon: 'list', side: 'head', view: Findings };

/** Every screen there is, in the order in which the side bar offers them. */
export const screens: readonly Screen[] = [
  findings,
  { name: 'review', label: 'Review', icon: 'review', side: 'head', view: Review },
  { name: 'queue', label: 'Queue', icon: 'queue', side: 'head', view: Queue },
  { name: 'conflicts', label: 'Conflicts', icon: 'conflict', side: 'none', alone: true, view: Conflicts },
  { name: 'engagement', label: 'Engagement', icon: 'folder', side: 'head', view: Engagement },
  { name: 'report', label: 'Report', icon: 'report', side: 'head', view: Report },
  { name: 'activity', label: 'Activity', icon: 'history', side: 'foot', alone: true, view: Activity },
  { name: 'settings', label: 'Settings', icon: 'settings', side: 'foot', alone: true, view: Settings },
];

/** The screen of this name; the findings for a name that is not known. */
export function screenOf(name: ScreenName | undefined): Screen {
  return screens.find((screen) => screen.name === name) ?? findings;
}
