import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import type { ReplaceField } from '#contract/finding/finding.ts';
import type { ReviewPayload } from '#contract/finding/operation.ts';
import type { BulkKind, BulkPreview, BulkSummary } from '#contract/procedures/findings/bulk.ts';
import { entriesOf, withEntries } from '#domain/finding/entries.ts';
import { failureOf, wasCancelled, type Api, type PageInput } from '#renderer/api/api.ts';
import { LiveQuery } from './live/live.svelte.ts';
import { decodeRows } from './values/row-numbers.ts';
import { formDraft } from './unsaved/form-draft.svelte.ts';

/** An action as a page asks for it. */
export type AskedAction = PageInput<'bulk.preview'>['action'];

/** A text of a finding, as it was when it was searched. */
export interface TextPlace {
  readonly row: number;
  readonly field: ReplaceField;
  /** Of the text. */
  readonly fingerprint: number;
}

/** Places of a text that the person took out of a replacement. */
interface TakenOut {
  readonly row: number;
  readonly field: ReplaceField;
  /** Fingerprint of the text; vaults keep actions under this name. */
  readonly stamp: number;
  readonly hits: readonly number[];
}

/** Where an action is: its values are chosen, it is carried out, or it ended as `summary` tells. */
export type BulkPhase =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'ended'; readonly summary: BulkSummary }
  /** It was stopped, or failed, with something of it written down. */
  | { readonly kind: 'stopped'; readonly bulk: string; readonly why: string | null };

/** So long a person types on before what they typed is previewed. */
const restMs = 120;
/** Beside a sync the store changes faster than many findings are read. */
const gapMs = 1_000;

/** One action over findings that were chosen, made when the person asks for it: its values, what it would do, and carrying it out. */
export class BulkWork {
  readonly #api: Api;
  readonly kind: BulkKind;
  readonly project: string;
  /** Row numbers, frozen when the person asked. */
  readonly rows: readonly number[];
  /** The title of the finding, if it is one and its title is known. */
  readonly name: string | null;
  readonly #packed: string;
  /** What a review decides. */
  readonly decision: ReviewPayload['decision'];

  status = $state('');
  severity = $state('');
  /** What is typed for the value; the value itself is set once it is one that is offered, or kept on purpose. */
  typed = $state('');
  add = $state.raw<readonly string[]>([]);
  remove = $state.raw<readonly string[]>([]);
  find = $state('');
  by = $state('');
  fields = $state.raw<readonly ReplaceField[]>([]);
  matchCase = $state(false);
  wholeWord = $state(false);
  /** What goes with the decision on each candidate. */
  comment = $state('');
  /** Candidates that the person ticked out, and those that changed while the dialog was open. */
  #out = $state.raw<ReadonlySet<number>>(new Set());
  #changed = $state.raw<ReadonlySet<number>>(new Set());
  /** The fingerprint of each candidate as the person was shown it. */
  #shown: ReadonlyMap<number, number> = new Map();
  #except = $state.raw<readonly TakenOut[]>([]);

  phase = $state.raw<BulkPhase>({ kind: 'choosing' });
  /** What actions would do, and of which each is. */
  readonly #previewed: LiveQuery<AskedAction, { readonly of: string; readonly preview: BulkPreview }>;
  #stopping: AbortController | null = null;
  #carrying: Promise<void> | null = null;

  constructor(
    api: Api,
    asked: {
      kind: BulkKind;
      project: string;
      rows: readonly number[];
      name?: string | null;
      decision?: ReviewPayload['decision'];
    },
  ) {
    this.#api = api;
    this.kind = asked.kind;
    this.project = asked.project;
    this.rows = asked.rows;
    this.name = asked.name ?? null;
    this.decision = asked.decision ?? 'accept';
    this.#packed = packWords(asked.rows);
    this.fields = ['description', 'remediation', 'observation', 'demonstration'];
    this.#previewed = new LiveQuery(
      async (of, action, signal) => {
        const input = { project: this.project, rows: this.#packed, action };
        const preview = await of.call('bulk.preview', input, { signal });
        this.#compare(preview);
        return { of: JSON.stringify(action), preview };
      },
      { restMs, gapMs },
    );
  }

  /** What is to be done; null while something of it is still to be chosen. */
  readonly action = $derived.by((): AskedAction | null => {
    switch (this.kind) {
      case 'status':
        return this.status.trim() === '' ? null : { kind: 'status', status: this.status.trim() };
      case 'delete':
        return { kind: 'delete' };
      case 'review':
        return { kind: 'review', decision: this.decision };
      case 'severity':
        return this.severity.trim() === '' ? null : { kind: 'severity', severity: this.severity.trim() };
      case 'tags':
      case 'asset':
        return this.#listed(this.kind);
      case 'replace':
        return this.#replacement();
    }
  });

