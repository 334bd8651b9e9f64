import { describe, expect, it } from 'vitest';
import { isSameFact, noSteps, stepped, withTyped } from '#renderer/features/engagements/facts-steps.ts';

const typed = (before: string, after: string, atMs: number, fact: 'client' | 'begins' = 'client') => ({
  fact,
  before,
  after,
  atMs,
});

describe('the steps of what is typed into facts', () => {
  it('of one fact within five seconds are one, from the first to the last', () => {
    const first = withTyped(noSteps, typed('', 'a', 0));
    const second = withTyped(first, typed('a', 'ab', 4_999));
    expect(second).toEqual({ done: [typed('', 'ab', 4_999)], undone: [] });
    expect(withTyped(second, typed('ab', 'abc', 9_999)).done).toHaveLength(2);
    expect(withTyped(second, typed('x', 'abc', 5_000)).done).toHaveLength(2);
    expect(withTyped(second, typed('', 'b', 5_000, 'begins')).done).toHaveLength(2);
  });

  it('that add or remove a line are steps of their own', () => {
    const team = (...names: string[]) => names.map((name) => ({ name, role: '', email: '', phone: '' }));
    const step = (before: string[], after: string[], atMs: number) => ({
      fact: 'team' as const,
      before: team(...before) as never,
      after: team(...after) as never,
      atMs,
    });
    const one = withTyped(noSteps, step(['a'], ['ab'], 0));
    expect(withTyped(one, step(['ab'], ['abc'], 1)).done).toHaveLength(1);
    expect(withTyped(one, step(['ab'], ['ab', 'c'], 1)).done).toHaveLength(2);
  });

  it('are the last two hundred', () => {
    let steps = noSteps;
    for (let at = 0; at < 201; at += 1)
      steps = withTyped(steps, typed(String(at), String(at + 1), at * 10_000));
    expect([steps.done.length, steps.done[0]?.before]).toEqual([200, '1']);
  });

  it('go back and forth, and what is typed then is a step of its own', () => {
    const steps = withTyped(withTyped(noSteps, typed('', 'a', 0)), typed('a', 'b', 10_000));
    const undone = stepped(steps, 'undo', () => 'b');
    expect(undone).toMatchObject({ fact: 'client', value: 'a' });
    expect([undone?.steps.done.length, undone?.steps.undone.length]).toEqual([1, 1]);
    const again = stepped(undone?.steps ?? noSteps, 'redo', () => 'a');
    expect(again).toMatchObject({ fact: 'client', value: 'b' });
    expect([again?.steps.done.length, again?.steps.undone.length]).toEqual([2, 0]);
    expect(withTyped(again?.steps ?? noSteps, typed('b', 'bc', 10_001)).done).toHaveLength(3);
    expect(withTyped(undone?.steps ?? noSteps, typed('a', 'z', 20_000)).undone).toEqual([]);
    expect([stepped(noSteps, 'undo', () => ''), stepped(steps, 'redo', () => 'b')]).toEqual([null, null]);
  });

  it('of a fact that was changed elsewhere are forgotten, those of others stay', () => {
    const steps = withTyped(withTyped(noSteps, typed('', 'x', 0, 'begins')), typed('', 'a', 10_000));
    const change = stepped(steps, 'undo', () => 'elsewhere');
    expect(change).toMatchObject({ fact: 'client', value: null });
    expect(change?.steps.done.map(({ fact }) => fact)).toEqual(['begins']);
    const undone = stepped(steps, 'undo', () => 'a');
    expect(stepped(undone?.steps ?? noSteps, 'redo', () => 'elsewhere')).toMatchObject({
      value: null,
      steps: { undone: [] },
    });
  });

  it('compare what facts hold', () => {
    expect([
      isSameFact('a', 'a'),
      isSameFact('a', 'b'),
      isSameFact([], []),
      isSameFact(undefined, 'a'),
    ]).toEqual([true, false, true, false]);
  });
});
