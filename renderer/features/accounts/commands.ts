import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

/** What can be asked for about the account, from every screen. */
export const accountCommands = [
  { id: 'account.show', title: 'Account', group: 'Program', keys: [] },
  { id: 'account.signIn', title: 'Sign in', group: 'Program', keys: [] },
  { id: 'account.signOut', title: 'Sign out', group: 'Program', keys: [] },
  { id: 'token.replace', title: 'Enter another API token', group: 'Program', keys: [] },
  { id: 'token.rotate', title: 'Make a new API token', group: 'Program', keys: [] },
  { id: 'token.leaked', title: 'My API token leaked', group: 'Program', keys: [] },
  { id: 'password.change', title: 'Change the password of the service', group: 'Program', keys: [] },
  { id: 'password.forgot', title: 'Forgot the password of the service', group: 'Program', keys: [] },
  { id: 'mfa.setUp', title: 'Set up the second factor', group: 'Program', keys: [] },
  { id: 'mfa.reset', title: 'Reset the second factor', group: 'Program', keys: [] },
  { id: 'mfa.off', title: 'Switch off the second factor', group: 'Program', keys: [] },
] as const satisfies readonly CommandSpec[];
