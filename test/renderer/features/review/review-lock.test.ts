import { expect, onTestFinished, test, vi } from 'vitest';
import type { ReviewCard } from '#contract/procedures/findings/review.ts';
import { ApiError } from '#renderer/api/api.ts';
import { Decisions } from '#renderer/features/review/review-decisions.svelte.ts';
import { sessionOf } from '#renderer/session/account/account-session.ts';
import { asAnswered, Program, settled } from '../../support/program.ts';

const cardOf = (id: string): ReviewCard => asAnswered({ id, fingerprint: 'as read' });
const told = { kept: () => undefined, refused: () => expect.fail(), stays: () => expect.fail() };

test('decisions are unsaved until the store has them, told behind a lock, and before those of the desk behind it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const heard: string[] = [];
  let locked = true;
  const program = new Program({
    'candidate.review': ({ id, decision }) => {
      if (locked) throw new ApiError('locked', 'The vault is locked.');
      heard.push(`${id} ${decision}`);
      return { op: `op of ${id}` };
    },
  });
  const { api } = program;
  const decide = (decisions: Decisions, row: number, decision: 'accept' | 'reject'): void =>
    decisions.make({ row, decision, comment: '', card: cardOf(`f${String(row)}`) });
  const before = new Decisions(api, told);
  decide(before, 1, 'accept');
  decide(before, 2, 'reject');
  await settled();
  const held = [sessionOf(api).isUnsaved, [...heard]];
  locked = false;
  // Unlocked, the desk is another one; here the person decides otherwise before the first was tried again.
  decide(new Decisions(api, told), 1, 'reject');
  await vi.advanceTimersByTimeAsync(3_000);
  await settled();
  expect([held, heard, sessionOf(api).isUnsaved]).toEqual([
    [true, []],
    ['f1 accept', 'f2 reject', 'f1 reject'],
    false,
  ]);
});
