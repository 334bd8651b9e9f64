import { describe, expect, it, test } from 'vitest';
import type { PersonNeed, QueueDetail, QueueNext, QueueRow } from '#contract/procedures/findings/queue.ts';
import { partWords, saidWords } from '#renderer/features/outbox/operation-strings.ts';
import {
  allText,
  asText,
  attemptWords,
  discardWords,
  includedText,
  kindWords,
  nextSentence,
  nextWords,
  retryWords,
  sendText,
  titleWords,
  triedWords,
  unlistedText,
  whyNotRetried,
} from '#renderer/features/outbox/strings.ts';

const row: QueueRow = {
  seq: 1,
  op: 'o1',
  kind: 'update',
  project: 'acme',
  findings: 1,
  first: { id: 'f1', title: 'XSS' },
  state: 'queued',
  since: '2026-03-10T12:00:00Z',
  attempts: 0,
  lastAttemptAt: null,
  said: null,
  next: { kind: 'sync' },
  decision: null,
  status: null,
  others: [],
};
const nowMs = Date.parse('2026-03-10T12:00:00Z');
const needs: readonly PersonNeed[] = [
  'conflict',
  'gone',
  'outdated',
  'emptied',
  'refused',
  'creation',
  'confirmation',
  'may-have-run',
];

test('an operation is told by what it does and to what', () => {
  expect([
    kindWords(row),
    kindWords({ ...row, kind: 'bulk-status', status: 'risk_accepted' }),
    kindWords({ ...row, kind: 'bulk-status' }),
    kindWords({ ...row, kind: 'review', decision: 'accept' }),
    kindWords({ ...row, kind: 'review', decision: 'reject' }),
    kindWords({ ...row, kind: 'review' }),
    titleWords(row),
    titleWords({ ...row, first: { id: 'f1', title: '' } }),
    titleWords({ ...row, findings: 3 }),
    titleWords({ ...row, others: ['f2', 'f3'] }),
  ]).toEqual([
    'Edit',
    'Status to Risk accepted',
    'Status',
    'Candidate accepted',
    'Candidate rejected',
    'Decision',
    'XSS',
    'Untitled',
    'XSS and 2 more',
    'XSS and 2 more',
  ]);
});

describe('what happens next', () => {
  const others: readonly QueueNext[] = [
    { kind: 'sending' },
    { kind: 'look', at: '2026-03-10T12:00:00Z' },
    { kind: 'look', at: '2026-03-10T12:00:01Z' },
    { kind: 'behind', op: 'o0' },
    { kind: 'not-ready' },
    { kind: 'held' },
    { kind: 'updates-stopped' },
    { kind: 'foreign-account' },
    { kind: 'credentials' },
    { kind: 'pause', until: '2026-03-10T12:05:00Z' },
    { kind: 'sync' },
  ];

  it('is said in a row', () => {
    expect(others.map((next) => nextWords(next, nowMs))).toEqual([
      'Sending',
      'The next sync checks whether it arrived',
      expect.stringMatching(/^A sync after .+ checks whether it arrived$/u),
      'Waiting for an earlier change of this finding',
      'Held back on this computer',
      'Not sent: the engagement is on hold',
      'Not sent: edits are stopped',
      "Needs its owner's token",
      'Needs a new sign-in or token',
      expect.stringMatching(/^The service asked you to wait until .+$/u),
      'Will be sent with the next sync',
    ]);
    const needed = needs.map((need) => nextWords({ kind: 'person', need }, nowMs));
    expect([needed[0], needed[5], new Set(needed).size]).toEqual([
      'Changed here and on the service',
      'Delivery not confirmed',
      needs.length,
    ]);
  });

  it('is said in a sentence', () => {
    expect(others.map((next) => nextSentence(next, nowMs))).toEqual([
      expect.stringContaining('Done once the service shows it.'),
      expect.stringContaining('before sending it again'),
      expect.stringMatching(/^It may still arrive until /u),
      expect.stringContaining('Resolve the earlier one first.'),
      expect.stringContaining('You hold the finding back.'),
      expect.stringContaining('disappeared at once'),
      expect.stringContaining('emptied other fields'),
      expect.stringContaining('belongs to someone else'),
      expect.stringContaining('Connect again'),
      expect.stringMatching(/^The service asked you to wait until .+\. It is sent after that\.$/u),
      'It is sent with the next sync.',
    ]);
    expect(needs.map((need) => nextSentence({ kind: 'person', need }, nowMs))).toEqual([
      expect.stringContaining('Choose a version'),
      expect.stringContaining('Create it again'),
      expect.stringContaining('decide again'),
      expect.stringContaining('are kept here'),
      expect.stringContaining('The service refused it.'),
      expect.stringContaining('Was it created?'),
      expect.stringContaining('May cost credits'),
      expect.stringContaining('charged'.toLowerCase().slice(1)),
    ]);
  });
});

