import { maxPieceBytes } from '#contract/input/sizes.ts';
import type { BulkSummary } from '#contract/procedures/findings/bulk.ts';
import type { ImportPreview, ImportRules } from '#contract/procedures/findings/import.ts';
import { ApiError, failureOf, wasCancelled, type Api, type PageInput } from '#renderer/api/api.ts';
import { LiveQuery } from '#renderer/session/live/live.svelte.ts';
import {
  countChanges,
  countOutcomes,
  decideGroups,
  filterLines,
  joinParts,
  linesOf,
  mergeGroups,
  renameGroup,
  splitGroup,
  unmergeGroup,
  untouched,
  type Arrangement,
  type ImportDecision,
  type ImportLine,
  type ImportOutcome,
} from './arrangement.ts';

/** The files of an import: the page has them, or the desktop knows where those lie that the user chose. */
export type ImportFiles =
  | { readonly kind: 'files'; readonly files: readonly File[] }
  | { readonly kind: 'paths'; readonly paths: readonly string[] };

/** How far an import is. */
export type ImportPhase =
  /** Bytes of all files; `total` is null while it is not known. */
  | { readonly kind: 'sending' | 'reading'; readonly done: number; readonly total: number | null }
  | { readonly kind: 'preview' }
  | { readonly kind: 'queuing' }
  /** Null if there was nothing to queue. */
  | { readonly kind: 'queued'; readonly action: BulkSummary | null }
  | { readonly kind: 'failed'; readonly why: string };

/** What is asked of the same draft. */
type Asked = Pick<PageInput<'import.arrange'>, 'choices' | 'rules'>;

/** Beside a sync the store changes faster than a large import is compared. */
const gapMs = 1_000;

/** One import of scanner files: reading them, what the user makes of their groups, and queuing that. */
export class ImportWork {
  readonly #api: Api;
  readonly project: string;
  readonly #files: ImportFiles;
  readonly #uploads: string[] = [];
  /** The action has one name, whatever is tried again. */
  readonly #bulk = crypto.randomUUID();
  #stop = new AbortController();
  #first = $state.raw<ImportPreview | null>(null);
  #arranged: LiveQuery<Asked, ImportPreview>;
  #arrangement = $state.raw<Arrangement>(untouched);
  /** What of the rules the user changed. */
  #rules = $state.raw<Partial<ImportRules>>({});

  phase = $state.raw<ImportPhase>({ kind: 'reading', done: 0, total: null });
  /** Why the last attempt changed nothing; the preview stays. */
  failure = $state.raw<string | null>(null);
  text = $state('');
  outcome = $state<ImportOutcome | null>(null);
  #ticked = $state.raw<ReadonlySet<string>>(new Set());
  /** The key of the line that is shown. */
  at = $state.raw<string | null>(null);

  constructor(api: Api, project: string, files: ImportFiles) {
    this.#api = api;
    this.project = project;
    this.#files = files;
    this.#arranged = this.#newQuery();
  }

