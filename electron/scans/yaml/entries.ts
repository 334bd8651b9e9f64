import { parseDocument } from 'yaml';
import type { Json } from '#contract/json.ts';
import { ScanError } from '#contract/scans/problem.ts';

/** An entry of a list, and where it begins, counted from 1. */
export interface YamlEntry {
  readonly value: Json;
  readonly line: number;
}

/** So many characters one entry may have; it is read whole. */
const maxCharacters = 4 * 1024 * 1024;
/** So often aliases may repeat what they stand for. */
const maxAliases = 100;

/**
 * The entries of a list that is the whole file, each as soon as it is complete. An entry begins at the start of a line, and
 * its lines are indented, as every program writes them. @throws ScanError with its line if one is not YAML, or too large
 */
export async function* yamlEntries(chunks: AsyncIterable<string>): AsyncIterable<YamlEntry> {
  let [entry, began, line] = ['', 1, 0];
  for await (const text of linesOf(chunks)) {
    line += 1;
    const begins = /^-(?:\s|$)/u.test(text);
    if (begins && entry !== '') yield* parsed(entry, began);
    if (begins || /^(?:---|%YAML)/u.test(text)) {
      entry = begins ? text : '';
      began = line;
      continue;
    }
    if (entry === '' && /^\s*(?:#.*)?$/u.test(text)) continue;
    entry += text;
    if (entry.length > maxCharacters) throw new ScanError('This entry is too large to be read.', began);
  }
  if (entry !== '') yield* parsed(entry, began);
}

/** With what ends them. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncIterable<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split(/(?<=\n)/u);
    rest = lines.at(-1)?.endsWith('\n') === false ? (lines.pop() ?? '') : '';
    if (rest.length > maxCharacters) throw new ScanError('A line is too large to be read.');
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function* parsed(text: string, began: number): Iterable<YamlEntry> {
  const document = parseDocument(text, { logLevel: 'silent', prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const line = began + (error.linePos?.[0].line ?? 1) - 1;
    throw new ScanError(
      error.code === 'RESOURCE_EXHAUSTION'
        ? 'Values stand too deep in each other.'
        : 'This is not YAML, or the file ends too early.',
      line,
    );
  }
  let list: unknown;
  try {
    list = document.toJS({ maxAliasCount: maxAliases });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new ScanError('An alias in this entry leads nowhere, or they repeat too much.', began);
  }
  for (const value of Array.isArray(list) ? (list as unknown[]) : [])
    yield { value: JSON.parse(JSON.stringify(value ?? null)) as Json, line: began };
}
