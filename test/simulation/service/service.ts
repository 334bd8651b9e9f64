import type { Json, JsonObject } from '#contract/json.ts';
import { parseJson, stringify } from '#domain/base/json.ts';
import { fromWireText, hasReferences, toWireText } from '#domain/text/references/wire-text.ts';
import { BrokenPromise } from '../promises/broken.ts';
import { Kept } from './kept.ts';
import type { Variant } from '../draw/variant.ts';

/** An answer of the model service. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** What one of our writes is about to do to one finding. */
export interface OurWrite {
  readonly kind: 'create' | 'update' | 'delete' | 'status' | 'review';
  readonly kept: Kept;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** Members that the request carries a value for; all of them if it removes the finding or decides on it. */
  readonly touched: readonly string[];
  /** When we had read it before the request left: the start of the window that nobody can close; -1: never. */
  readonly readAtMs: number;
}

/** A request as it arrives, and the home that sent it. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly token: string;
  readonly body: string | undefined;
  readonly home: number;
}

/** Told of what one of our homes does at the service, right before it is done. */
export interface WriteWatcher {
  readonly onWrite: (write: OurWrite) => void;
  /** The assistant is about to write, which is charged. */
  readonly onGeneration: (kept: Kept) => void;
}

/** What a request knew when it left: when each finding had been read last. */
export type Knowledge = (id: string) => number;

/**
 * A model of the service for one project: its rules as the interface states them, its open points as the variant
 * has them. It keeps every state that a finding ever had, so that the promises can be held against it.
 */
export class ModelService {
  readonly variant: Variant;
  readonly project = 'engagement-1';
  /** Who each token belongs to. */
  readonly tokens = new Map([
    ['token', 'user-1'],
    ['token-of-another', 'user-2'],
  ]);
  readonly #findings = new Map<string, Kept>();
  readonly #now: () => number;
  #ids = 0;
  #reviewVersions = 0;
  /** What holds the writes of each home against what its person knows. */
  readonly watchers: WriteWatcher[] = [];
  /** The home whose request is carried out right now. */
  #home = 0;

  constructor(variant: Variant, now: () => number) {
    this.variant = variant;
    this.#now = now;
  }

