import type { ScanItem } from '#contract/scans/item.ts';
import type { ScanProblem } from '#contract/scans/problem.ts';
import type { ImportedFile, ImportRules } from '#contract/procedures/findings/import.ts';
import { ScanGroups, type ScanGroup } from '#domain/scans/groups.ts';
import type { LeftOutItems } from '#domain/scans/left-out.ts';
import { yieldTurn, type Pace } from '#engine/schedule/yield-turn.ts';

/** One file of a scanner as it is read: an archive gives several. */
export interface ImportSource {
  readonly path: string;
  readonly name: string;
  /** Of the whole file, with its archive. */
  readonly sha256: string;
  readonly format: string | null;
  /** Grows while items are read. */
  readonly problems: readonly ScanProblem[];
  readonly items: AsyncIterable<ScanItem>;
}

/** What was read of files, until it is queued or discarded. */
export interface ImportDraft {
  readonly draft: string;
  readonly project: string;
  readonly rules: ImportRules;
  readonly files: readonly ImportedFile[];
  readonly groups: readonly ScanGroup[];
  readonly leftOut: readonly LeftOutItems[];
}

/** So long (ms) items are taken before others have their turn. */
const pieceMs = 8;

/**
 * Reads files to their end and puts them together. Of a file that comes twice, the second says nothing.
 * @throws what reading throws; what `pace.signal` aborts with
 */
export async function readDraft(
  named: Pick<ImportDraft, 'draft' | 'project' | 'rules'>,
  sources: AsyncIterable<ImportSource>,
  pace: Pick<Pace, 'clock' | 'signal'>,
): Promise<ImportDraft> {
  const groups = new ScanGroups(named.rules);
  const files: ImportedFile[] = [];
  const read = new Map<string, string>();
  let began = pace.clock.awakeMs();
  for await (const { path, name, sha256, format, problems, items } of sources) {
    const before = read.get(`${sha256}/${name}`) ?? sameContent(read, sha256, path);
    if (before !== undefined) {
      const message = `This is the same file as ${before}.`;
      files.push({ path, name, sha256, format, items: 0, problems: [{ line: null, column: null, message }] });
      continue;
    }
    read.set(`${sha256}/${name}`, path);
    let count = 0;
    for await (const item of items) {
      groups.add(item, files.length);
      count += 1;
      if (pace.clock.awakeMs() - began < pieceMs) continue;
      await yieldTurn(pace);
      began = pace.clock.awakeMs();
    }
    files.push({ path, name, sha256, format, items: count, problems: [...problems] });
  }
  return { ...named, files, groups: groups.groups(), leftOut: groups.leftOut() };
}

/** The files of one archive have its hash, and one path. */
function sameContent(read: ReadonlyMap<string, string>, sha256: string, path: string): string | undefined {
  return [...read].find(([key, other]) => key.startsWith(`${sha256}/`) && other !== path)?.[1];
}
