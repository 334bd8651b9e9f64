import { describe, expect, it, test } from 'vitest';
import {
  activityKindWords,
  doubtSentence,
  isActivityKind,
  isActivityOutcome,
  refusalSentence,
  type Subject,
} from '#domain/account/activity-strings.ts';

const one: Subject = { kind: 'update', findings: 1, first: 'XSS', project: 'acme' };
const several: Subject = { ...one, findings: 3 };

describe('what was not permitted', () => {
  it.each([
    ['create', 'add the finding “XSS” in acme'],
    ['update', 'change the finding “XSS” in acme'],
    ['delete', 'delete the finding “XSS” in acme'],
    ['bulk-delete', 'delete the finding “XSS” in acme'],
    ['bulk-status', 'set the status of the finding “XSS” in acme'],
    ['review', 'decide on the candidate “XSS” in acme'],
    ['ai-demonstration', 'have the assistant write a demonstration for the finding “XSS” in acme'],
    ['ai-apply', 'apply a draft of the assistant to the finding “XSS” in acme'],
    ['ai-merge', 'have the assistant merge the finding “XSS” in acme'],
  ] as const)('names the finding of %s', (kind, words) => {
    expect(refusalSentence(403, kind, { ...one, kind })).toBe(`Your account may not ${words}.`);
  });

  it.each([
    ['sign-in', 'sign in'],
    ['code', 'give a code for the sign-in'],
    ['first-password', 'change the password'],
    ['password-change', 'change the password'],
    ['sign-out', 'sign out'],
    ['token-rotate', 'make a new API token'],
    ['mfa-begin', 'set up MFA'],
    ['mfa-verify', 'set up MFA'],
    ['mfa-enable', 'set up MFA'],
    ['mfa-reset', 'reset MFA'],
    ['mfa-disable', 'switch MFA off'],
    ['password-request', 'recover the password'],
    ['password-confirm', 'recover the password'],
    ['register', 'register'],
  ] as const)('of the account names %s', (kind, words) => {
    expect(refusalSentence(403, kind, null)).toBe(`Your account may not ${words}.`);
    expect(refusalSentence(404, kind, null)).toBe(`To ${words}: not there, or not visible to you.`);
  });

  it('counts several findings, and takes one without a title as any', () => {
    expect([
      refusalSentence(403, 'update', several),
      refusalSentence(403, 'review', { ...several, kind: 'review' }),
      refusalSentence(403, 'update', { ...one, first: '' }),
      refusalSentence(403, 'review', { ...one, kind: 'review', first: '' }),
    ]).toEqual([
      'Your account may not change 3 findings in acme.',
      'Your account may not decide on 3 candidates in acme.',
      'Your account may not change a finding in acme.',
      'Your account may not decide on a candidate in acme.',
    ]);
  });

  it('may be what is not there', () => {
    expect([
      refusalSentence(404, 'update', one),
      refusalSentence(404, 'update', several),
      refusalSentence(404, 'create', { ...one, kind: 'create' }),
    ]).toEqual([
      'The finding “XSS” in acme is not there, or not visible to you.',
      '3 findings in acme are not there, or not visible to you.',
      'The engagement acme is not there, or not visible to you.',
    ]);
  });
});

test('a change that may be refused says why', () => {
  expect((['read-only', 'client', 'refused'] as const).map((doubt) => doubtSentence(doubt))).toEqual([
    expect.stringContaining('Your account is read-only.'),
    expect.stringContaining('You are signed in as a client.'),
    expect.stringContaining('refused your last change in this engagement (403)'),
  ]);
});

test('only the words of the list name an action or an outcome', () => {
  expect(Object.keys(activityKindWords).every(isActivityKind)).toBe(true);
  expect(['constructor', 'done', ''].map(isActivityKind)).toEqual([false, false, false]);
  expect(['done', 'under-way', 'toString', 'create'].map(isActivityOutcome)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
