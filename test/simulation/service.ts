import type { JsonObject } from '#contract/json.ts';
import type { Dice } from './random.ts';

/** What the interface leaves open, drawn once per seed. */
export interface Variant {
  readonly pageCap: number;
  readonly order: 'oldest' | 'newest';
  readonly offsetBy: 'capped' | 'asked';
  readonly list: 'everything' | 'summary' | 'truncated';
  readonly update: 'patches' | 'replaces';
  readonly normalises: 'nothing' | 'ends' | 'line-ends';
  readonly readLagMs: number;
  readonly stampsUpdates: boolean;
  readonly filtersAfterPaging: boolean;
}

/** Draws the variant of one seed. */
export function drawVariant(dice: Dice): Variant {
  return {
    pageCap: dice.pick([2, 3, 5, 100]),
    order: dice.pick(['oldest', 'newest']),
    offsetBy: dice.pick(['capped', 'asked']),
    list: dice.pick(['everything', 'everything', 'summary', 'truncated']),
    update: dice.oneIn(6) ? 'replaces' : 'patches',
    normalises: dice.pick(['nothing', 'nothing', 'ends', 'line-ends']),
    readLagMs: dice.oneIn(5) ? dice.between(1, 400) : 0,
    stampsUpdates: dice.oneIn(3),
    filtersAfterPaging: dice.oneIn(12),
  };
}

/** An answer of the model service. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** One state of a finding, and who wrote it. */
export interface Version {
  readonly atMs: number;
  readonly by: 'us' | 'others';
  readonly record: JsonObject;
}

interface Kept {
  readonly id: string;
  readonly versions: Version[];
  /** When somebody deleted it, or took it out of our sight. */
  goneAtMs: number | null;
  readonly everGone: number[];
}

/** An update of ours that is about to be carried out; `sent` are the members of its body. */
export interface OurUpdate {
  readonly id: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly sent: JsonObject;
  /** When we had read the finding before the request left: the start of the window that nobody can close. */
  readonly readAtMs: number;
}

/**
 * A model of the service for one project: its rules as the interface states them, its open points as the variant
 * has them. It keeps every state that a finding ever had, so that the promises can be held against it.
 */
export class ModelService {
  readonly variant: Variant;
  readonly project = 'engagement-1';
  readonly #findings = new Map<string, Kept>();
  readonly #now: () => number;
  #ids = 0;
  userId = 'user-1';
  tokenValid = true;
  /** Called when our own update is about to be carried out. */
  onOurUpdate: (update: OurUpdate) => void = () => undefined;
  readonly #lastRead = new Map<string, number>();

  constructor(variant: Variant, now: () => number) {
    this.variant = variant;
    this.#now = now;
  }

