import type { CsvMapping } from '#contract/scans/csv-mapping.ts';

/** So many mappings of columns are kept for an engagement. */
const maxMappings = 20;

/** A heading of a table as it is compared: case and blanks at its ends do not matter. */
export function foldHeading(name: string): string {
  return name.trim().toLowerCase();
}

/** A mapping before the others; it replaces the one that names the same columns. */
export function withMapping(mappings: readonly CsvMapping[], mapping: CsvMapping): CsvMapping[] {
  const columns = columnsKey(mapping);
  return [mapping, ...mappings.filter((other) => columnsKey(other) !== columns)].slice(0, maxMappings);
}

function columnsKey({ columns }: CsvMapping): string {
  return JSON.stringify([...new Set(Object.values(columns).map(foldHeading))].sort());
}
