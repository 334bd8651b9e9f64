import type { ScanItem } from '#contract/scans/item.ts';
import { ScanError } from '#contract/scans/problem.ts';
import { rootOf } from './formats/format.ts';
import { scanFormats, type ScanFormat } from './formats/index.ts';
import type { ScanInput } from './source/input.ts';
import { openScan, type ScanReading } from './source/source.ts';

/** A file of a scanner, with its kind and what it says. */
export interface ScanFile {
  /** As its folder or its archive names it. */
  readonly name: string;
  /** Null if it is empty. */
  readonly format: ScanFormat | null;
  /** To be read before the next file. */
  readonly items: AsyncIterable<ScanItem>;
}

/**
 * The files in an input: one, or each of an archive. The content tells the format, unless one is given.
 * @param more formats that are tried before the others
 * @throws ScanError if a file is of no known format, or cannot be read to its end; what was read before must not be used then
 */
export async function* readScan(
  input: ScanInput,
  reading: ScanReading,
  given: ScanFormat | null = null,
  more: readonly ScanFormat[] = [],
): AsyncIterable<ScanFile> {
  for await (const source of openScan(input, reading)) {
    if (source.head === '') {
      yield { name: source.name, format: null, items: nothing() };
      continue;
    }
    const format = given ?? [...more, ...scanFormats].find((other) => other.recognises(source.head));
    if (format === undefined) {
      if (/^html$/iu.test(rootOf(source.head) ?? ''))
        throw new ScanError('This is a report to be read. Export the results as XML or JSON instead.', 1);
      const names = scanFormats.map(({ title }) => title).join(', ');
      throw new ScanError(`This is no file of a scanner that can be read. There are: ${names}.`, 1);
    }
    const other = given === null ? undefined : scanFormats.find((one) => one.recognises(source.head));
    const looksLike = other === undefined || other.name === format.name ? null : other.title;
    const items = withRule(format.read(source, reading.report), reading.report);
    yield { name: source.name, format, items: orReported(items, format, looksLike, reading.report) };
  }
}

/** Without a rule nothing tells whether a weakness is known, so such entries are reported and left out. */
async function* withRule(
  items: AsyncIterable<ScanItem>,
  report: ScanReading['report'],
): AsyncIterable<ScanItem> {
  for await (const item of items) {
    if (item.rule !== '') yield item;
    else
      report({
        line: item.line,
        column: null,
        message: 'This entry names no rule of its tool; it is left out.',
      });
  }
}

/** A file that is read as another kind than it is seems to say nothing. */
async function* orReported(
  items: AsyncIterable<ScanItem>,
  { title }: ScanFormat,
  looksLike: string | null,
  report: ScanReading['report'],
): AsyncIterable<ScanItem> {
  let isEmpty = true;
  for await (const item of items) {
    isEmpty = false;
    yield item;
  }
  if (!isEmpty || looksLike === null) return;
  report({
    line: 1,
    column: null,
    message: `Read as ${title}, it has no entries. It looks like ${looksLike}.`,
  });
}

async function* nothing(): AsyncIterable<ScanItem> {
  // An empty file says nothing.
}
