import { statSync } from 'node:fs';
import { DossierError } from '#contract/error.ts';
import type { CommandContext } from '../command/context.ts';
import { fit, plain } from '../output/text.ts';
import { askYes, canAsk } from './prompt.ts';

/**
 * Lets a file be replaced that this program wrote and nobody changed; any other one only with `--force`, or if the user at the
 * terminal says so. An empty file has nothing to lose.
 *
 * @param isOurs is asked only about a file that is there
 * @throws DossierError `file`, `cancelled`
 */
export async function confirmReplaced(
  { args, signal }: CommandContext,
  path: string,
  isOurs: () => Promise<boolean>,
): Promise<void> {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there === undefined || there.size === 0 || args.flag('force') || (await isOurs())) return;
  const said = `${fit(plain(path), 200)} is there already. Dossier did not write it, or it was changed since.`;
  if (!canAsk()) {
    throw new DossierError('file', `${said} Name another file, or replace it with --force.`);
  }
  if (await askYes(`${said} Replace it?`, signal)) return;
  throw new DossierError('cancelled', 'Nothing was changed.');
}
