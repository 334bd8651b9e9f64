import type { NotDone, RotationAnswer } from '#contract/procedures/program/account.ts';
import type { Clock } from '#contract/ports.ts';

/** Lets one rotation of a token run at a time: of two that were confirmed at once, one would print a dead token. */
export interface RotationTurns {
  /** Why none may begin now; null if one may. */
  refusal(): NotDone | null;
  run(rotate: () => Promise<RotationAnswer>): Promise<RotationAnswer>;
}

/** A command that began before the token of another was printed ends within this time (ms). */
const justNowMs = 5_000;

/** Begins with none under way. @param clock measures how long ago the last one ended */
export function createRotationTurns(clock: Clock): RotationTurns {
  let running = false;
  let rotatedAtMs = -Infinity;
  return {
    refusal() {
      if (running) return refused('Another rotation of the token is under way. Nothing was sent.');
      return clock.awakeMs() - rotatedAtMs < justNowMs
        ? refused(
            'The token was replaced a moment ago, in another window or by a command. Nothing was sent. To replace the new one as well, confirm once more.',
          )
        : null;
    },
    async run(rotate) {
      running = true;
      try {
        const answer = await rotate();
        if (answer.kind === 'rotated') rotatedAtMs = clock.awakeMs();
        return answer;
      } finally {
        running = false;
      }
    },
  };
}

function refused(message: string): NotDone {
  return { kind: 'refused', code: 'wrong-state', message, until: null };
}
