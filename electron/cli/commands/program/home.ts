import { homeFolder, resolvePath } from '#app/client/home-folder.ts';
import type { CommandRun } from '../../command/context.ts';
import { plain } from '../../output/text.ts';

export const backup: CommandRun = async ({ args, out, call, folder }) => {
  const [file = ''] = args.positionals;
  const made = await call('home.backUp', { path: resolvePath(folder, file) });
  const pending =
    made.pending === 0
      ? ''
      : `${String(made.pending)} pending ${made.pending === 1 ? 'change is' : 'changes are'} in it. Sync here before you restore it: new findings that it still holds as pending are looked for on the service first.\n`;
  out.answer(
    made,
    () =>
      `Backed up the vault to ${plain(made.path)} (${String(made.bytes)} bytes), and read it back.\n${pending}${carried(made.credentials)}` +
      'It opens like the vault: with its passphrase, or without any if it has none. Keep it as safe.\n',
  );
  return 0;
};

/** What of credentials is in a backup. */
function carried(credentials: number): string {
  const what =
    credentials === 0
      ? 'It holds no token and no session.'
      : `Contains the token or session of ${credentials === 1 ? 'one account' : `${String(credentials)} accounts`}, encrypted.`;
  return `${what} Proxy, certificates and the record of where DOSSIER_TOKEN may go are not in it.\n`;
}

export const restore: CommandRun = async ({ args, out, folder }) => {
  const [file = '', to = ''] = args.positionals;
  const { restoreVault } = await import('#app/client/restore-vault.ts');
  const restored = await restoreVault(resolvePath(folder, file), resolvePath(folder, to));
  if (!restored.checked)
    out.note('This backup has no sum, as those of earlier versions: damage in it could not be noticed.');
  out.answer(
    restored,
    () =>
      `Restored the vault to ${plain(restored.path)}.\nOpen it with --home or DOSSIER_HOME; its passphrase is that of the backup. Go on in one copy only.\n` +
      (restored.credentials === null ? '' : carried(restored.credentials)) +
      'DOSSIER_TOKEN is not used from it until you allow it with --token-for URL.\n',
  );
  return 0;
};

export const move: CommandRun = async ({ args, out, folder }) => {
  const [to = ''] = args.positionals;
  const from = homeFolder(args.text('home'), process.env, folder);
  const { moveVault } = await import('#app/client/move-vault.ts');
  const place = moveVault(from, resolvePath(folder, to));
  out.answer(
    { from, path: place },
    () =>
      `Moved the vault to ${plain(place)}.\nFrom now on name it by --home or DOSSIER_HOME, unless this is the usual place.\n`,
  );
  return 0;
};
