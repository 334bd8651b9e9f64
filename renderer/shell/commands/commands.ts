import { activityCommands } from '#renderer/features/activity/commands.ts';
import { assistantCommands } from '#renderer/features/assistant/commands.ts';
import { accountCommands } from '#renderer/features/accounts/commands.ts';
import { peerReviewCommands } from '#renderer/features/peer-review/commands.ts';
import { queueCommands } from '#renderer/features/outbox/commands.ts';
import { reportCommands } from '#renderer/features/reports/commands.ts';
import { retestCommands } from '#renderer/features/retest/commands.ts';
import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';
import { textCommands } from '#renderer/session/commands/text-commands.svelte.ts';
import { conflictCommands } from './conflict-commands.ts';
import { reviewCommands } from './review-commands.ts';

/** Takes back one thing: each screen what is open on it. */
export const closeCommand = [
  {
    id: 'close',
    title: 'Close',
    group: 'Anywhere',
    keys: ['Escape'],
    fixed: true,
    unlisted: true,
  },
] as const satisfies readonly CommandSpec[];

/** What can be asked for on every screen of the desk. */
export const deskCommands = [
  {
    id: 'palette.open',
    title: 'Find a command, a finding, a list',
    group: 'Anywhere',
    keys: ['Mod+k'],
    unlisted: true,
  },
  { id: 'screen.findings', title: 'Go to Findings', group: 'Anywhere', keys: ['g f'], menuKeys: 'Mod+1' },
  { id: 'screen.review', title: 'Go to Review', group: 'Anywhere', keys: ['g r'], menuKeys: 'Mod+2' },
  { id: 'screen.queue', title: 'Go to Pending changes', group: 'Anywhere', keys: ['g q'], menuKeys: 'Mod+3' },
  {
    id: 'screen.conflicts',
    title: 'Go to Conflicts',
    group: 'Anywhere',
    keys: ['g c'],
    menuKeys: 'Mod+4',
  },
  { id: 'screen.engagement', title: 'Go to Engagement', group: 'Anywhere', keys: ['g e'] },
  { id: 'screen.report', title: 'Go to Report', group: 'Anywhere', keys: ['g p'], menuKeys: 'Mod+5' },
  { id: 'screen.activity', title: 'Go to Activity', group: 'Anywhere', keys: ['g a'] },
  { id: 'screen.settings', title: 'Go to Settings', group: 'Anywhere', keys: ['g s'], menuKeys: 'Mod+,' },
  { id: 'query.focus', title: 'Focus search', group: 'Anywhere', keys: ['/', 'Mod+f'] },
  { id: 'list.focus', title: 'Focus list', group: 'Anywhere', keys: ['l'] },
  { id: 'finding.new', title: 'New finding', group: 'Anywhere', keys: ['n'], menuKeys: 'Mod+n' },
  { id: 'list.unread', title: 'Toggle unread', group: 'Anywhere', keys: ['u'] },
  { id: 'snippets.manage', title: 'Manage snippets', group: 'Anywhere', keys: [] },
  { id: 'list.noGroups', title: 'Show findings without groups', group: 'Anywhere', keys: [] },
  { id: 'list.bySeverity', title: 'Group findings by severity', group: 'Anywhere', keys: [] },
  { id: 'list.byStatus', title: 'Group findings by status', group: 'Anywhere', keys: [] },
  { id: 'list.byAsset', title: 'Group findings by asset', group: 'Anywhere', keys: [] },
  { id: 'list.byTitle', title: 'Group findings by title', group: 'Anywhere', keys: [] },
  { id: 'sync.run', title: 'Sync', group: 'Anywhere', keys: ['y'], menuKeys: 'Mod+Shift+s' },
  { id: 'sync.review', title: 'Review changes before sending', group: 'Anywhere', keys: ['Shift+y'] },
  { id: 'sync.fetch', title: 'Fetch only, without sending', group: 'Anywhere', keys: [] },
  {
    id: 'sync.anyway',
    title: 'Sync now, although the service asked to wait',
    group: 'Anywhere',
    keys: [],
  },
  { id: 'sync.cancel', title: 'Cancel the sync', group: 'Anywhere', keys: [] },
  {
    id: 'region.next',
    title: 'Focus next pane',
    group: 'Anywhere',
    keys: ['F6'],
    unlisted: true,
  },
  {
    id: 'region.previous',
    title: 'Focus previous pane',
    group: 'Anywhere',
    keys: ['Shift+F6'],
    unlisted: true,
  },
  { id: 'help.keyboard', title: 'Keyboard help', group: 'Anywhere', keys: ['?'] },
  ...closeCommand,
  { id: 'list.save', title: 'Save this list', group: 'Program', keys: [] },
  { id: 'engagement.add', title: 'Add an engagement', group: 'Program', keys: [] },
  { id: 'engagement.correct', title: "Correct this engagement's ID", group: 'Program', keys: [] },
  { id: 'engagement.rename', title: 'Rename this engagement', group: 'Program', keys: [] },
  { id: 'connection.open', title: 'Connection', group: 'Program', keys: [] },
  { id: 'home.protect', title: 'Passphrase', group: 'Program', keys: [] },
  { id: 'home.lock', title: 'Lock', group: 'Program', keys: [], menuKeys: 'Mod+l' },
  { id: 'theme.system', title: 'System theme', group: 'Program', keys: [] },
  { id: 'theme.light', title: 'Light theme', group: 'Program', keys: [] },
  { id: 'theme.dark', title: 'Dark theme', group: 'Program', keys: [] },
] as const satisfies readonly CommandSpec[];

