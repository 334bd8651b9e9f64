import { SvelteMap } from 'svelte/reactivity';
import type { BulkWork } from './bulk.svelte.ts';
import { perWindow } from './per-window.ts';

/*
 * What was begun in a dialog or a form and is in no store yet. It is kept with the window, not with what shows it: a lock
 * takes the whole desk away, and the next desk of the same account shows the dialog again with every word in it.
 */

/** A finding that is being made. */
export interface NewFindingDraft {
  /** The engagement that it is for. */
  readonly project: string;
  readonly title: string;
  readonly assets: string;
  readonly severity: string;
}

/** Whether a person wrote anything into it. */
function isWritten({ title, assets }: NewFindingDraft): boolean {
  return title.trim() !== '' || assets.trim() !== '';
}

/** What is begun in one window. */
export class Begun {
  #account = '';
  #finding = $state.raw<NewFindingDraft | null>(null);
  #bulk = $state.raw<BulkWork | null>(null);
  /** Fields of a screen that are kept by a button: what is typed, and what stood there before. */
  readonly #texts = new SvelteMap<string, { readonly text: string; readonly before: string }>();

  /** A desk is there for this account; what another one began is none of its business. */
  enter(account: string): void {
    if (account !== this.#account) {
      this.#finding = null;
      this.#bulk = null;
      this.#texts.clear();
    }
    this.#account = account;
  }

  get finding(): NewFindingDraft | null {
    return this.#finding;
  }

  /** It was typed on, or with null it was made or given up. */
  set finding(draft: NewFindingDraft | null) {
    this.#finding = draft;
  }

  /** The change of many findings whose values are being chosen; null where none is. */
  get bulk(): BulkWork | null {
    return this.#bulk?.phase.kind === 'choosing' ? this.#bulk : null;
  }

  set bulk(work: BulkWork | null) {
    this.#bulk = work;
  }

  /** Lets go of what is for other engagements than these. @returns whether a person wrote something of it */
  keepOf(projects: ReadonlySet<string>): boolean {
    const finding = this.#finding !== null && !projects.has(this.#finding.project) ? this.#finding : null;
    const bulk = this.bulk !== null && !projects.has(this.bulk.project) ? this.bulk : null;
    if (finding !== null) this.#finding = null;
    if (bulk !== null) this.#bulk = null;
    return (finding !== null && isWritten(finding)) || bulk?.isWritten === true;
  }

  /** What is typed in a field by this name; null where nothing was begun. */
  textOf(name: string): string | null {
    return this.#texts.get(name)?.text ?? null;
  }

  /** It was typed on, or with null kept or given up. @param before what the field held when it was begun */
  keepText(name: string, text: string | null, before = ''): void {
    if (text === null) this.#texts.delete(name);
    else this.#texts.set(name, { text, before: this.#texts.get(name)?.before ?? before });
  }

  /** Whether something that a person wrote is on this page alone. */
  get isWritten(): boolean {
    return (
      (this.finding !== null && isWritten(this.finding)) ||
      this.bulk?.isWritten === true ||
      [...this.#texts.values()].some(({ text, before }) => text !== before)
    );
  }
}

/** What is begun in a window. */
export const begunOf = perWindow(() => new Begun());
