import { describe, expect, test } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import type { ServiceContext } from '#engine/context.ts';
import { inDoubtLeftMs, isInDoubtOver } from '#engine/outbox/in-doubt-window.ts';
import { handClock } from '../../support/desk.ts';

const { quietTimeMs } = defaultProfile;

/** A write that is in doubt since now, and what is left of its window. */
function doubted(over: { quietFromMs?: number | null } = {}): {
  readonly clock: ReturnType<typeof handClock>;
  readonly look: () => [leftMs: number, isOver: boolean];
} {
  const clock = handClock();
  const ctx = { clock, profile: defaultProfile } as unknown as ServiceContext;
  const item = { quietFromMs: clock.awakeMs(), quietBoot: clock.bootId(), ...over };
  return { clock, look: () => [inDoubtLeftMs(ctx, item), isInDoubtOver(ctx, item)] };
}

describe('the in-doubt window', () => {
  test('gets shorter with the time that passes, and is over with its last millisecond', () => {
    const { clock, look } = doubted();
    const looks = [look()];
    for (const ms of [1_000, quietTimeMs - 1_001, 1, 1]) {
      clock.pass(ms);
      looks.push(look());
    }
    expect(looks).toEqual([
      [quietTimeMs, false],
      [quietTimeMs - 1_000, false],
      [1, false],
      [0, true],
      [0, true],
    ]);
  });

  test('is whole again after a restart of the machine, however long ago it began', () => {
    const { clock, look } = doubted();
    clock.pass(2 * quietTimeMs);
    clock.reboot();
    const restarted = look();
    // The clock counts from the start of the machine: that it shows more than before says nothing.
    clock.pass(1_000_000 + 2 * quietTimeMs);
    expect([restarted, look()]).toEqual([
      [quietTimeMs, false],
      [quietTimeMs, false],
    ]);
  });

  test('is whole as long as it has not begun', () => {
    const { clock, look } = doubted({ quietFromMs: null });
    clock.pass(1_000_000 + quietTimeMs);
    expect(look()).toEqual([quietTimeMs, false]);
  });
});
