import { expect, test } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import { writeConnection, writePause } from '#db/tables/accounts/connections.ts';
import { openMemoryStore } from '#db/store/open.ts';
import { transaction } from '#db/store/transaction.ts';
import { pauseLeftMs } from '#engine/connection/rate-limit-pause.ts';
import { handClock } from '../../support/desk.ts';

const minuteMs = 60_000;

test('a pause that an earlier version kept, without how long it was, is obeyed, also after a restart of the machine', () => {
  const db = openMemoryStore();
  const clock = handClock();
  transaction(db, () => {
    writeConnection(db, {
      baseUrl: 'https://service.test/',
      userId: 'u',
      token: null,
      userJson: '{}',
      organizationJson: '{}',
      profileJson: JSON.stringify(defaultProfile),
    });
    const untilMs = { awakeMs: clock.awakeMs() + 10 * minuteMs, wallMs: clock.wallMs() + 10 * minuteMs };
    writePause(db, JSON.stringify({ boot: clock.bootId(), ...untilMs }));
  });
  clock.pass(4 * minuteMs);
  const before = pauseLeftMs({ db, clock });
  const restarted = { ...clock, bootId: () => 'another' };
  const after = [pauseLeftMs({ db, clock: restarted })];
  clock.pass(7 * minuteMs);
  after.push(pauseLeftMs({ db, clock: restarted }));
  expect([before, after]).toEqual([6 * minuteMs, [6 * minuteMs, 0]]);
  db.close();
});
