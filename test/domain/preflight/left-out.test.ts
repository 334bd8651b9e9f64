import { expect, test } from 'vitest';
import type { Omission } from '#domain/deliverable/selection.ts';
import { checkPrintedComments } from '#domain/preflight/printed-comments.ts';
import { countMessages } from '#domain/preflight/count.ts';
import { leftOutMessages } from '#domain/preflight/left-out.ts';

const named = (omission: Omission) => ({ ...omission, id: 'f1', title: 'T' });

test('what its state leaves out is told with why; what the user left out is not', () => {
  const omissions: readonly Omission[] = [
    { kind: 'draft', rejection: null },
    { kind: 'false-positive', rejection: null },
    { kind: 'rejected', rejection: 'refused' },
    { kind: 'rejected', rejection: 'pending' },
    { kind: 'rejected', rejection: 'own' },
    { kind: 'rejected', rejection: 'recorded' },
    { kind: 'rejected', rejection: null },
    { kind: 'excluded', rejection: null },
    { kind: 'query', rejection: null },
  ];
  expect(
    leftOutMessages(omissions.map(named)).map(({ level, code, message }) => [level, code, message]),
  ).toEqual([
    ['warning', 'left-out', 'It is a draft, so the report leaves it out.'],
    ['warning', 'left-out', 'It is a false positive, so the report leaves it out.'],
    [
      'error',
      'unreviewed-candidate',
      'You rejected it, and the decision did not get through. Decide again; until then the report leaves it out.',
    ],
    ['warning', 'left-out', 'You rejected it (pending), so the report leaves it out.'],
    ['warning', 'left-out', 'You rejected it, so the report leaves it out.'],
    ['warning', 'left-out', 'Its status is rejected, so the report leaves it out.'],
    ['warning', 'left-out', 'Its status is rejected, so the report leaves it out.'],
  ]);
  expect(leftOutMessages([named({ kind: 'draft', rejection: null })])).toMatchObject([
    { finding: 'f1', title: 'T', field: null },
  ]);
});

test('a report that prints comments is warned of once, one that does not is not', () => {
  expect(checkPrintedComments(false)).toEqual([]);
  expect(checkPrintedComments(true)).toMatchObject([
    { level: 'warning', code: 'printed-comments', finding: null, title: null, field: null },
  ]);
});

test('errors and warnings are counted apart', () => {
  const [warning, error] = leftOutMessages([
    named({ kind: 'draft', rejection: null }),
    named({ kind: 'rejected', rejection: 'refused' }),
  ]);
  const messages = [warning, error, warning].filter((message) => message !== undefined);
  expect([countMessages(messages), countMessages([])]).toEqual([
    { errors: 1, warnings: 2 },
    { errors: 0, warnings: 0 },
  ]);
});
