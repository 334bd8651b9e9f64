import { setFields } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { parseJson } from '#domain/base/json.ts';
import { brokenField } from '#domain/finding/rules.ts';
import { wrong } from '../command/arguments.ts';
import type { CommandContext } from '../command/context.ts';
import { readTextFile } from './files.ts';
import { plain } from '../output/text.ts';

const MAX_VALUE_BYTES = 20 * 1024 * 1024;

/**
 * The changes of `--set FIELD=TEXT`, `--set-json FIELD=JSON` and `--set-file FIELD=PATH`, by field. Which fields
 * there are and what they take is for the rules of the interface to say, not for the command line.
 * @returns undefined if none of them was given
 * @throws DossierError 'usage' (no "=", a field twice, no JSON), 'file'
 */
export async function readChanges({ args, folder, signal }: CommandContext): Promise<JsonObject | undefined> {
  const fields = new Map<string, Json>();
  const take = (field: string, value: Json): void => {
    if (fields.has(field)) throw wrong(`The field ${plain(field)} is set twice.`, args.command);
    fields.set(field, value);
  };
  for (const [field, text] of pairs('set')) take(field, asText(field, text));
  for (const [field, text] of pairs('set-json')) {
    const parsed = parseJson(text);
    if (parsed.kind === 'broken') {
      throw wrong(
        `The value of --set-json ${plain(field)} is not JSON: ${plain(parsed.message)}`,
        args.command,
      );
    }
    take(field, parsed.value);
  }
  for (const [field, path] of pairs('set-file')) {
    take(field, asText(field, await readTextFile(path, { folder, maxBytes: MAX_VALUE_BYTES, signal })));
  }
  return fields.size === 0 ? undefined : Object.fromEntries(fields);

  function pairs(option: 'set' | 'set-json' | 'set-file'): [string, string][] {
    return args.texts(option).map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw wrong(`--${option} takes FIELD=VALUE.`, args.command);
      return [pair.slice(0, at), pair.slice(at + 1)];
    });
  }
}

/** Refuses fields that are not there, and values that break a rule of the interface. @throws DossierError 'usage' */
export function refuseBrokenFields({ args }: Pick<CommandContext, 'args'>, changes: JsonObject): void {
  const broken = brokenField(changes);
  if (broken !== null) throw wrong(broken, args.command);
}

/** A text for a list is a list of that one text. */
function asText(field: string, text: string): Json {
  const lists: readonly string[] = setFields;
  return lists.includes(field) ? [text] : text;
}
