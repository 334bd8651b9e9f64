import { once } from 'node:events';
import { cleanToken } from '#domain/account/token.ts';
import { homeFolder } from '#app/client/home-folder.ts';
import { serve as startServing } from '#web/serve.ts';
import { wrong } from '../../command/arguments.ts';
import { openInBrowser } from '../../browser.ts';
import type { CommandRun } from '../../command/context.ts';
import { givenOrigin } from '../../input/token-origin.ts';
import { givenPassphrase, recoveryCodeTeller } from '../../input/secrets.ts';
import { plain } from '../../output/text.ts';

const HIGHEST_PORT = 65_535;

/** Serves the window until Ctrl-C. A home that is locked is served as well: the window asks for the passphrase. */
export const serve: CommandRun = async ({ args, out, folder, version, signal }) => {
  const port = args.whole('port', 1) ?? 0;
  if (port > HIGHEST_PORT) throw wrong(`The option --port goes up to ${String(HIGHEST_PORT)}.`, args.command);
  const { token, notice } = cleanToken(process.env['DOSSIER_TOKEN'], 'DOSSIER_TOKEN');
  if (notice !== null) out.note(notice);
  const home = homeFolder(args.text('home'), process.env, folder);
  const passphrase = givenPassphrase(args.text('passphrase-fd'), process.env);
  const { isNewVault } = await import('#app/client/new-vault.ts');
  if (isNewVault(home, { mayMake: true }) && passphrase === null)
    out.note(`There is no vault in ${plain(home)} yet: the window makes one, and asks for its passphrase.`);
  const server = await startServing({
    home,
    version,
    passphrase,
    showRecoveryCode: recoveryCodeTeller(process.stderr),
    token,
    tokenFor: givenOrigin(args),
    tell: out.note,
    debug: args.flag('debug'),
    port,
  });
  try {
    const url = server.newAddress();
    out.answer({ url }, () => `${url}\n`);
    out.note('The address lets one browser in, once. Ctrl-C ends.');
    if (args.flag('open') && !(await openInBrowser(url))) {
      out.note('No browser could be started: copy the address into one on this machine.');
    }
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await server.close();
  }
  return 0;
};