  /** Every finding that ever was, with all its states. */
  all(): Kept[] {
    return [...this.#findings.values()];
  }

  find(id: string): Kept | undefined {
    return this.#findings.get(id);
  }

  visible(): Kept[] {
    return this.all().filter((kept) => kept.visible);
  }

  /** Makes a finding, or a candidate, and answers it. */
  create(body: JsonObject, by: 'us' | 'others', candidate = false): Kept {
    this.#ids += 1;
    const kept = new Kept(`s${String(this.#ids)}`);
    this.#findings.set(kept.id, kept);
    const record = { id: kept.id, ...body, ...(candidate ? { review_version: this.#nextVersion() } : {}) };
    this.write(kept, record, by);
    return kept;
  }

  /** Changes a finding; a candidate gets a new review version with every change. */
  change(kept: Kept, changes: JsonObject, by: 'us' | 'others'): void {
    if (kept.visible) this.write(kept, { ...kept.now, ...changes, ...this.#moved(kept) }, by);
  }

  /** A candidate is decided on, by whomever. */
  decide(kept: Kept, accept: boolean, by: 'us' | 'others'): void {
    kept.reviews.push(by);
    const { review_version: _decided, ...record } = kept.now;
    this.write(kept, { ...record, status: accept ? 'open' : 'rejected' }, by);
    if (!accept && this.variant.rejected === 'removed') this.remove(kept);
  }

  remove(kept: Kept): void {
    kept.leave(this.#now());
    kept.deleted = true;
  }

  write(kept: Kept, record: JsonObject, by: 'us' | 'others'): void {
    const stamped = this.variant.stampsUpdates ? { ...record, updatedAt: this.#now() } : record;
    kept.versions.push({ atMs: this.#now(), by, home: this.#home, record: this.#normalised(stamped) });
  }

  /** How a state of a finding looks in a list. */
  listed(record: JsonObject): JsonObject {
    switch (this.variant.list) {
      case 'everything':
        return record;
      case 'summary': {
        const { description: _long, remediation: _too, ...short } = record;
        return short;
      }
      case 'truncated':
        return typeof record['description'] === 'string'
          ? { ...record, description: record['description'].slice(0, 4) }
          : record;
    }
  }

  /** Carries a request of a home out, as the real service would. */
  handle({ method, url, token, body, home }: SentRequest, known: Knowledge): Answer {
    this.#home = home;
    const { pathname, searchParams } = new URL(url);
    const user = this.tokens.get(token);
    if (user === undefined) return refuse(401, 'token invalid');
    if (pathname === '/api/users/me') return ok({ id: user, name: 'Somebody' });
    if (pathname === '/api/organizations/me') return ok({ id: 'org-1' });
    const [, , scans, first = '', second, third] = pathname.split('/').map(decodeURIComponent);
    if (scans !== 'scans') return refuse(404, 'no such route');
    if (method === 'GET' && first === '') return this.#list(searchParams);
    if (method === 'GET') return this.#detail(first);
    if (first !== this.project) return refuse(404, 'no such project');
    const sent = body === undefined ? {} : this.#taken(objectIn(body));
    if (method === 'PUT') return this.#put(sent);
    if (method === 'DELETE') return this.#delete(second ?? '', known);
    if (second === undefined) return this.#post(sent, known);
    if (second === 'bulk-status' || second === 'bulk-delete') return this.#bulk(second, sent, known);
    if (third === 'ai') return this.#assistant(second, pathname, sent, known);
    return third === 'review' ? this.#review(second, sent, known) : refuse(404, 'no such route');
  }

  #list(query: URLSearchParams): Answer {
    const asked = Number(query.get('pageSize') ?? 100);
    const size = Math.min(asked, this.variant.pageCap);
    const start = (Number(query.get('page') ?? 1) - 1) * (this.variant.offsetBy === 'capped' ? size : asked);
    const shown = (kept: Kept): boolean => kept.visible && !kept.unlisted;
    // A service that filters after paging counts what it does not show.
    const rows = this.variant.filtersAfterPaging ? this.all() : this.all().filter(shown);
    const ordered = this.variant.order === 'oldest' ? rows : rows.reverse();
    const page = ordered.slice(start, start + size).filter(shown);
    return ok(page.map((kept) => this.#shown(this.listed(this.#seen(kept)))));
  }

  #detail(id: string): Answer {
    const kept = this.#findings.get(id);
    const [made] = kept?.versions ?? [];
    if (made?.by === 'us' && this.#now() - made.atMs < this.variant.listedFirstMs) {
      kept?.saidGone(this.#now());
      return refuse(404, 'not found yet');
    }
    return kept?.visible === true ? ok(this.#shown(this.#seen(kept))) : refuse(404, 'not found');
  }

  #seen(kept: Kept): JsonObject {
    return kept.asOf(this.#now() - this.variant.readLagMs);
  }

  /** A body as it is kept: with what its notes stand for. An address would be dropped, and the image with it. */
  #taken(body: JsonObject): JsonObject {
    if (this.variant.figures !== true) return body;
    return ofTexts(body, (text) => {
      if (hasReferences(text)) throw new BrokenPromise(1, 'an image leaves by an address that is dropped');
      return fromWireText(text);
    });
  }

  #shown(record: JsonObject): JsonObject {
    return this.variant.figures === true ? ofTexts(record, (text) => toWireText(text, 'notes')) : record;
  }

  #put(body: JsonObject): Answer {
    const problem = brokenRule(body);
    if (problem !== null) return refuse(400, problem);
    const kept = this.create({ ...body, status: 'open' }, 'us');
    this.#tell('create', kept, {}, kept.now, Object.keys(body), () => -1);
    return { status: 201, body: JSON.stringify({ success: true, Ids: [kept.id] }) };
  }

  #post(body: JsonObject, known: Knowledge): Answer {
    const kept = this.#visible(body['id']);
    if (kept === undefined) return refuse(404, 'not found');
    const problem = brokenRule(body);
    if (problem !== null) return refuse(400, problem);
    const before = kept.now;
    const candidate = Object.hasOwn(before, 'review_version');
    if (candidate && Object.hasOwn(body, 'status')) return refuse(400, 'a candidate takes a review');
    const kept0 = this.variant.update === 'patches' ? before : { status: before['status'] ?? 'open' };
    const after = { ...kept0, ...body, ...this.#moved(kept) };
    this.#tell('update', kept, before, after, Object.keys(body), known);
    this.write(kept, after, 'us');
    return ok({ message: 'updated' });
  }

  #delete(id: string, known: Knowledge): Answer {
    const kept = this.#visible(id);
    if (kept === undefined) return refuse(404, 'not found');
    this.#tell('delete', kept, kept.now, {}, Object.keys(kept.now), known);
    this.remove(kept);
    return ok({ message: 'deleted' });
  }

  #bulk(route: 'bulk-status' | 'bulk-delete', body: JsonObject, known: Knowledge): Answer {
    const { ids, status } = body;
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > 500) return refuse(400, 'ids are wrong');
    if ((route === 'bulk-delete') === Object.hasOwn(body, 'status')) return refuse(400, 'status is wrong');
    const found = (ids as Json[]).map((id) => this.#visible(id));
    if (this.variant.strangeId === 'refused' && found.includes(undefined)) return refuse(404, 'not found');
    const candidates = found.some((kept) => kept !== undefined && Object.hasOwn(kept.now, 'review_version'));
    if (route === 'bulk-status' && candidates) return refuse(400, 'candidates take a review');
    for (const kept of found) {
      if (kept === undefined || kept.locked) continue;
      const before = kept.now;
      if (route === 'bulk-delete') {
        this.#tell('delete', kept, before, {}, Object.keys(before), known);
        this.remove(kept);
      } else {
        const after = { ...before, status: status ?? null };
        this.#tell('status', kept, before, after, ['status'], known);
        this.write(kept, after, 'us');
      }
    }
    return ok({ message: 'done' });
  }

  #review(id: string, body: JsonObject, known: Knowledge): Answer {
    const kept = this.#visible(id);
    if (kept === undefined) return refuse(404, 'not found');
    const before = kept.now;
    const version = before['review_version'];
    if (version === undefined || stringify(version) !== stringify(body['expected_review_version'] ?? null))
      return refuse(409, 'the review version is outdated');
    this.#tell('review', kept, before, before, Object.keys(before), known);
    this.decide(kept, body['decision'] === 'accept', 'us');
    return ok({ message: 'decided' });
  }

  /** Each generation is charged, however often it is asked for; applying a draft is a write like others. */
  #assistant(id: string, route: string, body: JsonObject, known: Knowledge): Answer {
    const kept = this.#visible(id);
    if (kept === undefined) return refuse(404, 'not found');
    if (route.endsWith('/apply')) return this.#apply(kept, body, known);
    this.watchers[this.#home]?.onGeneration(kept);
    kept.generations += 1;
    if (route.endsWith('/merge')) return ok({ proposal: { title: kept.now['title'], tags: ['merged'] } });
    kept.draft = true;
    return ok({ demonstration: `Draft ${String(kept.generations)} of ${kept.id}, as the assistant has it.` });
  }

  #apply(kept: Kept, body: JsonObject, known: Knowledge): Answer {
    if (!kept.draft) return refuse(409, 'no draft waits');
    kept.draft = false;
    const before = kept.now;
    const after = { ...before, demonstration: body['demonstration'] ?? '', ...this.#moved(kept) };
    this.#tell('update', kept, before, after, ['demonstration'], known);
    this.write(kept, after, 'us');
    return ok({ message: 'applied' });
  }

  #visible(id: Json | undefined): Kept | undefined {
    const kept = typeof id === 'string' ? this.#findings.get(id) : undefined;
    return kept?.visible === true ? kept : undefined;
  }

  #tell(
    kind: OurWrite['kind'],
    kept: Kept,
    before: JsonObject,
    after: JsonObject,
    touched: readonly string[],
    known: Knowledge,
  ): void {
    this.watchers[this.#home]?.onWrite({ kind, kept, before, after, touched, readAtMs: known(kept.id) });
  }

  #moved(kept: Kept): JsonObject {
    return Object.hasOwn(kept.now, 'review_version') ? { review_version: this.#nextVersion() } : {};
  }

  #nextVersion(): Json {
    this.#reviewVersions += 1;
    switch (this.variant.reviewVersion) {
      case 'number':
        return this.#reviewVersions;
      case 'token':
        return `version-${String(this.#reviewVersions)}`;
      case 'huge':
        // Neighbours that JavaScript's own numbers cannot tell apart.
        return JSON.rawJSON(String(9_007_199_254_740_993n + BigInt(this.#reviewVersions)));
    }
  }

  #normalised(record: JsonObject): JsonObject {
    return this.variant.normalises === 'nothing' ? record : ofTexts(record, (text) => this.#text(text));
  }

  #text(text: string): string {
    return this.variant.normalises === 'ends' ? text.trim() : text.replaceAll('\r\n', '\n');
  }
}

function ofTexts(record: JsonObject, change: (text: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  );
}

function objectIn(text: string): JsonObject {
  const parsed = parseJson(text);
  return parsed.kind === 'ok' ? (parsed.value as JsonObject) : {};
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
