import { SvelteMap } from 'svelte/reactivity';
import type { Verdict } from '#contract/value-lists.ts';
import type { SavedView } from '#contract/window.ts';
import type { Annotation } from '#contract/annotation.ts';
import { changesAnything, type Planning } from '../values/areas.ts';
import type { Steps } from '../values/steps.ts';
import type { BulkWork } from '../bulk.svelte.ts';
import { perWindow } from './per-window.ts';
import type { ThemeDraft } from '../values/theme-draft.ts';

/*
 * What was begun in a dialog or a form and is in no store yet. It is kept with the window, not with what shows it: a lock
 * takes the whole desk away, and the next desk of the same account shows the dialog again with every word in it.
 */

/** A finding that is being made. */
export interface NewFindingDraft {
  /** The name of its creation: asked for twice under one name, it is made once. */
  readonly op: string;
  /** The engagement that it is for. */
  readonly project: string;
  readonly title: string;
  readonly assets: string;
  readonly severity: string;
}

/** What a retest found of many findings. */
export interface VerdictsDraft {
  readonly project: string;
  /** Row numbers. */
  readonly rows: readonly number[];
  /** The number of the round; empty while none is chosen. */
  readonly round: string;
  readonly verdict: Verdict | null;
  readonly text: string;
  readonly at: string;
  readonly who: string;
  readonly pendingRetest: boolean;
  readonly setStatus: boolean;
}

/** The words of a round of retests. */
export interface RoundWords {
  readonly name: string;
  readonly begins: string;
  readonly ends: string;
  readonly note: string;
}

/** A round whose words are being written. */
export interface RoundDraft {
  readonly project: string;
  /** Its number; `first` or another `new` one. */
  readonly round: number | 'first' | 'new';
  /** What the person touched; everything else is as the round has it. */
  readonly touched: Partial<RoundWords>;
  /** What the round held of it then. */
  readonly from: Partial<RoundWords>;
}

/** A theme for reports that is being written. */
export interface ThemeDraftForm {
  /** As it was to begin with. */
  readonly before: ThemeDraft;
  readonly draft: ThemeDraft;
}

/** Lines of a scope that are about to be added. */
export interface ScopeLines {
  readonly project: string;
  readonly fact: 'scopeIn' | 'scopeOut';
  readonly text: string;
}

/** An engagement that is being added. */
export interface NewEngagement {
  readonly id: string;
  readonly name: string;
  readonly client: string;
}

/** What the assistant wrote, as the person changed it; there while it is not kept. */
export interface ChangedAnswer {
  /** The operation that asked for it. */
  readonly op: string;
  readonly text: string;
}

/** The title of a report; there while it is not kept. */
export interface ReportTitle {
  readonly project: string;
  readonly text: string;
}

/** The name of a list that is being saved. */
export interface ListName {
  /** The list that is called otherwise; null for a new one. */
  readonly view: SavedView | null;
  readonly name: string;
}

/** What is marked on an image to be cropped or covered, before it is done. */
export interface MarkedImage {
  readonly project: string;
  /** The id of the finding. */
  readonly finding: string;
  /** Of which round of retests the image is; null where it is the finding's own. */
  readonly round: number | null;
  readonly evidence: string;
  /** The hash of the pixels: on others the areas would cover another place, and spare what was to be destroyed. */
  readonly drawnOn: string;
  readonly planning: Planning;
}

/** Annotations of an image that are being drawn. */
export interface AnnotatedImage extends Omit<MarkedImage, 'planning'> {
  /** The hash of the picture that the user began with: with other annotations, it is another one. */
  readonly seen: string;
  readonly steps: Steps<readonly Annotation[]>;
}

/** The dialogs whose words are kept by a button. */
export interface UnsavedForms {
  readonly finding: NewFindingDraft;
  readonly verdicts: VerdictsDraft;
  readonly round: RoundDraft;
  readonly theme: ThemeDraftForm;
  readonly lines: ScopeLines;
  readonly engagement: NewEngagement;
  readonly list: ListName;
  readonly answer: ChangedAnswer;
  readonly title: ReportTitle;
  readonly areas: MarkedImage;
  readonly annotations: AnnotatedImage;
}

/** Whether a person wrote anything into it. */
const written: { readonly [N in keyof UnsavedForms]: (form: UnsavedForms[N]) => boolean } = {
  finding: ({ title, assets }) => title.trim() !== '' || assets.trim() !== '',
  verdicts: ({ text, who }) => text.trim() !== '' || who.trim() !== '',
  round: ({ touched }) => Object.keys(touched).length > 0,
  theme: ({ before, draft }) => JSON.stringify(before) !== JSON.stringify(draft),
  lines: ({ text }) => text.trim() !== '',
  engagement: (words) => Object.values(words).some((word: string) => word.trim() !== ''),
  list: ({ view, name }) => name.trim() !== (view?.name ?? ''),
  answer: () => true,
  title: () => true,
  areas: ({ planning }) => changesAnything(planning.now),
  annotations: ({ steps }) => steps.before.length > 0,
};

const formsOfProjects = ['finding', 'verdicts', 'round', 'lines', 'title', 'areas', 'annotations'] as const;
const formNames = Object.keys(written) as (keyof UnsavedForms)[];

/** What is begun in one window. */
export class UnsavedDrafts {
  #account = '';
  #forms = $state.raw<Partial<UnsavedForms>>({});
  #bulk = $state.raw<BulkWork | null>(null);
  /** Fields of a screen that are kept by a button: what is typed, and what stood there before. */
  readonly #texts = new SvelteMap<string, { readonly text: string; readonly before: string }>();

  /** A desk is there for this account; what another one began is none of its business. */
  enter(account: string): void {
    if (account !== this.#account) {
      this.#forms = {};
      this.#bulk = null;
      this.#texts.clear();
    }
    this.#account = account;
  }

  /** What is typed in a dialog; null where it was not begun. */
  form<N extends keyof UnsavedForms>(name: N): UnsavedForms[N] | null {
    return this.#forms[name] ?? null;
  }

  /** It was typed on, or with null it was kept in the store or given up. */
  keepForm<N extends keyof UnsavedForms>(name: N, form: UnsavedForms[N] | null): void {
    const { [name]: _, ...others } = this.#forms;
    this.#forms = form === null ? others : { ...others, [name]: form };
  }

  /** Whether a person wrote anything into a dialog. */
  isFormWritten<N extends keyof UnsavedForms>(name: N): boolean {
    const form = this.form(name);
    return form !== null && written[name](form);
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
    const isGone = (of: { readonly project: string } | null): boolean =>
      of !== null && !projects.has(of.project);
    const forms = formsOfProjects.filter((name) => isGone(this.form(name)));
    const bulk = isGone(this.bulk) ? this.bulk : null;
    const wasWritten = forms.some((name) => this.isFormWritten(name)) || bulk?.isWritten === true;
    for (const name of forms) this.keepForm(name, null);
    if (bulk !== null) this.#bulk = null;
    return wasWritten;
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
      formNames.some((name) => this.isFormWritten(name)) ||
      this.bulk?.isWritten === true ||
      [...this.#texts.values()].some(({ text, before }) => text !== before)
    );
  }
}

/** What is begun in a window. */
export const unsavedDraftsOf = perWindow(() => new UnsavedDrafts());
