import { describe, expect, it } from 'vitest';
import { chipBeside, suggestedEntries, withEntered } from '#renderer/ui/controls/chip-entries.ts';

describe('entries that are typed into a list', () => {
  it.each([
    [[], ['a'], null, ['a']],
    [['a'], ['b', 'c'], null, ['a', 'b', 'c']],
    [['a', 'b'], ['b', 'c', 'c'], null, ['a', 'b', 'c']],
    [['a', 'b', 'c'], ['x', 'y'], 'b', ['a', 'x', 'y', 'c']],
    [['a', 'b', 'c'], ['c'], 'b', ['a', 'c']],
    [['a', 'b'], ['b', 'x'], 'b', ['a', 'b', 'x']],
    [['a'], ['x'], 'gone', ['a', 'x']],
  ])('beside %j as %j in place of %j make %j', (entries, given, rewritten, next) => {
    expect(withEntered(entries, given, rewritten)).toEqual(next);
  });

  it.each([
    [['a'], [], null],
    [['a', 'b'], [], 'b'],
    [['a', 'b'], ['b'], null],
    [['a', 'b'], ['b'], 'b'],
  ])('beside %j as %j in place of %j change nothing', (entries, given, rewritten) => {
    expect(withEntered(entries, given, rewritten)).toBeNull();
  });
});

it('arrows lead from chip to chip, and behind the last one to the text field', () => {
  expect([
    chipBeside('ArrowLeft', 2, 3),
    chipBeside('ArrowLeft', 0, 3),
    chipBeside('ArrowRight', 1, 3),
    chipBeside('ArrowRight', 2, 3),
    chipBeside('Home', 2, 3),
    chipBeside('End', 0, 3),
    chipBeside('Enter', 0, 3),
  ]).toEqual([1, 0, 2, -1, 0, -1, null]);
});

it('suggestions hold what is typed, are no entry yet, and those that begin with it come first', () => {
  const known = ['api.portal.example', 'portal.example', 'mail.example', 'Port-7'];
  const offered = (typed: string) => suggestedEntries(known, ['mail.example'], typed);
  expect([offered(' port'), offered('PORTAL.example'), offered('x.y'), offered('')]).toEqual([
    ['portal.example', 'Port-7', 'api.portal.example'],
    ['api.portal.example'],
    [],
    ['api.portal.example', 'portal.example', 'Port-7'],
  ]);
});
