import { expect, test } from 'vitest';
import { createJar } from '#remote/auth/cookie-jar.ts';
import { manualClock } from './support/clocks.ts';

const baseUrl = 'https://service.example.test/api/';

test.each([
  [
    'both cookies',
    ['access_token=a1; Path=/api/; HttpOnly', 'refresh_token=r1; Path=/'],
    'access_token=a1; refresh_token=r1',
  ],
  ['a later value instead of the one before', ['access_token=a1', 'access_token=a2'], 'access_token=a2'],
  ['nothing that is for another host', ['access_token=a1; Domain=evil.example.test'], ''],
  ['nothing that is for a whole top domain', ['access_token=a1; Domain=test'], ''],
  ['nothing that is for a part outside of /api/', ['access_token=a1; Path=/admin/'], ''],
  ['what is for the domain above', ['access_token=a1; Domain=example.test'], 'access_token=a1'],
  ['nothing that is no cookie', ['', ';', 'access_token', `access_token=${'x'.repeat(9_000)}`], ''],
  ['a cookie of a strange name', ['__proto__=p1'], '__proto__=p1'],
])('a jar sends %s', (_what, lines, header) => {
  const jar = createJar({ baseUrl, clock: manualClock() });
  jar.take(lines);
  expect([jar.header(), jar.isEmpty()]).toEqual([header, header === '']);
});

test('a jar takes no cookie that could break a header', () => {
  const jar = createJar({ baseUrl, clock: manualClock() });
  jar.take(['access_token=a\r\nX-Other: b', 'refresh_token=\u0000r', 'other=t\u00e4st']);
  expect(jar.header()).not.toMatch(/[^\x20-\x7e]/u);
  expect(jar.header()).not.toContain('X-Other');
});

test('a cookie ends when its time is over, however often it was used', async () => {
  const clock = manualClock();
  const jar = createJar({ baseUrl, clock });
  jar.take(['access_token=a1; Max-Age=60', 'refresh_token=r1; Expires=Thu, 01 Jan 2026 01:00:00 GMT']);
  await clock.advance(59_000);
  expect(jar.header()).toBe('access_token=a1; refresh_token=r1');
  await clock.advance(1_000);
  expect(jar.header()).toBe('refresh_token=r1');
  await clock.advance(3_600_000);
  expect([jar.header(), jar.isEmpty(), jar.secrets()]).toEqual(['', true, []]);
});

test('a jar is kept as a text and comes back the same, and tells of each change once', () => {
  const clock = manualClock();
  const told: string[] = [];
  const jar = createJar({ baseUrl, clock, changed: (kept) => told.push(kept) });
  jar.take(['access_token=a-long-one; Max-Age=60', 'refresh_token=r-long-one', 'language=en']);
  jar.header();
  jar.take([]);
  jar.take(['unusable; Domain=evil.test']);
  expect(told).toEqual([jar.kept()]);
  const again = createJar({ baseUrl, clock, kept: told[0] ?? '' });
  expect([again.header(), again.secrets(), again.kept()]).toEqual([
    jar.header(),
    ['a-long-one', 'r-long-one'],
    jar.kept(),
  ]);
});

test.each(['', 'no JSON', '{}', '[]', '{"cookies":5}', '{"cookies":[null,{"key":5}]}'])(
  'a kept text that cannot be read is an empty jar that works: %j',
  (kept) => {
    const jar = createJar({ baseUrl, clock: manualClock(), kept });
    expect(jar.header()).toBe('');
    jar.take(['access_token=a1']);
    expect(jar.header()).toBe('access_token=a1');
  },
);
