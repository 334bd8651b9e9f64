/**
 * Answers may overtake each other, and what is told without being asked overtakes them. Drops out-of-order responses:
 * one that is older than the last accepted one is ignored, and a newer question still under way holds back no earlier
 * response.
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
