import { expect, it } from 'vitest';
import { verdictInput } from '#renderer/features/retest/drafts.ts';

const draft = {
  project: 'p',
  verdict: 'fixed',
  text: ' ',
  at: '',
  who: ' ',
  pendingRetest: false,
  setStatus: true,
} as const;
const of = { round: 2, ids: ['f1', 'f2'], isOffered: true };

it('a verdict is set once round, verdict and findings are known', () => {
  expect([
    verdictInput(draft, { ...of, round: null }),
    verdictInput({ ...draft, verdict: null }, of),
    verdictInput(draft, { ...of, ids: [] }),
  ]).toEqual([null, null, null]);
});

it('a verdict has what was written and no blanks, and a status only if one goes with it', () => {
  expect(verdictInput(draft, of)).toEqual({
    project: 'p',
    round: 2,
    ids: ['f1', 'f2'],
    verdict: 'fixed',
    pendingRetest: false,
    setStatus: true,
  });
  const written = { ...draft, text: ' Fine. ', at: '2026-03-10', who: ' Mara ', pendingRetest: true };
  expect(verdictInput(written, { ...of, isOffered: false })).toMatchObject({
    text: ' Fine. ',
    at: '2026-03-10',
    who: 'Mara',
    pendingRetest: true,
    setStatus: false,
  });
  expect(verdictInput({ ...draft, setStatus: false }, of)?.setStatus).toBe(false);
});