/** What is done with the list and the finding beside it. */
export const findingsCommands = [
  {
    id: 'finding.focus',
    title: 'Go to the open finding',
    group: 'Findings',
    keys: ['e'],
    screen: 'findings',
  },
  {
    id: 'finding.next',
    title: 'Next finding',
    group: 'Findings',
    keys: ['Alt+ArrowDown'],
    held: true,
    screen: 'findings',
  },
  {
    id: 'finding.previous',
    title: 'Previous finding',
    group: 'Findings',
    keys: ['Alt+ArrowUp'],
    held: true,
    screen: 'findings',
  },
  {
    id: 'findings.status',
    title: 'Set status',
    group: 'Findings',
    keys: ['s'],
    screen: 'findings',
  },
  {
    id: 'findings.severity',
    title: 'Set severity',
    group: 'Findings',
    keys: ['v'],
    screen: 'findings',
  },
  {
    id: 'findings.tags',
    title: 'Edit tags',
    group: 'Findings',
    keys: ['t'],
    screen: 'findings',
  },
  {
    id: 'findings.assets',
    title: 'Edit assets',
    group: 'Findings',
    keys: ['a'],
    screen: 'findings',
  },
  {
    id: 'findings.replace',
    title: 'Find and replace',
    group: 'Findings',
    keys: ['r'],
    screen: 'findings',
  },
  { id: 'findings.look', title: 'Mark as read', group: 'Findings', keys: ['m'], screen: 'findings' },
  {
    id: 'findings.delete',
    title: 'Delete',
    group: 'Findings',
    keys: ['Delete', 'Mod+Backspace'],
    screen: 'findings',
  },
  {
    id: 'findings.bulks',
    title: 'Bulk changes',
    group: 'Findings',
    keys: ['b'],
    screen: 'findings',
  },
] as const satisfies readonly CommandSpec[];

/**
 * Every command of the window: keys, keyboard help, palette, menu and the settings of the keyboard read this table. A
 * screen adds the table of its own commands here, and carries them out with `Commands.provide` while it is there.
 */
export const commandTable: readonly CommandSpec[] = [
  ...deskCommands,
  ...accountCommands,
  ...findingsCommands,
  ...textCommands,
  ...peerReviewCommands,
  ...retestCommands,
  ...assistantCommands,
  ...queueCommands,
  ...reviewCommands,
  ...conflictCommands,
  ...reportCommands,
  ...activityCommands,
];
