import { homeFolder } from '#app/client/home-folder.ts';
import type * as ProtectVault from '#app/client/protect-vault.ts';
import { DossierError } from '#contract/error.ts';
import { wrong } from '../../command/arguments.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { confirm } from '../../input/confirm.ts';
import { askOtherPassphrase } from '../../input/new-passphrase.ts';
import { askHidden, canAsk } from '../../input/prompt.ts';
import { givenPassphrase, readPassphraseFrom, recoveryCodeTeller } from '../../input/secrets.ts';
import { plain } from '../../output/text.ts';

const ofBackups = 'Backups that were made before open as they did.';

export const set: CommandRun = async (context) => {
  const { protectHome, home } = await vaultOf(context, {
    wantsPassphrase: false,
    otherwise: '"dossier home passphrase change" changes it',
  });
  const { recoveryCode } = protectHome(home, { current: null, passphrase: await newPassphrase(context) });
  return told(context, { home, recoveryCode, what: 'is protected by the passphrase from now on' });
};

export const change: CommandRun = async (context) => {
  const { protectHome, home } = await vaultOf(context, {
    wantsPassphrase: true,
    otherwise: '"dossier home passphrase set" sets one',
  });
  const current = await currentPassphrase(context, 'Passphrase or recovery code of now');
  const { recoveryCode } = protectHome(home, { current, passphrase: await newPassphrase(context) });
  return told(context, {
    home,
    recoveryCode,
    what: 'opens by the new passphrase only; the old one and the old recovery code open it no more',
  });
};

export const remove: CommandRun = async (context) => {
  const { protectHome, home } = await vaultOf(context, {
    wantsPassphrase: true,
    otherwise: 'There is nothing to remove',
  });
  await confirm(
    context,
    `Without a passphrase anyone who can read ${plain(home)} can read the findings, and it can no longer be locked.`,
  );
  const current = await currentPassphrase(context, 'Passphrase or recovery code of now');
  protectHome(home, { current, passphrase: null });
  context.out.answer(
    { protected: false, recoveryCodeShown: false },
    () => `The vault in ${plain(home)} has no passphrase any more. ${ofBackups}\n`,
  );
  return 0;
};

export const recoveryCode: CommandRun = async (context) => {
  const show = recoveryCodeTeller(process.stderr);
  if (show === null)
    throw wrong('A recovery code is shown on a terminal only: this is none.', context.args.command);
  const { renewHomeCode, home } = await vaultOf(context, {
    wantsPassphrase: true,
    otherwise: 'It needs no recovery code',
  });
  const passphrase = await currentPassphrase(context, 'Passphrase');
  show(renewHomeCode(home, passphrase).recoveryCode);
  context.out.answer(
    { recoveryCodeShown: true },
    () => 'The recovery code before it opens nothing any more.\n',
  );
  return 0;
};

/** @param otherwise what the message says if the vault stands the other way */
async function vaultOf(
  { args, folder }: CommandContext,
  { wantsPassphrase, otherwise }: { readonly wantsPassphrase: boolean; readonly otherwise: string },
): Promise<typeof ProtectVault & { readonly home: string }> {
  const home = homeFolder(args.text('home'), process.env, folder);
  const client = await import('#app/client/protect-vault.ts');
  if (client.hasPassphrase(home) !== wantsPassphrase)
    throw new DossierError(
      'wrong-state',
      `The vault in ${home} has ${wantsPassphrase ? 'no' : 'a'} passphrase${wantsPassphrase ? '' : ' already'}. ${otherwise}.`,
    );
  return { ...client, home };
}

async function currentPassphrase({ args, signal }: CommandContext, what: string): Promise<string> {
  const given = givenPassphrase(args.text('passphrase-fd'), process.env);
  if (given !== null) return given;
  if (canAsk()) return askHidden(`${what} (not shown): `, signal);
  throw wrong('Give the passphrase of now by DOSSIER_PASSPHRASE or --passphrase-fd.', args.command);
}

async function newPassphrase({ args, out, signal }: CommandContext): Promise<string> {
  const descriptor = args.text('new-passphrase-fd');
  if (descriptor !== undefined) return readPassphraseFrom(descriptor, 'new-passphrase-fd');
  if (canAsk()) return askOtherPassphrase(out, signal);
  throw wrong(
    'There is no terminal to ask for the new passphrase. Give it by --new-passphrase-fd.',
    args.command,
  );
}

function told(
  { out }: CommandContext,
  {
    home,
    recoveryCode,
    what,
  }: { readonly home: string; readonly recoveryCode: string | null; readonly what: string },
): number {
  const show = recoveryCodeTeller(process.stderr);
  if (recoveryCode !== null) show?.(recoveryCode);
  if (show === null)
    out.note(
      'No recovery code was shown, since this is no terminal. "dossier home recovery-code" makes one; it opens the vault if the passphrase is lost.',
    );
  out.answer(
    { protected: true, recoveryCodeShown: show !== null },
    () => `The vault in ${plain(home)} ${what}. ${ofBackups}\n`,
  );
  return 0;
}