  /** Every finding that ever was, with all its states. */
  all(): readonly Kept[] {
    return [...this.#findings.values()];
  }

  find(id: string): Kept | undefined {
    return this.#findings.get(id);
  }

  visible(): readonly Kept[] {
    return this.all().filter((kept) => kept.goneAtMs === null);
  }

  now(kept: Kept): JsonObject {
    const last = kept.versions.at(-1);
    if (last === undefined) throw new Error('a finding without a state');
    return last.record;
  }

  /** Somebody else writes a new finding. */
  addByOthers(body: JsonObject): string {
    return this.#create(body, 'others');
  }

  /** Somebody else edits a finding. */
  editByOthers(id: string, changes: JsonObject): void {
    const kept = this.#findings.get(id);
    if (kept === undefined || kept.goneAtMs !== null) return;
    this.#push(kept, { ...this.now(kept), ...changes }, 'others');
  }

  /** Somebody deletes a finding, or hides it from us. */
  take(id: string): void {
    const kept = this.#findings.get(id);
    if (kept === undefined || kept.goneAtMs !== null) return;
    kept.goneAtMs = this.#now();
    kept.everGone.push(kept.goneAtMs);
  }

  /** A hidden finding is shown again. */
  giveBack(id: string): void {
    const kept = this.#findings.get(id);
    if (kept !== undefined) kept.goneAtMs = null;
  }

  /** How a state of a finding looks in a list. */
  listed(record: JsonObject): JsonObject {
    switch (this.variant.list) {
      case 'everything':
        return record;
      case 'summary':
        return Object.fromEntries(
          Object.entries(record).filter(([name]) => name !== 'description' && name !== 'remediation'),
        );
      case 'truncated':
        return Object.fromEntries(
          Object.entries(record).map(([name, value]) =>
            name === 'description' && typeof value === 'string' ? [name, value.slice(0, 4)] : [name, value],
          ),
        );
    }
  }

  /** When the finding of an update was last read by itself, asked when the update leaves. */
  readBefore(method: string, body: string | undefined): number {
    if (method !== 'POST' || body === undefined) return -1;
    const { id } = JSON.parse(body) as { id?: unknown };
    return this.#lastRead.get(String(id)) ?? -1;
  }

  /** Carries a request out, as the real service would. `readAtMs`: see `readBefore`. */
  handle(method: string, url: string, body: string | undefined, readAtMs: number): Answer {
    const { pathname, searchParams } = new URL(url);
    if (!this.tokenValid) return refuse(401, 'token invalid');
    if (pathname === '/api/users/me') return ok({ id: this.userId, name: 'Somebody' });
    if (pathname === '/api/organizations/me') return ok({ id: 'org-1' });
    const [, , scans, first] = pathname.split('/').map(decodeURIComponent);
    if (scans !== 'scans') return refuse(404, 'no such route');
    if (method === 'GET' && (first ?? '') === '') return this.#list(searchParams);
    if (method === 'GET') return this.#detail(first ?? '');
    if (first !== this.project) return refuse(404, 'no such project');
    const sent = JSON.parse(body ?? 'null') as JsonObject;
    if (method === 'PUT') return this.#put(sent);
    if (method === 'POST') return this.#post(sent, readAtMs);
    return refuse(404, 'no such route');
  }

  #list(query: URLSearchParams): Answer {
    const asked = Number(query.get('pageSize') ?? 100);
    const size = Math.min(asked, this.variant.pageCap);
    const start = (Number(query.get('page') ?? 1) - 1) * (this.variant.offsetBy === 'capped' ? size : asked);
    // A service that filters after paging counts what it does not show.
    const rows = this.variant.filtersAfterPaging ? this.all() : this.visible();
    const ordered = this.variant.order === 'oldest' ? rows : [...rows].reverse();
    const page = ordered.slice(start, start + size).filter((kept) => kept.goneAtMs === null);
    return ok(page.map((kept) => this.listed(this.#seen(kept))));
  }

  #detail(id: string): Answer {
    const kept = this.#findings.get(id);
    if (kept === undefined || kept.goneAtMs !== null) return refuse(404, 'not found');
    this.#lastRead.set(id, this.#now());
    return ok(this.#seen(kept));
  }

  /** What a read shows: with read lag, the state from a moment ago. */
  #seen(kept: Kept): JsonObject {
    const until = this.#now() - this.variant.readLagMs;
    const old = kept.versions.findLast((version) => version.atMs <= until);
    return (old ?? kept.versions[0])?.record ?? this.now(kept);
  }

  #put(body: JsonObject): Answer {
    const problem = brokenRule(body);
    if (problem !== null) return refuse(400, problem);
    const id = this.#create({ ...body, status: 'open' }, 'us');
    return { status: 201, body: JSON.stringify({ success: true, Ids: [id] }) };
  }

  #post(body: JsonObject, readAtMs: number): Answer {
    const { id } = body;
    const kept = typeof id === 'string' ? this.#findings.get(id) : undefined;
    if (kept === undefined || kept.goneAtMs !== null) return refuse(404, 'not found');
    const problem = brokenRule(body);
    if (problem !== null) return refuse(400, problem);
    const before = this.now(kept);
    const after =
      this.variant.update === 'patches'
        ? { ...before, ...body }
        : { status: before['status'] ?? 'open', ...body };
    this.onOurUpdate({ id: kept.id, before, after, sent: body, readAtMs });
    this.#push(kept, after, 'us');
    return ok({ message: 'updated' });
  }

  #create(body: JsonObject, by: 'us' | 'others'): string {
    this.#ids += 1;
    const id = `s${String(this.#ids)}`;
    const kept: Kept = { id, versions: [], goneAtMs: null, everGone: [] };
    this.#findings.set(id, kept);
    this.#push(kept, { id, ...body }, by);
    return id;
  }

  #push(kept: Kept, record: JsonObject, by: 'us' | 'others'): void {
    const stamped = this.variant.stampsUpdates ? { ...record, updatedAt: this.#now() } : record;
    kept.versions.push({ atMs: this.#now(), by, record: this.#normalised(stamped) });
  }

  #normalised(record: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        typeof value === 'string' ? this.#text(value) : value,
      ]),
    );
  }

  #text(text: string): string {
    switch (this.variant.normalises) {
      case 'nothing':
        return text;
      case 'ends':
        return text.trim();
      case 'line-ends':
        return text.replaceAll('\r\n', '\n');
    }
  }
}

function brokenRule(body: JsonObject): string | null {
  if (typeof body['title'] !== 'string' || body['title'] === '') return 'title is required';
  if (!Array.isArray(body['asset']) || body['asset'].length === 0) return 'asset must not be empty';
  return body['title'].startsWith('forbidden') ? 'this title is not allowed' : null;
}

function ok(value: unknown): Answer {
  return { status: 200, body: JSON.stringify(value) };
}

function refuse(status: number, error: string): Answer {
  return { status, body: JSON.stringify({ error }) };
}
