import { nearestName } from '#domain/text/words/nearest.ts';
import { wrong } from '../command/arguments.ts';
import type { CommandContext } from '../command/context.ts';
import { fit, plain } from '../output/text.ts';

/** Of more names the message tells where they are listed. */
const maxListed = 30;

/**
 * The known name that a person typed, in either case.
 * @param complaint what stands before a name that is none of them
 * @throws DossierError 'usage' with the name that was probably meant, or all that there are
 */
export function knownName<Name extends string>(
  { args }: Pick<CommandContext, 'args'>,
  word: string,
  known: readonly Name[],
  complaint: string,
): Name {
  const found = known.find((name) => name.toLowerCase() === word.toLowerCase());
  if (found !== undefined) return found;
  const near = nearestName(word, known);
  const listed =
    known.length <= maxListed
      ? ` Known: ${known.join(', ')}.`
      : `\n"dossier help ${args.command?.words.join(' ') ?? ''}" lists them.`;
  const hint = near === null ? listed : ` Did you mean "${near}"?`;
  throw wrong(`${complaint} "${fit(plain(word), 40)}".${hint}`, args.command);
}
