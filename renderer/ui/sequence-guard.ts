/**
 * Answers may overtake each other, and what is told without being asked overtakes them. Whoever takes an answer asks
 * here whether it is newer than all that was taken before: one that is older is dropped, and one that comes in order is
 * not kept away by a question behind it that is still on its way.
 */
export class SequenceGuard {
  #asked = 0;
  #taken = 0;

  /** A question goes out. @returns its turn */
  ask(): number {
    this.#asked += 1;
    return this.#asked;
  }

  /** Whether the answer to the question of that turn is to be taken. */
  take(turn: number): boolean {
    if (turn < this.#taken) return false;
    this.#taken = turn;
    return true;
  }

  /** Something newer than every question so far was told. */
  told(): void {
    this.take(this.ask());
  }
}
