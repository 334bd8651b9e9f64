import type { CsvMapping } from '#contract/scans/csv-mapping.ts';
import type { ScanItem } from '#contract/scans/item.ts';
import type { ScanProblem } from '#contract/scans/problem.ts';
import type { ScanText } from '../source/source.ts';

/** A kind of file that scanners write. */
export interface ScanFormat {
  /** As the terminal's `--format` takes it. */
  readonly name: string;
  readonly title: string;
  /** Of a table whose columns are read by a mapping. */
  readonly mapping?: CsvMapping;
  /** Whether a file is of this kind, told by its beginning alone. */
  recognises(head: string): boolean;
  /**
   * The items of a file in its order. One with nothing in it gives none.
   * @param report gets what is wrong and does not end the reading
   * @throws ScanError if it cannot be read to its end; what was given before must not be used then
   */
  read(source: ScanText, report: (problem: ScanProblem) => void): AsyncIterable<ScanItem>;
}

/** The name of the root element in the beginning of an XML file; null if it is none. */
export function rootOf(head: string): string | null {
  const behind = head
    .replace(/<!--[\s\S]*?-->/gu, '')
    .replace(/<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>/iu, '')
    .replace(/<\?[\s\S]*?\?>/gu, '');
  return /^\s*<([A-Za-z_][\w.:-]*)/u.exec(behind)?.[1] ?? null;
}

/** Whether the beginning of a JSON file names each of these members. */
export function namesMembers(head: string, ...members: readonly string[]): boolean {
  return /^\s*[[{]/u.test(head) && members.every((member) => new RegExp(`"${member}"\\s*:`, 'u').test(head));
}
