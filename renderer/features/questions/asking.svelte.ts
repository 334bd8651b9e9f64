import { failureOf } from '#renderer/api/api.ts';
import type { Notices } from '#renderer/session/notices/notices.svelte.ts';

/** With these the program says that nobody is asked any more: it was answered elsewhere, or a sync has found out. */
const settled: readonly string[] = ['wrong-state', 'not-found'];

interface Parts<Question> {
  readonly notices: Notices;
  /** Asks the program for the question with its evidence. @throws ApiError */
  readonly ask: () => Promise<Question>;
  readonly onclose: () => void;
}

/** A question that the program asks a person, while its dialog is open: what it rests on, and an answer under way. */
export class Asking<Question> {
  readonly #parts: Parts<Question>;
  /** Null until the program told it. */
  asked = $state.raw<Question | null>(null);
  /** Why it cannot be told, or an answer was not taken. */
  failure = $state<string | null>(null);
  /** What is being done, in words; null while nothing is. */
  working = $state<string | null>(null);

  /** Asks at once. */
  constructor(parts: Parts<Question>) {
    this.#parts = parts;
    void this.load();
  }

  /** Asks for it again. A question that is settled says so and goes away. */
  async load(): Promise<void> {
    const { ask, notices, onclose } = this.#parts;
    try {
      this.asked = await ask();
    } catch (thrown) {
      const { code, message } = failureOf(thrown);
      if (settled.includes(code)) {
        notices.done(message);
        onclose();
      } else this.failure = message;
    }
  }

  /** Carries an answer out, and says in the dialog why it was not taken. @param what is being done */
  async answer(what: string, carry: () => Promise<void>): Promise<void> {
    this.working = what;
    this.failure = null;
    try {
      await carry();
    } catch (thrown) {
      this.failure = failureOf(thrown).message;
    } finally {
      this.working = null;
    }
  }
}
