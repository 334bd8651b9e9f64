import { DossierError } from '#contract/error.ts';
import type { CsvMapping } from '#contract/scans/csv-mapping.ts';
import type { ScanItem } from '#contract/scans/item.ts';
import type { ScanProblem } from '#contract/scans/problem.ts';
import type { ImportedFile, ImportRules } from '#contract/procedures/findings/import.ts';
import type { TakenImage } from '#domain/images/image.ts';
import { ScanGroups, type GroupImage, type ScanGroup } from '#domain/scans/groups.ts';
import type { LeftOutItems } from '#domain/scans/left-out.ts';
import { yieldTurn, type Pace } from '#engine/schedule/yield-turn.ts';

/** One file of a scanner as it is read: an archive gives several. */
export interface ImportSource {
  readonly path: string;
  readonly name: string;
  /** Of the whole file, with its archive. */
  readonly sha256: string;
  readonly format: string | null;
  readonly mapping: CsvMapping | null;
  /** Grows while items are read. */
  readonly problems: readonly ScanProblem[];
  readonly items: AsyncIterable<ScanItem>;
}

/** What was read of files, until it is queued or discarded. */
export interface ImportDraft {
  readonly draft: string;
  readonly project: string;
  /** Kept for the engagement once the draft is queued. */
  readonly rules: ImportRules;
  /** In place of that rule, for this draft alone. */
  readonly informational: boolean | null;
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
  named: Pick<ImportDraft, 'draft' | 'project' | 'rules' | 'informational'>,
  sources: AsyncIterable<ImportSource>,
  { takeImage, ...pace }: Pick<Pace, 'clock' | 'signal'> & { readonly takeImage: TakeImage },
): Promise<ImportDraft> {
  const groups = new ScanGroups(rulesOf(named));
  const files: ImportedFile[] = [];
  const read = new Map<string, string>();
  const images = new ImagesInFiles(takeImage);
  let began = pace.clock.awakeMs();
  for await (const { items, problems, ...source } of sources) {
    const { path, name, sha256 } = source;
    const before = read.get(`${sha256}/${name}`) ?? sameContent(read, sha256, path);
    if (before !== undefined) {
      const message = `This is the same file as ${before}.`;
      files.push({ ...source, items: 0, problems: [{ line: null, column: null, message }] });
      continue;
    }
    read.set(`${sha256}/${name}`, path);
    let count = 0;
    images.beginFile();
    for await (const item of items) {
      const isTaken = groups.add(item, files.length);
      count += 1;
      if (isTaken && item.evidence.length > 0)
        for (const image of await images.take(item)) groups.addImage(item, image);
      if (pace.clock.awakeMs() - began < pieceMs) continue;
      await yieldTurn(pace);
      began = pace.clock.awakeMs();
    }
    files.push({ ...source, items: count, problems: [...problems, ...images.problems()] });
  }
  return { ...named, files, groups: groups.groups(), leftOut: groups.leftOut() };
}

/** What a draft leaves out by itself. */
export function rulesOf({ rules, informational }: Pick<ImportDraft, 'rules' | 'informational'>): ImportRules {
  return { ...rules, informational: informational ?? rules.informational };
}

/** Takes everything but its pixels out of an image. @throws (rejects) DossierError `invalid`: why it cannot be kept */
export type TakeImage = (bytes: Uint8Array) => Promise<TakenImage>;

/** So many bytes of images are kept of an import, until it is queued. */
const maxKeptBytes = 256 * 1024 ** 2;
/** So many images of a file are told that cannot be kept. */
const maxProblems = 20;

/** Makes the images of items such as may be kept. What cannot be kept is told. */
class ImagesInFiles {
  readonly #take: TakeImage;
  /** Several items may show the same bytes. */
  readonly #known = new WeakMap<Uint8Array, TakenImage | null>();
  #problems: ScanProblem[] = [];
  #bytes = 0;

  constructor(take: TakeImage) {
    this.#take = take;
  }

  beginFile(): void {
    this.#problems = [];
  }

  /** What was wrong with images of the file. */
  problems(): readonly ScanProblem[] {
    return this.#problems;
  }

  async take({ evidence, line }: ScanItem): Promise<GroupImage[]> {
    const images: GroupImage[] = [];
    for (const { name, bytes } of evidence) {
      const taken = await this.#takeOnce(bytes, line);
      if (taken !== null) images.push({ name, ...taken });
    }
    return images;
  }

  async #takeOnce(bytes: Uint8Array, line: number): Promise<TakenImage | null> {
    const known = this.#known.get(bytes);
    if (known !== undefined) return known;
    let taken: TakenImage | null = null;
    try {
      if (this.#bytes + bytes.length > maxKeptBytes)
        this.#tell(line, 'There are more than 256 MB of images.');
      else taken = await this.#take(bytes);
    } catch (error) {
      if (!(error instanceof DossierError)) throw error;
      this.#tell(line, error.message);
    }
    this.#bytes += taken === null ? 0 : taken.image.content.length;
    this.#known.set(bytes, taken);
    return taken;
  }

  #tell(line: number, why: string): void {
    if (this.#problems.length >= maxProblems) return;
    this.#problems.push({ line, column: null, message: `An image was left out. ${why}` });
  }
}

/** The files of one archive have its hash, and one path. */
function sameContent(read: ReadonlyMap<string, string>, sha256: string, path: string): string | undefined {
  return [...read].find(([key, other]) => key.startsWith(`${sha256}/`) && other !== path)?.[1];
}
