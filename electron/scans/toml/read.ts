import { parse, TomlError } from 'smol-toml';
import type { JsonObject } from '#contract/json.ts';
import { ScanError } from '#contract/scans/problem.ts';
import { objectOf } from '../json/read.ts';

/** A file is read whole; people write these by hand, so that many characters are plenty. */
const maxCharacters = 64 * 1024 * 1024;
const maxDepth = 200;

/**
 * The text of a TOML file, and what it says; days and times are texts.
 * @throws ScanError with its line and column if it is not TOML, too deep or too large
 */
export async function tomlFile(
  chunks: AsyncIterable<string>,
): Promise<{ readonly text: string; readonly value: JsonObject }> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > maxCharacters) throw new ScanError('This file is too large to be read.');
  }
  try {
    const value: unknown = parse(text, { maxDepth });
    return { text, value: objectOf(JSON.parse(JSON.stringify(value)) as JsonObject) };
  } catch (error) {
    if (error instanceof TomlError)
      throw new ScanError('This is not TOML, or the file ends too early.', error.line, error.column);
    throw error;
  }
}