test('the review before sending counts findings', () => {
  expect([allText(1), allText(3), sendText(1), includedText(2, 3)]).toEqual([
    'The finding',
    'All 3 findings',
    'Send 1 finding',
    '2 of 3 findings included',
  ]);
  expect([unlistedText(0, 0), unlistedText(1, 0), unlistedText(2, 1), unlistedText(0, 2)]).toEqual([
    null,
    "1 more finding can't be sent yet and is not listed here.",
    "2 more findings can't be sent yet and are not listed here. 1 finding needs attention.",
    '2 findings need attention.',
  ]);
});

describe('an operation that is given up', () => {
  const detail = (over: object): QueueDetail =>
    ({
      row,
      discard: { allowed: true, means: 'nothing-sent' },
      behind: 0,
      evidence: 0,
      ...over,
    }) as QueueDetail;

  it('says what that means', () => {
    const means = (name: string) => discardWords(detail({ discard: { allowed: true, means: name } }))[0];
    expect([
      means('nothing-sent'),
      means('may-be-there'),
      means('finding-goes'),
      means('finding-may-be-there'),
      discardWords(detail({ discard: { allowed: false, why: 'sending' } })),
    ]).toEqual([
      'Never sent.',
      'Sent before; the service may or may not have it.',
      'The finding was never on the service. It disappears from your lists.',
      'The finding was sent before and may have arrived.',
      [],
    ]);
  });

  it('says what goes and stays with it', () => {
    const created = { ...row, kind: 'create' as const };
    expect(discardWords(detail({ row: created, behind: 1, evidence: 1 })).slice(1)).toEqual([
      '1 later change of it is discarded too.',
      '1 image of it stays here until you remove it.',
      'The text stays in the history of the finding.',
    ]);
    expect(
      discardWords(detail({ row: { ...created, findings: 2 }, behind: 2, evidence: 2 })).slice(1),
    ).toEqual([
      '2 later changes of it are discarded too.',
      '2 images of it stay here until you remove them.',
      'Each finding keeps it in its history.',
    ]);
    expect(discardWords(detail({ behind: 2 }))).toHaveLength(2);
  });
});

test('whether it can be tried again is said with why', () => {
  const whys = ['waits-already', 'conflict', 'still-looking', 'sending', 'assistant'] as const;
  expect(whys.map(whyNotRetried)).toEqual([
    expect.stringContaining('pending already'),
    expect.stringContaining('in conflict'),
    expect.stringContaining('may have arrived'),
    expect.stringContaining('right now'),
    expect.stringContaining('Ask the assistant again'),
  ]);
  expect((['sends-again', 'reads-first', 'may-double'] as const).map(retryWords)).toEqual([
    expect.stringContaining('as it is'),
    expect.stringContaining('sends only what is missing'),
    expect.stringContaining('there are two'),
  ]);
});

test('how often something was sent is counted, with when last', () => {
  const said = { status: 500, message: 'No.' };
  const tried = (over: Partial<QueueRow>) => triedWords({ ...row, ...over }, nowMs);
  expect([
    tried({}),
    tried({ said }),
    tried({ attempts: 1 }),
    tried({ attempts: 2 }),
    tried({ attempts: 2, lastAttemptAt: '2026-03-10T11:00:00Z' }),
  ]).toEqual([
    'pending',
    'not sent again',
    'sent once',
    'sent 2 times',
    expect.stringMatching(/^sent 2 times, last .+$/u),
  ]);
});

test('how an attempt ended is said', () => {
  const ended = (outcome: Parameters<typeof attemptWords>[0]['outcome'], status: number | null = null) =>
    attemptWords({ at: '', endedAt: null, outcome, status });
  expect([
    ended('under-way'),
    ended('not-sent'),
    ended('refused', 401),
    ended('refused', 429),
    ended('refused', 403),
    ended('unknown'),
    ended('acknowledged'),
    ended('not-confirmed'),
  ]).toEqual([
    'Under way',
    'It did not leave this computer',
    'The service asked for a valid token (401)',
    'The service asked you to wait (429)',
    'Refused by the service (403)',
    'No clear answer came back',
    'Accepted by the service',
    'Accepted, but the service does not show it',
  ]);
});

