import { describe, expect, it } from 'vitest';
import { inGroups, plainCode, registrationField } from '#renderer/features/accounts/strings.ts';
import { pauseAt } from '#renderer/features/accounts/pause-toast.ts';
import { timeLeft } from '#renderer/ui/text/format.ts';

describe('what the account asks for', () => {
  it('names the fields of a registration as people do, and hides what may be a secret', () => {
    const names = [
      'firstName',
      'job_title',
      'password',
      'confirmPassword',
      'phone-number',
      'passportCountry',
    ];
    expect(names.map(registrationField)).toEqual([
      { label: 'First name', secret: false, autocomplete: 'given-name' },
      { label: 'Job title', secret: false, autocomplete: 'off' },
      { label: 'Password', secret: true, autocomplete: 'new-password' },
      { label: 'Confirm password', secret: true, autocomplete: 'new-password' },
      { label: 'Phone number', secret: false, autocomplete: 'tel' },
      { label: 'Passport country', secret: false, autocomplete: 'off' },
    ]);
  });

  it('takes a code as an authenticator shows it, and shows a secret so that it can be read out', () => {
    expect([plainCode(' 123 456\n'), plainCode('123-456'), inGroups('ABCDEFGHIJ')]).toEqual([
      '123456',
      '123456',
      'ABCD EFGH IJ',
    ]);
  });

  it('counts down without ever showing less than nothing', () => {
    expect([41_200, 60_000, 725_000, 3_600_000, -5].map(timeLeft)).toEqual([
      '0:42',
      '1:00',
      '12:05',
      '1:00:00',
      '0:00',
    ]);
  });

  it('waits where the service asked for it, as long as the longer of what is kept and what was told', () => {
    const [one, two] = ['https://one.example/api/', 'https://two.example/api/'];
    const told = { address: one, until: 60 };
    expect([
      pauseAt(one, null, null, told),
      pauseAt(two, null, null, told),
      pauseAt(one, one, 70, told),
      pauseAt(null, one, 70, null),
      pauseAt(two, one, 70, null),
      pauseAt(null, one, null, { address: null, until: 80 }),
    ]).toEqual([60, null, 70, 70, null, 80]);
  });
});
