import { createHash } from 'node:crypto';
import { DossierError } from '#contract/error.ts';
import type { ImportProgress } from '#contract/procedures/findings/import.ts';
import type { CsvMapping } from '#contract/scans/csv-mapping.ts';
import type { ScanItem } from '#contract/scans/item.ts';
import { ScanError, scanProblemText, type ScanProblem } from '#contract/scans/problem.ts';
import type { ImportSource } from '#features/imports/draft.ts';
import { csvFormat } from '#scans/formats/csv.ts';
import { scanFormats, type ScanFormat } from '#scans/formats/index.ts';
import { readScan } from '#scans/read.ts';
import type { ScanInput } from '#scans/source/input.ts';
import type { OpenableFile } from './openable-file.ts';

interface ScanCall {
  readonly signal: AbortSignal;
  readonly progress: (event: ImportProgress) => void;
}

/** So many problems of a file are told. */
const maxProblems = 50;

/**
 * Reads scanner files one after another.
 * @param kind the format of all of them; null: their content tells. With a mapping, all are CSV; else a table with all
 *   columns of one of `mappings` is read by the first of these
 * @throws DossierError `usage` (no such format), `file`, `invalid` (with the place in the file); what the signal aborts with
 */
export async function* scanSources(
  files: readonly OpenableFile[],
  kind: {
    readonly format: string | null;
    readonly mapping: CsvMapping | null;
    readonly mappings: readonly CsvMapping[];
  },
  { signal, progress }: ScanCall,
): AsyncIterable<ImportSource> {
  const { format, mapping } = kind;
  const given = mapping !== null ? csvFormat(mapping) : format === null ? null : formatNamed(format);
  const inputs = await Promise.all(files.map(opened));
  const total = inputs.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const [at, { path, name }] of files.entries()) {
    const input = inputs[at];
    if (input === undefined) continue;
    let problems: ScanProblem[] = [];
    // What holds for a whole archive is told once, not with each of its files.
    const told = new Set<string>();
    try {
      const sha256 = await hashOf(input, signal);
      const read = readScan(
        input,
        {
          signal,
          report: (problem) => {
            if (problem.line === null && told.has(problem.message)) return;
            if (problem.line === null) told.add(problem.message);
            if (problems.length < maxProblems) problems.push(problem);
          },
          progress: (bytes) => progress({ kind: 'import', done: before + bytes, total }),
        },
        given,
        kind.mappings.map(csvFormat),
      );
      let isFirst = true;
      for await (const file of read) {
        // What is told before the first file is of the archive.
        if (!isFirst) problems = [];
        isFirst = false;
        yield {
          path,
          name: file.name,
          sha256,
          format: file.format?.name ?? null,
          mapping: file.format?.mapping ?? null,
          problems,
          items: namedErrors(file.items, name),
        };
      }
    } catch (error) {
      throw named(error, name);
    }
    before += input.size;
  }
  progress({ kind: 'import', done: total, total });
}

async function* namedErrors(items: AsyncIterable<ScanItem>, name: string): AsyncIterable<ScanItem> {
  try {
    yield* items;
  } catch (error) {
    throw named(error, name);
  }
}

/** @throws DossierError `usage` */
function formatNamed(name: string): ScanFormat {
  const format = scanFormats.find((known) => known.name === name.toLowerCase());
  if (format !== undefined) return format;
  const names = scanFormats.map((known) => known.name).join(', ');
  throw new DossierError('usage', `There is no format of scanner files of this name. Known: ${names}.`);
}

async function opened(file: OpenableFile): Promise<ScanInput> {
  try {
    return await file.open();
  } catch (error) {
    throw named(error, file.name);
  }
}

async function hashOf(input: ScanInput, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of input.read(0)) {
    signal.throwIfAborted();
    hash.update(piece);
  }
  return hash.digest('hex');
}

/** What is wrong with a file, with its name and the place in it. */
function named(error: unknown, name: string): unknown {
  if (error instanceof ScanError)
    return new DossierError('invalid', `${name}: ${scanProblemText(error.problem)}`);
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return new DossierError('file', `There is no file ${name}.`);
  if (code === 'EACCES' || code === 'EPERM') return new DossierError('file', `${name} may not be read.`);
  return error;
}