  /** What is typed for the next entry of a list; it counts as one already. */
  adding = $state('');
  removing = $state('');

  /** Whether the person typed something that would be lost with it. */
  get isWritten(): boolean {
    const { status, severity, typed: value, add, remove, adding, removing, find, by, comment } = this;
    const texts = [status, severity, value, adding, removing, find, by, comment];
    const typed = texts.some((text) => text.trim() !== '');
    const chosen = add.length > 0 || remove.length > 0 || this.#out.size > this.#changed.size;
    return this.phase.kind === 'choosing' && (typed || chosen);
  }

  /** What the action would do; null while that is being looked for. An older preview is never taken for it. */
  readonly preview = $derived.by(() => {
    const { last } = this.#previewed;
    return this.action !== null && last?.of === JSON.stringify(this.action) ? last.preview : null;
  });

  /** The newest preview, even while another one is on its way: it stays in sight until then. */
  readonly lastPreview = $derived.by(() =>
    this.action === null ? null : (this.#previewed.last?.preview ?? null),
  );

  /** Of a review: the candidates that can be decided on, in the order of the list. */
  readonly candidates = $derived.by((): readonly number[] => {
    const packed = this.kind === 'review' ? (this.lastPreview?.candidates ?? null) : null;
    return packed === null ? [] : [...decodeRows(packed)];
  });

  /** Of a review: the candidates that will be decided on. */
  readonly ticked = $derived.by(() => this.candidates.filter((row) => !this.#out.has(row)));

  /** How many findings carrying it out changes; 0 while that is not known. */
  readonly total = $derived.by(() =>
    this.kind === 'review' && this.preview !== null ? this.ticked.length : (this.preview?.total ?? 0),
  );

  /** Whether a candidate will be decided on. */
  isTicked(row: number): boolean {
    return !this.#out.has(row);
  }

  /** Whether a candidate changed while the dialog was open, and was not ticked again since. */
  hasChanged(row: number): boolean {
    return this.#changed.has(row);
  }

  /** Ticks a candidate out, or in again as it is shown now. */
  toggleCandidate(row: number): void {
    const out = new Set(this.#out);
    if (!out.delete(row)) out.add(row);
    this.#out = out;
    this.#changed = new Set([...this.#changed].filter((other) => other !== row));
  }

  /** Ticks every candidate, or none. What changed is ticked one by one, as it is looked at. */
  toggleCandidates(ticked: boolean): void {
    this.#out = new Set(ticked ? this.#changed : this.candidates);
  }

  /** Nothing is decided on unseen: a candidate that has another record now is ticked out, until it is ticked again. */
  #compare({ candidates, fingerprints }: BulkPreview): void {
    if (this.kind !== 'review' || candidates === null) return;
    const words = decodeRows(fingerprints);
    const shown = new Map(this.rows.map((row, at): [number, number] => [row, words[at] ?? 0]));
    const changed = [...decodeRows(candidates)].filter((row) => {
      const before = this.#shown.get(row);
      return before !== undefined && before !== shown.get(row);
    });
    this.#shown = shown;
    if (changed.length === 0) return;
    this.#out = new Set([...this.#out, ...changed]);
    this.#changed = new Set([...this.#changed, ...changed]);
  }

  /** What finds the hits, whatever was taken out of them. */
  readonly search = $derived.by(() => {
    const { action } = this;
    return action?.kind === 'replace' ? { ...action, except: [] } : null;
  });

  /** Whether the person took this place of a text out. */
  isOut({ row, field, fingerprint }: TextPlace, hit: number): boolean {
    return this.#outOf({ row, field, fingerprint }).includes(hit);
  }

  /** Takes hits of one text out of the replacement, or puts them back. */
  toggleHits(place: TextPlace, hits: readonly number[], out: boolean): void {
    const { row, field, fingerprint } = place;
    const others = this.#except.filter((known) => known.row !== row || known.field !== field);
    const known = this.#outOf(place);
    const left = out ? [...new Set([...known, ...hits])] : known.filter((hit) => !hits.includes(hit));
    const sorted = left.toSorted((one, other) => one - other);
    this.#except = left.length === 0 ? others : [...others, { row, field, stamp: fingerprint, hits: sorted }];
  }

  #outOf({ row, field, fingerprint }: TextPlace): readonly number[] {
    const found = this.#except.find(
      (out) => out.row === row && out.field === field && out.stamp === fingerprint,
    );
    return found?.hits ?? [];
  }

  /** Something else is looked for: what was taken out before stands for other places. */
  forgetTakenOut(): void {
    if (this.#except.length > 0) this.#except = [];
  }

  /** Why there is no preview; null while all is well. */
  get failure(): string | null {
    return this.#previewed.error;
  }

  /** Asks what the action would do, as soon as the person rests; the newest asking wins. */
  lookSoon(): void {
    if (this.action === null || this.phase.kind !== 'choosing') this.leave();
    else this.#previewed.show(this.#api, this.action);
  }

  /** Asks again what the same action would do, the store being another; the running request ends first. */
  lookAgain(): void {
    if (this.phase.kind === 'choosing') this.#previewed.freshen();
  }

  /** The next page of hits. @throws ApiError */
  async hits(from: number, signal: AbortSignal): Promise<ProcedureAnswers['bulk.hits']> {
    const { action } = this;
    if (action?.kind !== 'replace') return { findings: [], next: null };
    const { project } = this;
    return this.#api.call('bulk.hits', { project, rows: this.#packed, action, from }, { signal });
  }

  /** Carries out what the preview shows. */
  async run(): Promise<void> {
    this.#carrying = this.#carryOut();
    await this.#carrying;
  }

  /** How it ended, as soon as it has. */
  async finished(): Promise<BulkPhase> {
    await this.#carrying;
    return this.phase;
  }

  async #carryOut(): Promise<void> {
    const { preview, project } = this;
    const action = this.#carried();
    if (action === null || preview === null || this.total === 0 || this.phase.kind !== 'choosing') return;
    const stopping = new AbortController();
    this.#stopping = stopping;
    this.leave();
    const bulk = crypto.randomUUID();
    const { rows, fingerprints } = this.#selected(preview);
    this.phase = { kind: 'running', done: 0, total: this.total };
    try {
      const summary = await this.#api.call(
        'bulk.run',
        { bulk, project, rows, fingerprints, action },
        {
          signal: stopping.signal,
          onProgress: (event) => {
            if (event.kind === 'bulk' && this.phase.kind === 'running') {
              this.phase = { kind: 'running', done: event.done, total: event.total };
            }
          },
        },
      );
      this.phase = { kind: 'ended', summary };
    } catch (thrown) {
      const why = wasCancelled(thrown) ? null : failureOf(thrown).message;
      if (await this.#isKnown(bulk)) this.phase = { kind: 'stopped', bulk, why };
      else {
        this.phase = { kind: 'choosing' };
        this.#previewed.error = why;
        this.lookSoon();
      }
    }
  }

  /** The action as it is carried out: a comment changes nothing of what a preview shows. */
  #carried(): AskedAction | null {
    const comment = this.comment.trim();
    const { action } = this;
    return action?.kind === 'review' && comment !== '' ? { ...action, comment } : action;
  }