test('an operation is copied finding by finding, field by field', () => {
  const part = { id: 'f1', title: '', severity: 'high', state: 'queued', said: null };
  const detail = {
    row: { ...row, findings: 3 },
    parts: [{ ...part, changes: [{ field: 'title', now: 'New' }] }],
    comment: 'Because.',
  } as unknown as QueueDetail;
  const [head, ...rest] = asText(detail).split('\n\n');
  expect(head).toMatch(/^Edit, /u);
  expect(rest).toEqual(['Because.', 'Untitled (f1)', 'Title:\nNew', 'and 2 more findings']);
  expect(
    asText({ ...detail, row, comment: null })
      .split('\n\n')
      .slice(1),
  ).toEqual(['Untitled (f1)', 'Title:\nNew']);
});

describe('an answer of the service in plain words', () => {
  const what = (over: Partial<QueueRow>) => saidWords({ ...row, ...over }).what;
  const refused = (status: number | null) => what({ state: 'rejected', said: { status, message: 'Words.' } });

  it('of a refusal says what it means', () => {
    expect([
      refused(null),
      refused(0),
      refused(200),
      refused(400),
      refused(403),
      refused(404),
      refused(409),
      refused(418),
    ]).toEqual([
      expect.stringContaining('Not sent: the service would refuse it'),
      expect.stringContaining('Not sent: the service would refuse it'),
      expect.stringContaining('the finding did not change'),
      expect.stringContaining('refuses a value'),
      'Your account may not change the finding “XSS” in acme.',
      'The finding “XSS” in acme is not there, or not visible to you.',
      expect.stringContaining('contradicts'),
      'The service refused it (418).',
    ]);
    expect(what({ state: 'rejected' })).toContain('Not sent: the service would refuse it');
  });

  it('of any other state says where it is', () => {
    const person = (need: PersonNeed): QueueNext => ({ kind: 'person', need });
    const said = { status: 500, message: 'No.' };
    expect([
      what({ state: 'unknown', next: person('may-have-run') }),
      what({ state: 'unknown', next: person('creation') }),
      what({ state: 'unknown' }),
      what({ state: 'sending' }),
      what({ state: 'conflict', next: person('gone') }),
      what({ state: 'conflict', next: person('conflict') }),
      what({ state: 'conflict' }),
      what({ state: 'queued', next: { kind: 'credentials' } }),
      what({ state: 'blocked', next: { kind: 'pause', until: '' } }),
      what({ state: 'queued', said }),
      what({ state: 'queued' }),
      what({ state: 'done' }),
      what({ state: 'discarded' }),
    ]).toEqual([
      expect.stringContaining('No clear answer from the assistant'),
      expect.stringContaining('may or may not have arrived'),
      expect.stringContaining('may or may not have arrived'),
      'It is being sent right now.',
      'The service no longer shows this finding.',
      'The finding changed on the service since then.',
      'The finding changed on the service since then.',
      expect.stringContaining('refused the sign-in or token'),
      expect.stringContaining('asked to wait'),
      'It could not be sent so far.',
      'It is pending.',
      'The service has it.',
      'You discarded it.',
    ]);
  });

  it('of one finding of many is told only if it is another one', () => {
    const whole = { ...row, state: 'rejected' as const, said: { status: 400, message: 'One.' } };
    const part = { state: 'rejected' as const, title: 'SQL', said: { status: 400, message: 'One.' } };
    expect([
      partWords({ ...part, said: null }, whole),
      partWords(part, whole),
      partWords({ ...part, said: { status: 403, message: 'One.' } }, whole)?.words.startsWith(
        'Your account may not change the finding “SQL” in acme.',
      ),
      partWords({ ...part, said: { status: 400, message: 'Two.' } }, whole)?.quoted,
      partWords({ ...part, state: 'unknown' }, whole),
      partWords(part, { ...whole, said: null })?.quoted,
    ]).toEqual([null, null, true, 'Two.', { words: '', quoted: 'One.' }, 'One.']);
  });
});
