import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

/** What can be asked for about the account, from every screen. */
export const accountCommands = [
  { id: 'account.show', writes: false, title: 'Account', group: 'Program', keys: [] },
  { id: 'account.signIn', writes: true, title: 'Sign in', group: 'Program', keys: [] },
  { id: 'account.signOut', writes: true, title: 'Sign out', group: 'Program', keys: [] },
  { id: 'token.replace', writes: true, title: 'Enter another API token', group: 'Program', keys: [] },
  {
    id: 'token.rotate',
    writes: true,
    sends: 'token-rotate',
    title: 'Make a new API token',
    group: 'Program',
    keys: [],
  },
  { id: 'token.leaked', writes: true, title: 'My API token leaked', group: 'Program', keys: [] },
  {
    id: 'password.change',
    writes: true,
    title: 'Change the password of the service',
    group: 'Program',
    keys: [],
  },
  {
    id: 'password.forgot',
    writes: true,
    title: 'Forgot the password of the service',
    group: 'Program',
    keys: [],
  },
  {
    id: 'mfa.setUp',
    writes: true,
    sends: 'mfa-enable',
    title: 'Set up the second factor',
    group: 'Program',
    keys: [],
  },
  {
    id: 'mfa.reset',
    writes: true,
    sends: 'mfa-reset',
    title: 'Reset the second factor',
    group: 'Program',
    keys: [],
  },
  {
    id: 'mfa.off',
    writes: true,
    sends: 'mfa-disable',
    title: 'Switch off the second factor',
    group: 'Program',
    keys: [],
  },
  {
    id: 'refusals.tryAgain',
    writes: false,
    title: 'Try again what the service refused',
    group: 'Program',
    keys: [],
    words: 'greyed disabled permission role',
  },
] as const satisfies readonly CommandSpec[];
