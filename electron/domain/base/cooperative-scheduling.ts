import type { Clock } from '#contract/ports.ts';

/** So long after the last key, click or turn of the wheel nobody waits for an answer any more. */
const restMs = 120;
/** However much the user works, a piece of a sync comes after so long: else it would never end, nor be shown. */
const maxMs = 400;
/** A user who worked within this time is at the window, and likely to go on. */
const nearMs = 2_000;

/** When the user last worked at a window. */
export interface UserActivity {
  /** @param awakeMs by `Clock.awakeMs` */
  write(awakeMs: number): void;
  /** By `Clock.awakeMs`; -Infinity if nobody has worked yet. */
  read(): number;
}

/**
 * Lets the user at a window go first. On two cores, sync and window would each take twice as long, and every change by
 * a sync makes the window ask again.
 */
export interface CooperativeScheduler {
  /** The user presses a key, clicks or scrolls just now. */
  readonly noteInput: () => void;
  /** Asked before each piece of work: resolves at once if nobody works, else when they rest; never rejects. */
  readonly yieldToUser: (signal?: AbortSignal) => Promise<void>;
  /** Whether the user worked after that time (by `Clock.awakeMs`): a piece of work that has begun then ends early. */
  readonly inputSince: (awakeMs: number) => boolean;
  /** Whether the user is at the window: whatever they do next is to meet as little work under way as can be. */
  readonly userActive: () => boolean;
}

export interface SchedulerOptions {
  /** Where the last work is noted; in this thread alone if absent. */
  readonly note?: UserActivity;
  /** Whether a person waits for that very work: then it is not held up. */
  readonly isAwaited?: () => boolean;
  /** Milliseconds between two pieces while the user is at the window; none if absent. */
  readonly apartMs?: number;
}

/** @param clock tells how long ago the user worked */
export function createScheduler(
  clock: Pick<Clock, 'awakeMs' | 'sleep'>,
  { note = ownNote(), isAwaited = () => false, apartMs = 0 }: SchedulerOptions = {},
): CooperativeScheduler {
  const isNear = (): boolean => !isAwaited() && clock.awakeMs() < note.read() + nearMs;
  return {
    noteInput() {
      note.write(clock.awakeMs());
    },
    async yieldToUser(signal) {
      const askedAtMs = clock.awakeMs();
      for (;;) {
        const apartAtMs = isNear() ? askedAtMs + apartMs : askedAtMs;
        const goesOnAtMs = Math.min(Math.max(note.read() + restMs, apartAtMs), askedAtMs + maxMs);
        const waitMs = goesOnAtMs - clock.awakeMs();
        if (waitMs <= 0 || signal?.aborted === true || isAwaited()) return;
        await clock.sleep(waitMs, signal);
      }
    },
    inputSince: (awakeMs) => !isAwaited() && note.read() > awakeMs,
    userActive: isNear,
  };
}

function ownNote(): UserActivity {
  let workedAtMs = -Infinity;
  return {
    write(awakeMs) {
      workedAtMs = awakeMs;
    },
    read: () => workedAtMs,
  };
}
