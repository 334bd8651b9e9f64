import { expect, test } from 'vitest';
import {
  emailIn,
  inGroups,
  mayWords,
  pauseWords,
  plainCode,
  registrationField,
  rotationWords,
  sideWords,
  usedWords,
} from '#renderer/features/accounts/strings.ts';

test('what requests are sent with is told, and that the service refused it', () => {
  const used = (uses: 'token' | 'session' | 'none', trouble: 'refused' | null) =>
    usedWords({ uses, trouble });
  expect([
    used('token', null),
    used('token', 'refused'),
    used('session', 'refused'),
    used('none', null),
  ]).toEqual([
    'API token, kept here encrypted and never shown',
    'API token, kept here encrypted and never shown, which the service refused',
    'Signed in with e-mail and password, which the service refused',
    'Not signed in',
  ]);
});

test('a side has a word, and what it may do', () => {
  const all = ['provider', 'client', 'unknown'] as const;
  expect(all.map(sideWords)).toEqual(['Provider', 'Client', 'The service does not say']);
  expect(all.map((side) => mayWords(side).length)).toEqual([2, 4, 1]);
});

test('paused requests and open rotations have words', () => {
  expect((['findings', 'sign-in', 'otp', 'recovery', 'ai'] as const).map(pauseWords)).toEqual([
    'Sync',
    'Signing in',
    'Codes',
    'Forgotten password',
    'Assistant',
  ]);
  expect([rotationWords('unknown'), rotationWords('lost')]).toEqual([
    expect.stringContaining('No answer to the request'),
    expect.stringContaining('lost on its way'),
  ]);
});

test.each([
  ['firstName', 'First name', false, 'given-name'],
  ['last_name', 'Last name', false, 'family-name'],
  ['display-name', 'Display name', false, 'name'],
  ['workEmail', 'Work email', false, 'email'],
  ['mobile', 'Mobile', false, 'tel'],
  ['organisation', 'Organisation', false, 'organization'],
  ['newPassword', 'New password', true, 'new-password'],
  ['pin', 'Pin', true, 'new-password'],
  ['shopping', 'Shopping', false, 'off'],
  ['_', '_', false, 'off'],
])('the field %j of a registration is asked for as %j, secret: %s', (name, label, secret, autocomplete) => {
  expect(registrationField(name)).toEqual({ label, secret, autocomplete });
});

test('codes are sent without blanks, secrets are read in groups, and an address is one', () => {
  expect([plainCode(' 123-456 '), inGroups('abcdefgh'), inGroups('abcdefghi'), emailIn(null)]).toEqual([
    '123456',
    'abcd efgh',
    'abcd efgh i',
    '',
  ]);
  expect([emailIn({ email: 'a@b.test' }), emailIn({ email: 7 })]).toEqual(['a@b.test', '']);
});
