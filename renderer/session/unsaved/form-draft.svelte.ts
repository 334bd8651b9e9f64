import { sessionPart } from '../account/account-session.ts';

/** What a form tells of its words. */
interface FormKey<T> {
  /** Whether the user wrote anything into it. */
  readonly isWritten: (form: T) => boolean;
  /** Of a form that belongs to one engagement: which one. */
  readonly projectOf?: (form: T) => string;
}

/**
 * What was begun in a dialog or a form and is in no store yet. It belongs to the session, not to the component. A lock
 * removes the whole desk, and the next desk of the account shows the dialog again with every word.
 */
export class FormDraft<T> {
  readonly #key: FormKey<T>;
  #now = $state.raw<T | null>(null);

  constructor(key: FormKey<T>) {
    this.#key = key;
  }

  /** What is typed; null while nothing was begun. */
  get now(): T | null {
    return this.#now;
  }

  /** It was typed on, or with null it was kept in the store or given up. */
  keep(form: T | null): void {
    this.#now = form;
  }

  /** Whether the user wrote anything into it. */
  get isWritten(): boolean {
    return this.#now !== null && this.#key.isWritten(this.#now);
  }

  /** Lets go of a form for another engagement than these. @returns whether the user wrote anything into it */
  keepOf(projects: ReadonlySet<string>): boolean {
    const { projectOf } = this.#key;
    if (this.#now === null || projectOf === undefined || projects.has(projectOf(this.#now))) return false;
    const { isWritten } = this;
    this.#now = null;
    return isWritten;
  }
}

/** Defines a form whose words are kept by a button. @returns its draft in the session of an account */
export function formDraft<T>(key: FormKey<T>): ReturnType<typeof sessionPart<FormDraft<T>>> {
  return sessionPart({
    make: () => new FormDraft(key),
    isUnsaved: (draft) => draft.isWritten,
    keepOf: (draft, projects) => draft.keepOf(projects),
  });
}
