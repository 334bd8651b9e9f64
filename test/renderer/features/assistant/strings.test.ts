import { describe, expect, it, test } from 'vitest';
import type { AssistantDraft } from '#contract/procedures/findings/assistant.ts';
import {
  acceptedWords,
  askTitle,
  cameTitle,
  draftWords,
  hindranceWords,
  mergeStrings,
  othersWords,
  unsentWords,
  valueWords,
} from '#renderer/features/assistant/strings.ts';

test('the question before the assistant is asked says what for', () => {
  expect([askTitle({ kind: 'ai-merge' }), askTitle({ kind: 'ai-demonstration' })]).toEqual([
    'Ask the assistant to propose a merge?',
    'Ask the assistant for a demonstration?',
  ]);
});

test('why the assistant cannot be asked is told apart', () => {
  const asked = (state: 'unknown' | 'rejected' | 'sending' | 'queued') =>
    hindranceWords({ kind: 'asked-already', state } as Parameters<typeof hindranceWords>[0]);
  const others = (['not-at-service', 'gone', 'deletion', 'other-engagement'] as const).map((kind) =>
    hindranceWords({ kind } as Parameters<typeof hindranceWords>[0]),
  );
  expect([...others, asked('unknown'), asked('rejected'), asked('sending'), asked('queued')]).toEqual([
    expect.stringContaining('Sync first: '),
    expect.stringContaining('is deleted, or not visible'),
    expect.stringContaining('will be deleted'),
    expect.stringContaining('one engagement'),
    expect.stringContaining('may have been charged'),
    expect.stringContaining('the service refused'),
    expect.stringContaining('Already asking'),
    expect.stringContaining('It is pending.'),
  ]);
});

test('what the assistant does not see is counted', () => {
  expect([unsentWords(['f1']), unsentWords(['f1', 'f2'])]).toEqual([
    'One finding has unsent changes, which the assistant does not see.',
    '2 findings have unsent changes, which the assistant does not see.',
  ]);
});

test('what came of a confirmation has a heading of its own', () => {
  const kinds = ['refused', 'asked', 'unknown', 'paused', 'waits'] as const;
  const titles = kinds.map((kind) => cameTitle({ kind } as Parameters<typeof cameTitle>[0]));
  expect(titles).toEqual([
    'The service refused it. Nothing ran.',
    'No longer waiting',
    'No answer: you may have been charged',
    'The assistant asks you to wait. Nothing ran.',
    'Nothing left this computer',
  ]);
});

describe('a draft', () => {
  const draft = (over: object): AssistantDraft =>
    ({
      kind: 'ai-demonstration',
      finding: { title: 'XSS' },
      others: [],
      ...over,
    }) as unknown as AssistantDraft;
  const fields = (...accepted: boolean[]) =>
    accepted.map((one) => ({ accepted: one })) as unknown as AssistantDraft['fields'];

  it('is called by what it is for', () => {
    expect([
      draftWords(draft({})),
      draftWords(draft({ finding: { title: '' } })),
      draftWords(draft({ kind: 'ai-merge', others: [{}, {}] })),
    ]).toEqual(['Demonstration for XSS', 'Demonstration for Untitled', 'Merge of 3 findings into XSS']);
  });

  it('says how far it was accepted', () => {
    expect([
      acceptedWords({ state: 'accepted', fields: fields() }),
      acceptedWords({ state: 'open', fields: fields(false, true) }),
      acceptedWords({ state: 'open', fields: fields(false) }),
      acceptedWords({ state: 'dropped', fields: fields(true, false) }),
      acceptedWords({ state: 'dropped', fields: fields() }),
    ]).toEqual([
      'accepted',
      'accepted in part',
      'not accepted',
      'accepted in part, the rest discarded',
      'discarded',
    ]);
  });
});

test('what becomes of the others of a merge is said of one and of several', () => {
  expect([
    othersWords(1),
    othersWords(2),
    mergeStrings.lacks('XSS', 1),
    mergeStrings.lacks('XSS', 2),
  ]).toEqual([
    'The other finding stays as it is until you delete it.',
    'The other 2 findings stay as they are until you delete them.',
    'XSS lacks what the other one has, and loses it if that is deleted:',
    'XSS lacks what the others have, and loses it if they are deleted:',
  ]);
});

test.each([
  [null, 'Nothing'],
  ['', 'Nothing'],
  ['text', 'text'],
  [['a', 'b'], 'a\nb'],
  [['a', 7], '["a",7]'],
  [7, '7'],
])('the proposed value %j is read as %j', (value, text) => {
  expect(valueWords(value)).toBe(text);
});
