import type { Component } from 'svelte';
import type { ScreenName } from '#contract/window/settings.ts';
import Activity from '../screens/Activity.svelte';
import Conflicts from '../screens/Conflicts.svelte';
import Engagement from '../screens/Engagement.svelte';
import Inbox from '../screens/Inbox.svelte';
import Overview from '../screens/Overview.svelte';
import Queue from '../screens/Queue.svelte';
import Report from '../screens/Report.svelte';
import Review from '../screens/Review.svelte';
import Settings from '../screens/Settings.svelte';
import type { Navigation } from '../navigation/navigation.svelte.ts';

/*
 * All of the window but what it starts with: one file that is fetched behind the list (`lazy-bundle.svelte.ts`). What
 * is not imported here alone is in the first file, and is read before the list is there.
 */

export { prewarmEditor } from '#renderer/features/findings/editor/editor-prewarm.ts';
export { default as TokenQuestionDialog } from '#renderer/features/accounts/TokenQuestionDialog.svelte';
export { default as RestoreDialog } from '#renderer/features/vault/RestoreDialog.svelte';
export { default as DeskDialogs } from '../DeskDialogs.svelte';
export { default as FindingPane } from '../screens/FindingPane.svelte';
export { default as Gate } from '../screens/Gate.svelte';

/** What stands beside the side bar: built when the person comes, and taken away when they leave. */
export const screenViews: Readonly<Record<Exclude<ScreenName, 'findings'>, Component<{ work: Navigation }>>> =
  {
    review: Review,
    queue: Queue,
    conflicts: Conflicts,
    engagement: Engagement,
    report: Report,
    activity: Activity,
    inbox: Inbox,
    overview: Overview,
    settings: Settings,
  };
