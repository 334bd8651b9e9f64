import { DossierError } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import { findJsonBreak } from '#domain/base/json-break.ts';
import { parseJson } from '#domain/base/json.ts';
import { nameOf, readTextFile, type FileOptions } from './files.ts';

/**
 * Reads a JSON file that a person named; "-" is standard input.
 * @throws (rejects) DossierError 'invalid' with the place where it is no JSON; as `readTextFile`
 */
export async function readJsonFile(path: string, options: FileOptions): Promise<Json> {
  const text = await readTextFile(path, options);
  const parsed = parseJson(text);
  if (parsed.kind === 'ok') return parsed.value;
  const place = parsed.tooDeep ? null : findJsonBreak(text);
  if (place === null) throw new DossierError('invalid', `${nameOf(path)}: ${parsed.message}.`);
  const { line, column, message } = place;
  throw new DossierError(
    'invalid',
    `${nameOf(path)}, line ${String(line)}, column ${String(column)}: ${message}.`,
  );
}
