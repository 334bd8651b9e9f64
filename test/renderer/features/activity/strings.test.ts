import { expect, test } from 'vitest';
import type { ActivityEntry } from '#contract/procedures/program/activity.ts';
import {
  aboutWords,
  actionWords,
  creditWords,
  endWords,
  fieldWords,
  meaning,
  outcomeTone,
  outcomeWords,
} from '#renderer/features/activity/strings.ts';

const work = { first: { title: 'XSS' }, findings: 1, project: 'acme', status: null, decision: null };
const entry = (over: object): ActivityEntry =>
  ({ kind: 'update', outcome: 'done', status: null, work, ...over }) as unknown as ActivityEntry;

test('what was done says what it set', () => {
  expect([
    actionWords(entry({})),
    actionWords(entry({ work: { ...work, status: 'risk_accepted' } })),
    actionWords(entry({ work: { ...work, decision: 'accept' } })),
    actionWords(entry({ work: { ...work, decision: 'reject' } })),
    actionWords(entry({ kind: 'sign-in', work: null })),
  ]).toEqual(['Edit', 'Status to Risk accepted', 'Candidate accepted', 'Candidate rejected', 'Sign-in']);
});

test('what it was about is the first finding and how many more', () => {
  expect([
    aboutWords(entry({})),
    aboutWords(entry({ work: { ...work, first: { title: '' } } })),
    aboutWords(entry({ work: { ...work, findings: 3 } })),
    aboutWords(entry({ work: null })),
  ]).toEqual(['XSS', 'Untitled', 'XSS and 2 more', '']);
});

test('how it ended has words, a status and a look', () => {
  expect([
    outcomeWords({ outcome: 'refused', status: 403 }),
    outcomeWords({ outcome: 'done', status: null }),
  ]).toEqual(['refused (403)', 'done']);
  const outcomes = ['done', 'refused', 'unknown', 'not-confirmed', 'not-sent', 'under-way'] as const;
  expect(outcomes.map(outcomeTone)).toEqual(['good', 'bad', 'warn', 'warn', 'neutral', 'neutral']);
});

test('what the outcome means is a sentence', () => {
  expect([
    meaning(entry({})),
    meaning(entry({ work: null })),
    meaning(entry({ outcome: 'refused', status: 403 })),
    meaning(entry({ outcome: 'refused', status: 404 })),
    meaning(entry({ outcome: 'refused', status: 403, kind: 'sign-out', work: null })),
    meaning(entry({ outcome: 'refused', status: 400 })),
    meaning(entry({ outcome: 'not-confirmed' })),
    meaning(entry({ outcome: 'unknown' })),
    meaning(entry({ outcome: 'not-sent' })),
    meaning(entry({ outcome: 'under-way' })),
  ]).toEqual([
    'Accepted and verified.',
    'The service has done it.',
    'Your account may not change the finding “XSS” in acme.',
    'The finding “XSS” in acme is not there, or not visible to you.',
    'Your account may not sign out.',
    'The service did not accept it.',
    'Accepted, but the service does not show it yet.',
    'Sent, but no clear answer came back.',
    'It never left this computer.',
    'It is being sent now.',
  ]);
});

test('credits stand beside the end of what they were paid for, and are summed up', () => {
  expect([
    endWords({ outcome: 'done', status: null }),
    endWords({ outcome: 'done', status: null, credits: 1 }),
    endWords({ outcome: 'done', status: null, credits: 2.5 }),
    creditWords({ sum: 5, answers: 3 }),
    creditWords({ sum: 1, answers: 1 }),
  ]).toEqual([
    'done',
    'done · 1 credit',
    'done · 2.5 credits',
    'Credits: 5 in 3 answers',
    'Credits: 1 in 1 answer',
  ]);
});

test('fields are called as on the page', () => {
  expect(fieldWords(['asset', 'CVSS', 'impact'])).toBe('Assets, CVSS, impact');
});
