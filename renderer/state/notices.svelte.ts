import { failureOf, wasCancelled, wasUnanswered } from '#renderer/api/api.ts';

export interface Notice {
  readonly id: number;
  /** `told`: neither done nor failed, as that there is no network. */
  readonly kind: 'done' | 'told' | 'failed';
  readonly text: string;
  /** What the person can do about it at once. */
  readonly action: { readonly label: string; readonly run: () => void } | null;
  /** That the program did not answer: it holds no longer once somebody does. */
  readonly unanswered?: boolean;
}

/** More at once would bury the window; the oldest goes. */
const mostAtOnce = 4;

/** Outcomes and failures that a person is told beside what they are doing. */
export class Notices {
  #lastId = 0;
  list = $state.raw<readonly Notice[]>([]);

  /** Something was done. @returns takes the notice away, where it holds no longer */
  done(text: string, action: Notice['action'] = null): () => void {
    return this.#add({ kind: 'done', text, action });
  }

  /** How things stand. */
  told(text: string, action: Notice['action'] = null): void {
    this.#add({ kind: 'told', text, action });
  }

  /**
   * Something could not be done: the program's own words. A call that the person gave up is no failure, and that the
   * home is locked, or shows another account, is said by the window itself.
   */
  failed(thrown: unknown): void {
    const { code, message } = failureOf(thrown);
    if (!wasCancelled(thrown) && code !== 'locked' && code !== 'other-account')
      this.#add({ kind: 'failed', text: message, action: null, unanswered: wasUnanswered(thrown) });
  }

  /** The program answers again. */
  answered(): void {
    this.list = this.list.filter(({ unanswered }) => unanswered !== true);
  }

  /** Something waits for the person: it stays until they have seen it. */
  attention(text: string, action: Notice['action'] = null): void {
    this.#add({ kind: 'failed', text, action });
  }

  dismiss(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  /** Takes all of them away: they may speak of findings that are locked now. */
  clear(): void {
    this.list = [];
  }

  #add(notice: Omit<Notice, 'id'>): () => void {
    this.#lastId += 1;
    const id = this.#lastId;
    // The same words twice are one notice: a failing timer must not fill the window.
    const others = this.list.filter(({ text }) => text !== notice.text);
    this.list = [...others, { ...notice, id }].slice(-mostAtOnce);
    return () => {
      this.dismiss(id);
    };
  }
}
