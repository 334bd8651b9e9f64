import type { BulkWork } from './bulk.svelte.ts';

/*
 * What was begun in a dialog and is in no store yet. It is kept with the window, not with the dialog: a lock takes the
 * whole desk away, and the next desk of the same account shows the dialog again with every word in it.
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

  /** A desk is there for this account; what another one began is none of its business. */
  enter(account: string): void {
    if (account !== this.#account) {
      this.#finding = null;
      this.#bulk = null;
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

  /** Whether something that a person wrote is on this page alone. */
  get isWritten(): boolean {
    return (this.finding !== null && isWritten(this.finding)) || this.bulk?.isWritten === true;
  }
}

const ofWindows = new WeakMap<object, Begun>();

/** What is begun in a window, which is known by what it asks the program with. */
export function begunOf(api: object): Begun {
  const begun = ofWindows.get(api) ?? new Begun();
  ofWindows.set(api, begun);
  return begun;
}