  /** What is carried out: all that was chosen; of a review what is ticked, as it was shown. */
  #selected({ fingerprints }: BulkPreview): { rows: string; fingerprints: string } {
    if (this.kind !== 'review') return { rows: this.#packed, fingerprints };
    const { ticked } = this;
    return {
      rows: packWords(ticked),
      fingerprints: packWords(ticked.map((row) => this.#shown.get(row) ?? 0)),
    };
  }

  /** Whether anything of an action was written down. */
  async #isKnown(bulk: string): Promise<boolean> {
    try {
      await this.#api.call('bulk.results', { bulk, limit: 1 });
      return true;
    } catch (thrown) {
      // Where the program cannot be asked, what it has done is told when it can.
      return failureOf(thrown).code !== 'not-found';
    }
  }

  /** Stops after what is under way; what was done until then stands. */
  stop(): void {
    this.#stopping?.abort();
  }

  /** Nobody looks at it any more: gives up previews that are on their way. What is carried out goes on. */
  leave(): void {
    this.#previewed.leave();
  }

  #listed(kind: 'tags' | 'asset'): AskedAction | null {
    const typed = (text: string): string[] => entriesOf(text, kind === 'asset');
    const add = withEntries(this.add, typed(this.adding));
    const remove = withEntries(this.remove, typed(this.removing));
    return add.length === 0 && remove.length === 0 ? null : { kind, add, remove };
  }

  #replacement(): AskedAction | null {
    if (this.find === '' || this.fields.length === 0) return null;
    return {
      kind: 'replace',
      find: this.find,
      with: this.by,
      fields: [...this.fields],
      matchCase: this.matchCase,
      wholeWord: this.wholeWord,
      except: this.#except.map(({ hits, ...place }) => ({ ...place, hits: [...hits] })),
    };
  }
}

/** Row numbers as `list.query` answers them: little-endian 32-bit words, base64. */
function packWords(words: readonly number[]): string {
  const bytes = new DataView(new ArrayBuffer(words.length * 4));
  for (const [at, word] of words.entries()) bytes.setUint32(at * 4, word, true);
  return new Uint8Array(bytes.buffer).toBase64();
}

/** The change of many findings whose values are being chosen, in the session of an account. */
export const bulkDraftOf = formDraft<BulkWork>({
  isWritten: (work) => work.isWritten,
  projectOf: ({ project }) => project,
});