  /** The newest preview; the one before it while another is on its way. */
  readonly preview = $derived.by(() => this.#arranged.last ?? this.#first);
  readonly lines = $derived.by((): readonly ImportLine[] =>
    this.preview === null ? [] : linesOf(this.preview),
  );
  readonly shown = $derived.by(() => filterLines(this.lines, { text: this.text, outcome: this.outcome }));
  readonly counts = $derived.by(() => countOutcomes(this.lines));
  readonly changes = $derived.by(() => (this.preview === null ? 0 : countChanges(this.preview)));
  /** The ticked lines, in their order. */
  readonly ticked = $derived.by(() => this.lines.filter(({ key }) => this.#ticked.has(key)));
  /** The line that is shown: the first one unless another was chosen. */
  readonly line = $derived.by(() =>
    Math.max(
      0,
      this.shown.findIndex(({ key }) => key === this.at),
    ),
  );

  /** Why there is no newer preview; null while all is well. */
  get error(): string | null {
    return this.failure ?? this.#arranged.error;
  }

  /** Whether what is shown is what would be queued. */
  get isReady(): boolean {
    return this.phase.kind === 'preview' && !this.#arranged.asking && this.#arranged.error === null;
  }

  /** Whether the user made something of it that would be lost. */
  get isWritten(): boolean {
    return this.phase.kind === 'preview' && this.#arrangement !== untouched;
  }

  /** The rules as they are: the engagement's with what the user changed. */
  get rules(): ImportRules | null {
    return this.#first === null ? null : { ...this.#first.rules, ...this.#rules };
  }

  /** Reads the files. Never rejects: why it failed is in `phase`. */
  async read(): Promise<void> {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.failure = null;
    this.phase = { kind: 'reading', done: 0, total: null };
    try {
      await this.#send(signal);
      this.phase = { kind: 'reading', done: 0, total: null };
      const preview = await this.#read(signal);
      const before = this.#first?.draft ?? null;
      this.#arranged.leave();
      this.#arranged = this.#newQuery();
      this.#first = preview;
      if (before !== null) this.#forget({ draft: before });
      this.phase = { kind: 'preview' };
    } catch (thrown) {
      const why = wasCancelled(thrown) ? null : failureOf(thrown).message;
      this.failure = why;
      this.phase = this.#first === null ? { kind: 'failed', why: why ?? 'Stopped.' } : { kind: 'preview' };
    }
  }

  /** Gives up reading. */
  cancel(): void {
    this.#stop.abort();
  }

  /** It is closed: gives up what is under way, and what was read of the files. */
  leave(): void {
    this.#stop.abort();
    this.#arranged.leave();
    if (this.phase.kind === 'queued' || this.phase.kind === 'queuing') return;
    this.#forget({ draft: this.#first?.draft ?? null, uploads: [...this.#uploads] });
  }

  /** The findings of the store are others: what the import would do may be another thing. */
  lookAgain(): void {
    if (this.phase.kind === 'preview') this.#ask();
  }

  isTicked(key: string): boolean {
    return this.#ticked.has(key);
  }

  tick(key: string): void {
    const ticked = new Set(this.#ticked);
    if (!ticked.delete(key)) ticked.add(key);
    this.#ticked = ticked;
  }

  /** Ticks all lines that are shown, or none at all. */
  tickShown(ticked: boolean): void {
    this.#ticked = new Set(ticked ? this.shown.map(({ key }) => key) : []);
  }

  /** What a command acts on: the ticked lines, else the one that is shown. */
  get acted(): readonly ImportLine[] {
    const { ticked, shown, line } = this;
    const current = shown[line];
    return ticked.length > 0 ? ticked : current === undefined ? [] : [current];
  }

  /** Whether the ticked lines can be one finding. A part of a split group is none by itself. */
  get mayMerge(): boolean {
    return (
      this.ticked.length > 1 && this.ticked.every(({ group }) => group !== null && group.splitOf === null)
    );
  }

  /** Makes one finding of the ticked groups. */
  merge(): void {
    if (!this.mayMerge) return;
    const keys = this.ticked.map(({ key }) => key);
    this.at = keys[0] ?? null;
    this.#ticked = new Set();
    this.#arrange(mergeGroups(this.#arrangement, keys));
  }

  unmerge(key: string): void {
    this.#arrange(unmergeGroup(this.#arrangement, key));
  }

  /** Makes a finding of each asset of a group. */
  split(key: string): void {
    this.#arrange(splitGroup(this.#arrangement, key));
  }

  /** Puts the parts of a group together again. */
  join(whole: string): void {
    this.at = whole;
    this.#arrange(joinParts(this.#arrangement, whole));
  }

  rename(key: string, title: string): void {
    this.#arrange(renameGroup(this.#arrangement, key, title));
  }

  /** What the user decided about a line; null if it is left to the comparison. */
  decisionOn(key: string): ImportDecision | null {
    return this.#arrangement.decisions[key] ?? null;
  }

  decide(keys: readonly string[], decision: ImportDecision | null): void {
    this.#arrange(decideGroups(this.#arrangement, keys, decision));
  }

  /** Leaves the acted lines out; puts them back if all of them are. */
  toggleLeftOut(): void {
    const { acted } = this;
    if (acted.length === 0) return;
    const areOut = acted.every(({ outcome }) => outcome === 'left-out');
    const keys = acted.map(({ key }) => key);
    this.#ticked = new Set();
    this.decide(keys, areOut ? null : { kind: 'leave-out' });
  }

  /** Changes rules. What leaves out by a mark of the tool has the files read again. */
  change(rules: Partial<ImportRules>): void {
    this.#rules = { ...this.#rules, ...rules };
    const isOfDraft = Object.keys(rules).every(
      (name) => name === 'severityMapping' || name === 'minSeverity',
    );
    if (isOfDraft) this.#ask();
    else void this.read();
  }

  /** Queues what the preview shows. Never rejects. */
  async queue(): Promise<void> {
    const { preview } = this;
    if (preview === null || !this.isReady || this.changes === 0) return;
    this.failure = null;
    this.phase = { kind: 'queuing' };
    try {
      const { draft, fingerprint } = preview;
      const ask = { draft, fingerprint, bulk: this.#bulk, choices: this.#arrangement };
      const { action } = await this.#api.call('import.queue', ask);
      this.phase = { kind: 'queued', action };
    } catch (thrown) {
      this.phase = { kind: 'preview' };
      this.failure = failureOf(thrown).message;
      this.#ask();
    }
  }

  #newQuery(): LiveQuery<Asked, ImportPreview> {
    return new LiveQuery(
      async (api, asked, signal) => {
        const draft = this.#first?.draft ?? '';
        return api.call('import.arrange', { draft, ...asked }, { signal });
      },
      { gapMs },
    );
  }

  #arrange(arrangement: Arrangement): void {
    this.#arrangement = arrangement;
    this.failure = null;
    this.#ask();
  }

  #ask(): void {
    const { severityMapping, minSeverity } = this.#rules;
    const rules = {
      ...(severityMapping !== undefined && { severityMapping }),
      ...(minSeverity !== undefined && { minSeverity }),
    };
    this.#arranged.show(this.#api, { choices: this.#arrangement, rules });
  }

  async #read(signal: AbortSignal): Promise<ImportPreview> {
    const reading = { project: this.project, rules: this.#rules, choices: this.#arrangement };
    const options = {
      signal,
      onProgress: (event: {
        readonly kind: string;
        readonly done?: number;
        readonly total?: number | null;
      }) => {
        if (event.kind === 'import' && this.phase.kind === 'reading')
          this.phase = { kind: 'reading', done: event.done ?? 0, total: event.total ?? null };
      },
    };
    if (this.#files.kind === 'files')
      return this.#api.call('import.previewReceived', { ...reading, uploads: [...this.#uploads] }, options);
    const files = this.#files.paths.map((path) => ({ path }));
    return this.#api.call('import.preview', { ...reading, files }, options);
  }

  /** Passes the files of the page on, once. */
  async #send(signal: AbortSignal): Promise<void> {
    if (this.#files.kind === 'paths' || this.#uploads.length > 0) return;
    const { files } = this.#files;
    const total = files.reduce((sum, { size }) => sum + size, 0);
    let done = 0;
    for (const file of files) {
      const upload = crypto.randomUUID();
      this.#uploads.push(upload);
      for (let at = 0; at === 0 || at < file.size; at += maxPieceBytes) {
        this.phase = { kind: 'sending', done, total };
        const content = (await pieceOf(file, at)).toBase64();
        await this.#api.call('import.receive', { upload, name: file.name, at, content }, { signal });
        done += Math.min(maxPieceBytes, file.size - at);
      }
    }
  }

  /** Later: nobody waits for it, and what is left goes with the program's end. */
  #forget(what: PageInput<'import.discard'>): void {
    this.#api.call('import.discard', what).catch(() => undefined);
  }
}

/** @throws ApiError `file` */
async function pieceOf(file: File, at: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(at, at + maxPieceBytes).arrayBuffer());
  } catch {
    throw new ApiError('file', `${file.name} cannot be read. Was it moved or changed?`);
  }
}
