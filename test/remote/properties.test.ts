import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import {
  acknowledgement,
  callerId,
  createdIds,
  readBody,
  readList,
  readRecord,
} from '#domain/answers/success.ts';
import { wordsLimit, wordsOf } from '#domain/answers/server-message.ts';
import { isObject, parseJson } from '#domain/base/json.ts';
import { parseBaseUrl } from '#domain/connection/base-url.ts';
import { createLimiter } from '#remote/rate-limit/limiter.ts';
import type { Load, Priority } from '#remote/rate-limit/limiter.ts';
import { readProfile } from '#domain/connection/service-profile.ts';
import { retryAfter } from '#remote/rate-limit/retry-after.ts';
import { manualClock } from './support/clocks.ts';

const secret = 'tok-3f9a';
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc.json().map((text) => `{"error":${text},"message":${text}}`),
  fc.json().map((text) => text.slice(0, -1)),
  fc.constantFrom('{"success":false}', '<html>', `{"error":"${secret}"}`, '{"__proto__":{"error":1}}'),
);

describe('whatever the service sends', () => {
  test('its words are one bounded line without the token', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = wordsOf(text, [secret]);
        expect(words).not.toContain(secret);
        expect(words).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u);
        expect(Array.from(words).length).toBeLessThanOrEqual(wordsLimit);
      }),
    );
  });

  test('it is read or refused, and never believed when it says success:false', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const acknowledged = acknowledgement(text, []);
        const body = readBody(text);
        const parsed = parseJson(text.trim());
        if (parsed.kind === 'ok' && isObject(parsed.value) && parsed.value['success'] === false) {
          expect([acknowledged.kind, body.kind]).toEqual(['bad', 'bad']);
        }
        if (body.kind === 'bad') return;
        expect(acknowledged.kind).toBe('ok');
        createdIds(body.value).forEach((id) => expect(id).not.toBe(''));
        const list = readList(body.value, defaultProfile);
        if (list.kind === 'ok') {
          for (const row of list.value) {
            if (row.kind === 'record') expect(readRecord(row.record, row.id, defaultProfile).kind).toBe('ok');
          }
        }
        if (isObject(body.value)) callerId(body.value, defaultProfile);
      }),
    );
  });

  test('Retry-After is a wait between nothing and a day, or no wait at all', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.date().map(String)), (value) => {
        const wait = retryAfter({ 'retry-after': value }, 0) ?? 0;
        expect(wait >= 0 && wait <= 86_400_000).toBe(true);
      }),
    );
  });
});

test('a base URL is refused, or safe: https or this machine, and no secret in it', () => {
  const anyUrl = fc.oneof(
    fc.string(),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc
      .tuple(fc.constantFrom('http', 'https', 'ftp'), fc.webAuthority({ withUserInfo: true, withPort: true }))
      .map(([scheme, authority]) => `${scheme}://${authority}/api`),
  );
  fc.assert(
    fc.property(anyUrl, (text) => {
      const reading = parseBaseUrl(text);
      if (reading.kind === 'invalid') {
        expect(reading.message).toMatch(/^The base|^Plain/u);
        return;
      }
      const url = new URL(reading.baseUrl);
      expect(url.href).toBe(reading.baseUrl);
      expect(reading.baseUrl).toMatch(/^https:|^http:\/\/(?:127\.|localhost|\[::1\])/u);
      // A path may hold an @, as some gateways' do; what stands before the path may not.
      expect(reading.baseUrl).toMatch(/^[a-z]+:\/\/[^/?#@]+\/(?:[^?#]*\/)?$/u);
      expect(url.username + url.password + url.search + url.hash).toBe('');
      expect(parseBaseUrl(reading.baseUrl)).toEqual(reading);
    }),
    { examples: [['https://a.aa/@'], ['https://a@b.aa/api']] },
  );
});

test('a profile is refused with one line, or complete', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.jsonValue()), (overrides) => {
      const reading = readProfile(overrides);
      if (reading.kind === 'invalid') expect(reading.message).toMatch(/^The service profile[^\n]+\.$/u);
      else expect(Object.keys(reading.profile).sort()).toEqual(Object.keys(defaultProfile).sort());
    }),
  );
});

test('the limiter lets everybody out in the end, never too many, never during a pause', async () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('ask' as const),
      priority: fc.constantFrom<Priority>('person', 'queue', 'sweep'),
    }),
    fc.record({
      do: fc.constant('leave' as const),
      load: fc.oneof<fc.Arbitrary<Load>[]>(
        fc.constant({ kind: 'fine' }),
        fc.constant({ kind: 'untold' }),
        fc.constant({ kind: 'throttled' }),
        fc.integer({ min: 0, max: 90_000 }).map((retryAfterMs) => ({ kind: 'throttled', retryAfterMs })),
      ),
    }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 40_000 }) }),
    fc.record({ do: fc.constant('cancel' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1, max: 5 }),
      async (steps, max) => {
        const clock = manualClock();
        const limiter = createLimiter({ clock, maxInFlight: max });
        const out: ((load: Load) => void)[] = [];
        const waiting = new Set<AbortController>();
        const enter = (priority: Priority): void => {
          const abort = new AbortController();
          waiting.add(abort);
          void limiter.enter({ priority, maxWaitMs: 60_000, signal: abort.signal }).then((admission) => {
            waiting.delete(abort);
            if (admission.kind === 'paused') expect(admission.retryAfterMs).toBeGreaterThan(0);
            if (admission.kind !== 'go') return;
            expect(limiter.pausedForMs()).toBe(0);
            out.push(admission.leave);
          });
        };
        for (const now of steps) {
          if (now.do === 'ask') enter(now.priority);
          else if (now.do === 'wait') await clock.advance(now.ms);
          else if (now.do === 'leave') out.shift()?.(now.load);
          else waiting.values().next().value?.abort();
          await clock.advance(0);
          expect(out.length).toBeLessThanOrEqual(max);
          expect(limiter.width()).toBeLessThanOrEqual(max);
        }
        for (let round = 0; round < 200 && waiting.size + out.length > 0; round += 1) {
          out.shift()?.({ kind: 'fine' });
          await clock.advance(60_000);
        }
        expect([waiting.size, out.length, clock.sleepers()]).toEqual([0, 0, 0]);
      },
    ),
    { numRuns: 150 },
  );
});
