import { DossierError } from '#contract/error.ts';
import type { Output } from '../output/output.ts';
import { plain } from '../output/text.ts';
import { askHidden } from './prompt.ts';

const attempts = 3;

/**
 * Asks for the passphrase of a vault that is about to be made.
 * @returns null if the user wants none
 * @throws (rejects) DossierError 'cancelled', 'invalid' after three attempts; nothing was made then
 */
export function askNewPassphrase(
  out: Pick<Output, 'note'>,
  signal: AbortSignal,
  home: string,
): Promise<string | null> {
  const question =
    'Choose a passphrase for it, at least 8 characters (not shown; Enter alone: none, so anyone who can read the folder can read the findings): ';
  out.note(`There is no vault in ${plain(home)} yet: this makes one.`);
  return askTwice(question, { out, signal, mayBeNone: true });
}

/** Asks for a new passphrase of a vault that is there. @throws (rejects) as `askNewPassphrase` */
export async function askOtherPassphrase(out: Pick<Output, 'note'>, signal: AbortSignal): Promise<string> {
  const given = await askTwice('New passphrase, at least 8 characters (not shown): ', {
    out,
    signal,
    mayBeNone: false,
  });
  return given ?? '';
}

async function askTwice(
  question: string,
  {
    out,
    signal,
    mayBeNone,
  }: {
    readonly out: Pick<Output, 'note'>;
    readonly signal: AbortSignal;
    readonly mayBeNone: boolean;
  },
): Promise<string | null> {
  const { whyUnfit } = await import('#app/client/protect-vault.ts');
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const given = await askHidden(question, signal);
    if (given === '' && mayBeNone) return null;
    const why = whyUnfit(given);
    if (why === null && (await askHidden('The same once more (not shown): ', signal)) === given) return given;
    out.note(why ?? 'The two are not the same.');
  }
  throw new DossierError('invalid', 'No passphrase was chosen. Nothing was changed.');
}
