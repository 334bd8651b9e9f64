import { failureOf, wasCancelled, wasUnanswered } from '#renderer/api/api.ts';

export interface Notice {
  readonly id: number;
  /** `told`: neither done nor failed, as that there is no network. */
  readonly kind: 'done' | 'told' | 'failed';
  readonly text: string;
  /** What the person can do about it at once. */
  readonly action: {
    readonly label: string;
    readonly run: () => void;
    /** Its undo works until what was done is sent. */
    readonly untilSent?: boolean;
  } | null;
  /** A second thing. */
  readonly other?: NonNullable<Notice['action']>;
  /** That the program did not answer: it holds no longer once it answers. */
  readonly unanswered?: boolean;
  /** That it waits for the person: what was written may be in it alone. */
  readonly stays?: boolean;
  /** What is told again and again: the next one of it takes the place of this one. */
  readonly topic?: string;
  /** The dialog that it is told in; null for the window itself. */
  readonly front: symbol | null;
}

/** More at once would bury the window; the oldest goes that does not wait for the person. */
const maxAtOnce = 4;

/** Outcomes and failures that a person is told beside what they are doing. */
export class Notices {
  #lastId = 0;
  /** The last words of each topic. */
  readonly #lastOf = new Map<string, string>();
  /** Dialogs that stand open, the one over the others last: behind it nothing is read out or can be pressed. */
  #fronts: readonly symbol[] = [];
  list = $state.raw<readonly Notice[]>([]);

  /** Something was done. @returns removes the notice if it no longer holds */
  done(text: string, action: Notice['action'] = null, topic?: string): () => void {
    return this.#add({ kind: 'done', text, action, ...(topic !== undefined && { topic }) });
  }

  /** Something was done that the person goes on with: it stays until they have, or the next one of its topic. */
  made(text: string, [action, other]: readonly NonNullable<Notice['action']>[], topic: string): void {
    this.#add({
      kind: 'done',
      text,
      action: action ?? null,
      stays: true,
      topic,
      ...(other !== undefined && { other }),
    });
  }

  /** How things stand. */
  told(text: string, action: Notice['action'] = null, topic?: string): void {
    this.#add({ kind: 'told', text, action, ...(topic !== undefined && { topic }) });
  }

  /**
   * Something could not be done: the program's own words. A call that the person gave up is no failure, and that the
   * home is locked, or shows another account, is said by the window itself.
   */
  failed(thrown: unknown, topic?: string): void {
    const { code, message } = failureOf(thrown);
    if (!wasCancelled(thrown) && code !== 'locked' && code !== 'other-account')
      this.#add({
        kind: 'failed',
        text: message,
        action: null,
        unanswered: wasUnanswered(thrown),
        ...(topic !== undefined && { topic }),
      });
  }

  /** The program answers again. */
  answered(): void {
    this.list = this.list.filter(({ unanswered }) => unanswered !== true);
  }

  /** Something waits for the person: it stays until they have seen it. */
  attention(text: string, action: Notice['action'] = null, topic?: string): void {
    this.#add({ kind: 'failed', text, action, stays: true, ...(topic !== undefined && { topic }) });
  }

  /** Whether these are the last words of a topic, even if the person has taken them away. */
  wasTold(topic: string, text: string): boolean {
    return this.#lastOf.get(topic) === text;
  }

  /** The last words of a topic hold no longer: they leave, and said again they are news. */
  end(topic: string): void {
    this.#lastOf.delete(topic);
    if (this.list.some((notice) => notice.topic === topic))
      this.list = this.list.filter((notice) => notice.topic !== topic);
  }

  /** Changes were sent: what could be undone until then leaves with its words. */
  sent(): void {
    if (this.list.some(({ action }) => action?.untilSent === true))
      this.list = this.list.filter(({ action }) => action?.untilSent !== true);
  }

  /** What a topic has the user do is done: only what waits for that leaves. */
  endWaiting(topic: string): void {
    if (this.list.some((notice) => notice.topic === topic && notice.stays === true)) this.end(topic);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  /** Takes all of them away: they may speak of findings that are locked now. */
  clear(): void {
    this.list = [];
    this.#lastOf.clear();
  }

  /** A dialog stands over everything from now on: what is told meanwhile is told in it. */
  opened(front: symbol): void {
    this.#fronts = [...this.#fronts, front];
  }

  /** The dialog is gone: what was told in it is told in what stands behind it, as new. */
  closed(front: symbol): void {
    this.#fronts = this.#fronts.filter((other) => other !== front);
    const behind = this.#fronts.at(-1) ?? null;
    if (this.list.every((notice) => notice.front !== front)) return;
    this.list = this.list.map((notice) => (notice.front === front ? { ...notice, front: behind } : notice));
  }

  /** @param front a dialog, or null for the window itself */
  toldIn(front: symbol | null): readonly Notice[] {
    return this.list.filter((notice) => notice.front === front);
  }

  #add(notice: Omit<Notice, 'id' | 'front'>): () => void {
    this.#lastId += 1;
    const id = this.#lastId;
    // The same words twice are one notice: a failing timer must not fill the window.
    const others = this.list.filter(
      ({ text, topic }) => text !== notice.text && (topic === undefined || topic !== notice.topic),
    );
    if (notice.topic !== undefined) this.#lastOf.set(notice.topic, notice.text);
    this.list = atMost([...others, { ...notice, id, front: this.#fronts.at(-1) ?? null }]);
    return () => {
      this.dismiss(id);
    };
  }
}

/** The newest notices, and all that wait for the person. */
function atMost(list: readonly Notice[]): readonly Notice[] {
  let over = list.length - maxAtOnce;
  return list.filter(({ stays }, at) => {
    if (over <= 0 || stays === true || at === list.length - 1) return true;
    over -= 1;
    return false;
  });
}
