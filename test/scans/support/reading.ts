import { readFileSync } from 'node:fs';
import type { ScanItem } from '#contract/scans/item.ts';
import { ScanError, scanProblemText } from '#contract/scans/problem.ts';
import { readScan } from '#scans/read.ts';
import { bytesInput } from '#scans/source/input.ts';
import type { ScanLimits } from '#scans/source/limits.ts';
import { scannerFile } from '../../support/real-data.ts';

/** What a file says, and what is wrong with it. */
export interface Reading {
  /** Of each file within. */
  readonly formats: readonly (string | null)[];
  readonly items: readonly ScanItem[];
  /** With their places. */
  readonly problems: readonly string[];
}

/** Reads a file to its end. */
export async function readingOf(
  given: string | Uint8Array,
  { name = 'scan', limits }: { readonly name?: string; readonly limits?: ScanLimits } = {},
): Promise<Reading> {
  const bytes = typeof given === 'string' ? Buffer.from(given) : given;
  const problems: string[] = [];
  const formats: (string | null)[] = [];
  const items: ScanItem[] = [];
  const files = readScan(bytesInput(bytes, name), {
    signal: new AbortController().signal,
    report: (problem) => problems.push(scanProblemText(problem)),
    ...(limits === undefined ? {} : { limits }),
  });
  for await (const { format, items: found } of files) {
    formats.push(format?.name ?? null);
    for await (const item of found) items.push(item);
  }
  return { formats, items, problems };
}

/** Reads a file that a scanner wrote. */
export async function readingOfReal(name: string): Promise<Reading> {
  return readingOf(readFileSync(scannerFile(name)));
}

/** Why a file cannot be read, with its place. Throws if it can. */
export async function refusalOf(
  given: string | Uint8Array,
  options: { readonly limits?: ScanLimits } = {},
): Promise<string> {
  try {
    await readingOf(given, options);
  } catch (error) {
    if (error instanceof ScanError) return scanProblemText(error.problem);
    throw error;
  }
  throw new Error('The file was read.');
}

/** How many items have each value. */
export function countBy(
  items: readonly ScanItem[],
  member: 'asset' | 'confidence' | 'port' | 'rule' | 'severity' | 'title' | 'tool',
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) {
    const value = String(item[member]);
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}
