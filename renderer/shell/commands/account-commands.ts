import type { accountCommands } from '#renderer/features/accounts/commands.ts';
import { signOut } from '#renderer/features/accounts/sign-out.ts';
import type { AccountAsked } from '#renderer/features/accounts/strings.ts';
import type { CommandHandler, HandlersOf } from '#renderer/session/commands/commands.svelte.ts';
import type { Shared } from '#renderer/session/context.ts';
import type { Navigation } from '../navigation/navigation.svelte.ts';

/** Carries out what can be asked for about the account. */
export function accountHandlers(work: Navigation, shared: Shared): HandlersOf<typeof accountCommands> {
  const { commands, desk, notices } = shared;
  const isKnown = (): boolean => (work.account.standing?.user ?? null) !== null;
  const reaches = (): boolean => (work.account.standing?.uses ?? 'none') !== 'none';

  function asks(asked: AccountAsked, when: () => boolean): CommandHandler {
    return {
      run: () => {
        work.dialogs.account = asked;
      },
      when,
    };
  }

  return {
    'account.show': () => {
      work.section = 'account';
      work.go('settings');
    },
    'account.signIn': asks('sign-in', isKnown),
    'account.signOut': {
      run: () => {
        void signOut(desk, notices);
      },
      when: () => work.account.standing?.hasSession === true,
    },
    'token.replace': asks('replace', isKnown),
    'token.rotate': asks('rotate', reaches),
    'token.leaked': asks('leaked', isKnown),
    'password.change': asks('password', reaches),
    'password.forgot': asks('forgot', isKnown),
    'mfa.setUp': asks('mfa', reaches),
    'mfa.reset': asks('mfa-reset', reaches),
    'mfa.off': asks('mfa-off', reaches),
    'refusals.tryAgain': {
      run: () => commands.refusals?.tryAgain(),
      when: () => commands.refusals?.some === true,
    },
  };
}
