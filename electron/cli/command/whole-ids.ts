import { DossierError } from '#contract/error.ts';
import type { IdKind } from '#contract/procedures/findings/ids.ts';
import { isBeginning } from '#domain/base/id-beginnings.ts';
import type { Arguments } from './arguments.ts';
import { positionalKinds, type Command, type OptionName } from './command.ts';
import type { CommandContext } from './context.ts';
import { plain } from '../output/text.ts';

const maxNamed = 5;

const idOptions: Readonly<Partial<Record<OptionName, IdKind>>> = {
  include: 'finding',
  exclude: 'finding',
  finding: 'finding',
  again: 'change',
  ignore: 'finding',
  heed: 'finding',
};

/** What stands before an id: `RULE@` of `--ignore` and `--heed`. */
const beforeId = /^[a-z-]+@/u;

/**
 * The same arguments with every id whole. What begins no id stays as it was typed, for the command to refuse.
 * @throws DossierError `invalid` if a beginning stands for several ids
 */
export async function withWholeIds({
  args,
  call,
}: Pick<CommandContext, 'args' | 'call'>): Promise<Arguments> {
  const { command } = args;
  if (command === undefined) return args;
  const wholes = new Map<string, string>();
  for (const [kind, typed] of typedIds(command, args)) {
    const found = await call('id.complete', { kind, typed }).catch(() => null);
    // The command itself meets what went wrong, behind what is wrong in its arguments.
    if (found === null) return args;
    for (const [at, text] of typed.entries()) {
      const ids = found[at] ?? [];
      if (ids.length > 1) throw ambiguous(kind, text, ids);
      wholes.set(keyOf(kind, text), ids[0] ?? text);
    }
  }
  const whole = (kind: IdKind | undefined, text: string): string => {
    const start = beforeId.exec(text)?.[0] ?? '';
    const id = kind === undefined ? undefined : wholes.get(keyOf(kind, text.slice(start.length)));
    return id === undefined ? text : `${start}${id}`;
  };
  const text = (name: OptionName): string | undefined => {
    const given = args.text(name);
    return given === undefined ? undefined : whole(idOptions[name], given);
  };
  return {
    ...args,
    positionals: args.positionals.map((word, at) => whole(kindAt(command, at), word)),
    text,
    texts: (name) => args.texts(name).map((word) => whole(idOptions[name], word)),
  };
}

/** What may be the beginning of an id, by kind. */
function typedIds(command: Command, args: Arguments): ReadonlyMap<IdKind, string[]> {
  const typed = new Map<IdKind, string[]>();
  const take = (kind: IdKind | undefined, word: string): void => {
    const text = word.replace(beforeId, '');
    if (kind !== undefined && isBeginning(text) && !isUuid(text))
      typed.set(kind, [...(typed.get(kind) ?? []), text]);
  };
  for (const [at, word] of args.positionals.entries()) take(kindAt(command, at), word);
  for (const [name, kind] of Object.entries(idOptions))
    for (const word of args.texts(name as OptionName)) take(kind, word);
  return typed;
}

/** Ids of changes, comments and findings that were made here: whole already. */
function isUuid(text: string): boolean {
  return /^(?:local-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(text);
}

/** What an argument is the id of; undefined for what is no id. */
function kindAt({ positionals }: Command, at: number): IdKind | undefined {
  const last = positionals.at(-1);
  const name = (positionals[at] ?? (last?.repeats === true ? last : undefined))?.name;
  const kind = name === undefined ? undefined : positionalKinds[name];
  return kind === 'finding' || kind === 'change' || kind === 'comment' ? kind : undefined;
}

function keyOf(kind: IdKind, text: string): string {
  return `${kind} ${text}`;
}

function ambiguous(kind: IdKind, text: string, ids: readonly string[]): DossierError {
  const named = ids.slice(0, maxNamed).map(plain).join(', ');
  const more = ids.length > maxNamed ? ' and others' : '';
  return new DossierError(
    'invalid',
    `Several ${kind}s begin with ${plain(text)}: ${named}${more}.\nType more of the one that you mean.`,
  );
}
