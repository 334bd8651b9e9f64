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

/** Undoes one thing: each screen what is open on it. */
export const closeCommand = [
  {
    id: 'close',
    writes: false,
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
    writes: false,
    title: 'Find a command, a finding, a list',
    group: 'Anywhere',
    keys: ['Mod+k'],
    unlisted: true,
  },
  {
    id: 'screen.findings',
    writes: false,
    title: 'Go to Findings',
    group: 'Anywhere',
    keys: ['g f'],
    menuKeys: 'Mod+1',
  },
  {
    id: 'screen.review',
    writes: false,
    title: 'Go to Review',
    group: 'Anywhere',
    keys: ['g r'],
    menuKeys: 'Mod+2',
  },
  {
    id: 'screen.queue',
    writes: false,
    title: 'Go to Pending changes',
    group: 'Anywhere',
    keys: ['g q'],
    menuKeys: 'Mod+3',
  },
  {
    id: 'screen.conflicts',
    writes: false,
    title: 'Go to Conflicts',
    group: 'Anywhere',
    keys: ['g c'],
    menuKeys: 'Mod+4',
  },
  { id: 'screen.engagement', writes: false, title: 'Go to Engagement', group: 'Anywhere', keys: ['g e'] },
  {
    id: 'screen.report',
    writes: false,
    title: 'Go to Report',
    group: 'Anywhere',
    keys: ['g p'],
    menuKeys: 'Mod+5',
  },
  { id: 'screen.activity', writes: false, title: 'Go to Activity', group: 'Anywhere', keys: ['g a'] },
  {
    id: 'screen.settings',
    writes: false,
    title: 'Go to Settings',
    group: 'Anywhere',
    keys: ['g s'],
    menuKeys: 'Mod+,',
  },
  { id: 'query.focus', writes: false, title: 'Focus search', group: 'Anywhere', keys: ['/', 'Mod+f'] },
  { id: 'list.focus', writes: false, title: 'Focus list', group: 'Anywhere', keys: ['l'] },
  {
    id: 'finding.new',
    writes: true,
    title: 'New finding',
    group: 'Anywhere',
    keys: ['n'],
    menuKeys: 'Mod+n',
  },
  { id: 'list.unread', writes: false, title: 'Toggle unread', group: 'Anywhere', keys: ['u'] },
  { id: 'snippets.manage', writes: false, title: 'Manage snippets', group: 'Anywhere', keys: [] },
  { id: 'list.noGroups', writes: false, title: 'Show findings without groups', group: 'Anywhere', keys: [] },
  { id: 'list.bySeverity', writes: false, title: 'Group findings by severity', group: 'Anywhere', keys: [] },
  { id: 'list.byStatus', writes: false, title: 'Group findings by status', group: 'Anywhere', keys: [] },
  { id: 'list.byAsset', writes: false, title: 'Group findings by asset', group: 'Anywhere', keys: [] },
  { id: 'list.byTitle', writes: false, title: 'Group findings by title', group: 'Anywhere', keys: [] },
  { id: 'sync.run', writes: true, title: 'Sync', group: 'Anywhere', keys: ['y'], menuKeys: 'Mod+Shift+s' },
  {
    id: 'sync.review',
    writes: true,
    title: 'Review changes before sending',
    group: 'Anywhere',
    keys: ['Shift+y'],
  },
  { id: 'sync.fetch', writes: true, title: 'Fetch only, without sending', group: 'Anywhere', keys: [] },
  {
    id: 'sync.anyway',
    writes: true,
    title: 'Sync now, although the service asked to wait',
    group: 'Anywhere',
    keys: [],
  },
  { id: 'sync.cancel', writes: false, title: 'Cancel the sync', group: 'Anywhere', keys: [] },
  {
    id: 'region.next',
    writes: false,
    title: 'Focus next pane',
    group: 'Anywhere',
    keys: ['F6'],
    unlisted: true,
  },
  {
    id: 'region.previous',
    writes: false,
    title: 'Focus previous pane',
    group: 'Anywhere',
    keys: ['Shift+F6'],
    unlisted: true,
  },
  { id: 'help.keyboard', writes: false, title: 'Keyboard help', group: 'Anywhere', keys: ['?'] },
  ...closeCommand,
  { id: 'list.save', writes: true, title: 'Save this list', group: 'Program', keys: [] },
  { id: 'engagement.add', writes: true, title: 'Add an engagement', group: 'Program', keys: [] },
  {
    id: 'engagement.correct',
    writes: true,
    title: 'Change project ID',
    group: 'Program',
    keys: [],
  },
  { id: 'engagement.rename', writes: true, title: 'Rename this engagement', group: 'Program', keys: [] },
  { id: 'connection.open', writes: true, title: 'Connection', group: 'Program', keys: [] },
  { id: 'home.protect', writes: true, title: 'Passphrase', group: 'Program', keys: [] },
  { id: 'home.lock', writes: false, title: 'Lock', group: 'Program', keys: [], menuKeys: 'Mod+l' },
  { id: 'theme.system', writes: true, title: 'System theme', group: 'Program', keys: [] },
  { id: 'theme.light', writes: true, title: 'Light theme', group: 'Program', keys: [] },
  { id: 'theme.dark', writes: true, title: 'Dark theme', group: 'Program', keys: [] },
] as const satisfies readonly CommandSpec[];

/** What is done with the list and the finding beside it. */
export const findingsCommands = [
  {
    id: 'finding.focus',
    writes: false,
    title: 'Go to the open finding',
    group: 'Findings',
    keys: ['e'],
    screen: 'findings',
  },
  {
    id: 'finding.next',
    writes: false,
    title: 'Next finding',
    group: 'Findings',
    keys: ['Alt+ArrowDown'],
    held: true,
    screen: 'findings',
  },
  {
    id: 'finding.previous',
    writes: false,
    title: 'Previous finding',
    group: 'Findings',
    keys: ['Alt+ArrowUp'],
    held: true,
    screen: 'findings',
  },
  {
    id: 'findings.status',
    writes: true,
    title: 'Set status',
    group: 'Findings',
    keys: ['s'],
    screen: 'findings',
  },
  {
    id: 'findings.severity',
    writes: true,
    title: 'Set severity',
    group: 'Findings',
    keys: ['v'],
    screen: 'findings',
  },
  {
    id: 'findings.tags',
    writes: true,
    title: 'Edit tags',
    group: 'Findings',
    keys: ['t'],
    screen: 'findings',
  },
  {
    id: 'findings.assets',
    writes: true,
    title: 'Edit assets',
    group: 'Findings',
    keys: ['a'],
    screen: 'findings',
  },
  {
    id: 'findings.replace',
    writes: true,
    title: 'Find and replace',
    group: 'Findings',
    keys: ['r'],
    screen: 'findings',
  },
  {
    id: 'findings.look',
    writes: false,
    title: 'Mark as read',
    group: 'Findings',
    keys: ['m'],
    screen: 'findings',
  },
  {
    id: 'findings.lookAll',
    writes: false,
    title: 'Mark all as read',
    group: 'Findings',
    keys: [],
    screen: 'findings',
  },
  {
    id: 'findings.undo',
    writes: true,
    title: 'Undo the last change',
    group: 'Findings',
    keys: ['Mod+z'],
    screen: 'findings',
  },
  {
    id: 'findings.delete',
    writes: true,
    title: 'Delete',
    group: 'Findings',
    keys: ['Delete', 'Mod+Backspace'],
    screen: 'findings',
  },
  {
    id: 'findings.bulks',
    writes: false,
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
