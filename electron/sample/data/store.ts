import type { FindingBody, Visibility } from './model.ts';

/** How a review version is written: a number, a token, or a number beyond 2^53. */
export type ReviewVersion = number | string | bigint;

/** One finding at rest. Its members live in `text` alone, so that 100,000 of them stay small. */
export interface StoredFinding {
  readonly id: string;
  /** Place in the list: the order of creation. */
  readonly sequence: number;
  readonly project: string;
  readonly status: string;
  /** Set while it is a pending candidate. */
  readonly candidate: Visibility | undefined;
  readonly reviewVersion: ReviewVersion | undefined;
  /** The detail answer, ready to send. */
  readonly text: string;
  /** The list answer, if lists show less than the detail; otherwise the same text. */
  readonly listText: string;
}

/** What a finding consists of before it is written out. */
export interface FindingContent {
  readonly body: FindingBody;
  readonly candidate: Visibility | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The last decision on it as a candidate, if there was one. */
  readonly review?: FindingBody;
}

export interface StoreOptions {
  /** Whether a client may see this finding of this project. */
  readonly published: (project: string, finding: StoredFinding) => boolean;
  /** Turns the count of changes into what is shown as `review_version`. */
  readonly reviewVersion: (count: number) => ReviewVersion;
  /** Members that lists leave out; empty for lists that show all. */
  readonly listOmits: readonly string[];
}

/** Members that only the service writes; a body that carries them does not set them. */
const SERVICE_MEMBERS: ReadonlySet<string> = new Set([
  'id',
  'project',
  'visibility',
  'review',
  'review_version',
  'createdAt',
  'updatedAt',
]);

interface Shelf {
  readonly all: StoredFinding[];
  readonly published: StoredFinding[];
}

/** The findings of every project in order of creation, with the view that clients have kept beside. */
export class FindingStore {
  readonly #options: StoreOptions;
  readonly #byId = new Map<string, StoredFinding>();
  readonly #shelves = new Map<string, Shelf>();
  #sequence = 0;
  #reviewCount = 0;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  get(id: string): StoredFinding | undefined {
    return this.#byId.get(id);
  }

  /** What a stored finding consists of, read back from its text. */
  content(finding: StoredFinding): FindingContent {
    const { createdAt, updatedAt, review, ...members } = asRecord(JSON.parse(finding.text));
    return {
      body: Object.fromEntries(Object.entries(members).filter(([member]) => !SERVICE_MEMBERS.has(member))),
      candidate: finding.candidate,
      createdAt: String(createdAt),
      updatedAt: String(updatedAt),
      ...(review === undefined ? {} : { review: asRecord(review) }),
    };
  }

  /** Puts a finding at the end of its project's list. Throws if the id is taken. */
  add(id: string, project: string, content: FindingContent): StoredFinding {
    if (this.#byId.has(id)) throw new Error(`Two findings of the sample service share the id "${id}".`);
    this.#sequence += 1;
    const finding = this.#write(id, project, this.#sequence, content);
    this.#byId.set(id, finding);
    const shelf = this.#shelf(project);
    shelf.all.push(finding);
    if (this.#options.published(project, finding)) shelf.published.push(finding);
    return finding;
  }

  /** Writes a finding anew in its place; a candidate gets a new review version. */
  replace(old: StoredFinding, content: FindingContent): StoredFinding {
    const finding = this.#write(old.id, old.project, old.sequence, content);
    this.#byId.set(old.id, finding);
    const shelf = this.#shelf(old.project);
    shelf.all[placeOf(shelf.all, old.sequence)] = finding;
    const place = placeOf(shelf.published, old.sequence);
    const was = shelf.published[place]?.sequence === old.sequence;
    const is = this.#options.published(old.project, finding);
    if (is || was) shelf.published.splice(place, was ? 1 : 0, ...(is ? [finding] : []));
    return finding;
  }

  remove(finding: StoredFinding): void {
    this.#byId.delete(finding.id);
    const shelf = this.#shelf(finding.project);
    for (const list of [shelf.all, shelf.published]) {
      const place = placeOf(list, finding.sequence);
      if (list[place]?.sequence === finding.sequence) list.splice(place, 1);
    }
  }

  /** The findings of one project, in list order. */
  list(project: string, publishedOnly: boolean): readonly StoredFinding[] {
    const shelf = this.#shelf(project);
    return publishedOnly ? shelf.published : shelf.all;
  }

  #shelf(project: string): Shelf {
    let shelf = this.#shelves.get(project);
    if (shelf === undefined) {
      shelf = { all: [], published: [] };
      this.#shelves.set(project, shelf);
    }
    return shelf;
  }

  #write(id: string, project: string, sequence: number, content: FindingContent): StoredFinding {
    const { candidate, createdAt, updatedAt, review } = content;
    const body = Object.fromEntries(
      Object.entries(content.body).filter(([member]) => !SERVICE_MEMBERS.has(member)),
    );
    const status = typeof body['status'] === 'string' ? body['status'] : 'open';
    const shown = {
      id,
      project,
      ...body,
      status,
      ...(candidate === undefined ? {} : { visibility: candidate }),
      ...(review === undefined ? {} : { review }),
      createdAt,
      updatedAt,
    };
    let reviewVersion: ReviewVersion | undefined;
    if (candidate !== undefined) {
      this.#reviewCount += 1;
      reviewVersion = this.#options.reviewVersion(this.#reviewCount);
    }
    const text = withReviewVersion(JSON.stringify(shown), reviewVersion);
    const omits = this.#options.listOmits;
    const listText =
      omits.length === 0
        ? text
        : withReviewVersion(
            JSON.stringify(
              Object.fromEntries(Object.entries(shown).filter(([member]) => !omits.includes(member))),
            ),
            reviewVersion,
          );
    return { id, sequence, project, status, candidate, reviewVersion, text, listText };
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error('A stored finding is not an object.');
  return { ...value };
}

/** Adds the version to a written object by hand: JSON.stringify has no way to write a number beyond 2^53. */
function withReviewVersion(text: string, version: ReviewVersion | undefined): string {
  if (version === undefined) return text;
  const written = typeof version === 'bigint' ? version.toString() : JSON.stringify(version);
  return `${text.slice(0, -1)},"review_version":${written}}`;
}

/** Binary search: the index of the finding with this sequence, or where it would stand. */
function placeOf(list: readonly StoredFinding[], sequence: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = list[middle];
    if (at !== undefined && at.sequence < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}
