import { expect, test } from 'vitest';
import { Lease, ServicePace } from '#engine/push/read-lease.ts';

/** A machine that tests let work and sleep; one that does not tell counts its sleep in both clocks. */
function machine(tells = true) {
  let awake = 5_000;
  let uptime = 5_000;
  const clock = {
    wallMs: () => uptime,
    awakeMs: () => awake,
    uptimeMs: () => uptime,
    bootId: () => 'boot',
    sleep: () => Promise.resolve(),
  };
  const pace = new ServicePace();
  return {
    work: (ms: number) => {
      awake += ms;
      uptime += ms;
    },
    sleep: (ms: number) => {
      uptime += ms;
      if (!tells) awake += ms;
    },
    /** A read that leaves now. */
    read: () => {
      const lease = new Lease(clock, pace, 'answers');
      lease.begin();
      return lease;
    },
  };
}

test('a read that a slow service answers twice at one pace may be written on', () => {
  const { work, read } = machine();
  const first = read();
  work(3_000);
  first.grant();
  const second = read();
  const refused = first.mayConnect();
  work(3_200);
  second.grant();
  expect([refused, second.mayConnect()]).toEqual([false, true]);
});

test('a sleep that the machine tells of is no pace of the service, however often it sleeps', () => {
  const { sleep, read } = machine();
  const answers = [1, 2, 3].map(() => {
    const lease = read();
    sleep(90_000);
    lease.grant();
    return lease.mayConnect();
  });
  expect(answers).toEqual([false, false, false]);
});

test('reads side by side that meet one sleep are no sign of a slow service, also if the machine does not tell', () => {
  const { sleep, work, read } = machine(false);
  const [one, other] = [read(), read()];
  work(30);
  sleep(90_000);
  one.grant();
  other.grant();
  expect([one.mayConnect(), other.mayConnect()]).toEqual([false, false]);
});

test('what was read must be fresh when the write connects, counted with sleep', () => {
  const { sleep, work, read } = machine();
  const lease = read();
  work(20);
  lease.grant();
  const soon = lease.mayConnect();
  sleep(1_500);
  expect([soon, lease.mayConnect()]).toEqual([true, false]);
});
