import { describe, expect, test } from 'vitest';
import type { Json } from '#contract/json.ts';
import { defaultProfile } from '#contract/profile.ts';
import { missingFields, newToken, otpSetup } from '#domain/answers/account.ts';
import { cpuMs } from '../../support/system/cpu-time.ts';

const { account } = defaultProfile;
const secret = 'KRUGKIDROVUWG2ZA';
const url = `otpauth://totp/Service:mara?secret=${secret}&issuer=Service`;

describe('a new token', () => {
  test.each<[Json | undefined, string | null]>([
    [{ token: 'tok-12345' }, 'tok-12345'],
    [{ success: true, data: { api_key: ' tok-12345\n' } }, 'tok-12345'],
    ['tok-12345', 'tok-12345'],
    [{ message: 'Made.' }, null],
    [{ token: '' }, null],
    [{ token: 'two words' }, null],
    ['A new token was made.', null],
    [{ token: 12345678 }, null],
    [undefined, null],
    [[], null],
  ])('in %j is %j', (body, token) => {
    expect(newToken(body, account)).toBe(token);
  });
});

describe('a set-up of MFA', () => {
  test.each<[Json | undefined, ReturnType<typeof otpSetup>]>([
    [
      { secret, otpauth_url: url },
      { secret, url },
    ],
    [{ data: { secret: 'krug kidr-ovuw g2za' } }, { secret, url: null }],
    [{ uri: url }, { secret, url }],
    [
      { secret, otpauth_url: 'https://elsewhere.test/qr?secret=x' },
      { secret, url: null },
    ],
    [{ secret: 'not base 32!' }, null],
    [{ otpauth_url: 'otpauth://totp/Service:mara' }, null],
    ['<svg>', null],
    [undefined, null],
  ])('%j', (body, setup) => {
    expect(otpSetup(body, account)).toEqual(setup);
  });
});

describe('the fields that a registration lacks', () => {
  test.each<[unknown, readonly string[]]>([
    [{ message: 'x', fields: ['name', 'password'] }, ['name', 'password']],
    [{ errors: [{ path: 'job', message: 'Required' }, { field: 'phone' }] }, ['job', 'phone']],
    [{ errors: [{ path: ['address', 'city'] }] }, ['address.city']],
    [{ errors: { job: ['Required'], phone: 'Required' } }, ['job', 'phone']],
    [{ error: { details: [{ param: 'job' }] } }, ['job']],
    [{ message: 'These fields are required: name, job.' }, ['name', 'job']],
    [{ error: 'Missing fields: "name" and "job"' }, ['name', 'job']],
    [{ message: '"job" is required; phone is required' }, ['job', 'phone']],
    ['job is required', ['job']],
    [{ errors: ['job is required', 'email'] }, ['job', 'email']],
    [{ message: 'The password is too short.' }, []],
    [{ fields: ['token', 'given', 'job'] }, ['job']],
    [{ fields: ['a sentence is no name', '<script>', 'x'.repeat(80), 5] }, []],
    [{ fields: ['hunter22', 'x.hunter22', 'job'] }, ['job']],
    ['<html>', []],
    ['', []],
  ])('in %j', (body, fields) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(missingFields(text, account, ['given'], ['hunter22'])).toEqual(fields);
  });

  test.each(['é'.repeat(60_000), `Required: ${'.'.repeat(60_000)}x`])('are looked for at once', (message) => {
    const startMs = cpuMs();
    const fields = missingFields(JSON.stringify({ message }), account, [], []);
    const tookMs = cpuMs() - startMs;
    expect([fields, tookMs < 500]).toEqual([[], true]);
  });

  test('are at most thirty', () => {
    const fields = Array.from({ length: 100 }, (_, n) => `f${String(n)}`);
    expect(missingFields(JSON.stringify({ fields }), account, [], [])).toHaveLength(30);
  });
});
