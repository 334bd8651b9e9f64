import { describe, expect, it } from 'vitest';
import { readAffixes } from '#domain/spelling/affixes.ts';

const rules = (...lines: string[]) => readAffixes(lines.join('\n'));

describe('the rules of a Hunspell dictionary', () => {
  it('say what may be put before and behind a word, and whether both may be', () => {
    const { prefixes, suffixes } = rules(
      'PFX A Y 1',
      'PFX A 0 un/S .',
      'PFX B N 1',
      'PFX B re 0 [^x]',
      ' SFX S Y 2',
      'SFX S y ies [^aeiou]y',
      'SFX S 0 s',
    );
    const told = [...prefixes, ...suffixes].map(({ kind, flag, strip, add, crosses, flags, condition }) => [
      kind,
      flag,
      strip,
      add,
      crosses,
      [...flags].join(''),
      condition?.source ?? null,
    ]);
    expect(told).toEqual([
      ['prefix', 'A', '', 'un', true, 'S', null],
      ['prefix', 'B', 're', '', false, '', '^[^x]'],
      ['suffix', 'S', 'y', 'ies', true, '', '[^aeiou]y$'],
      ['suffix', 'S', '', 's', true, '', null],
    ]);
  });

  it('take signs of a pattern in a condition for what they are, and leave out one that cannot be read', () => {
    const { suffixes } = rules(
      'SFX S Y 4',
      'SFX S 0 s a+',
      'SFX S 0 s [a-c]',
      'SFX S 0 s [',
      'SFX S 0 s a:b',
    );
    expect(suffixes.map(({ condition }) => condition?.source ?? null)).toEqual([
      'a\\+$',
      '[a\\-c]$',
      null,
      null,
    ]);
    expect(suffixes[0]?.condition?.test('xa+')).toBe(true);
  });

  it('write flags as letters, pairs, numbers, or the number of a set', () => {
    const flags = (written: string, ...lines: string[]) => [...rules(...lines).flagsOf(written)];
    expect([
      flags('abc'),
      flags('aabbc', 'FLAG long'),
      flags('7,12,', 'FLAG num'),
      flags('2', 'AF 2', 'AF ab', 'AF cd'),
      flags('x', 'AF 1', 'AF ab'),
      flags('3', 'AF 2', 'AF ab', 'AF cd'),
      flags('12'),
      flags(''),
    ]).toEqual([['a', 'b', 'c'], ['aa', 'bb'], ['7', '12'], ['c', 'd'], ['x'], ['3'], ['1', '2'], []]);
    const { flagsOf } = rules('');
    expect(flagsOf('abc')).toBe(flagsOf('abc'));
  });

  it('name flags with a meaning, one of them by its old name too', () => {
    expect(rules('NEEDAFFIX n', 'FORBIDDENWORD f', 'OTHER o').flags).toEqual({
      NEEDAFFIX: 'n',
      FORBIDDENWORD: 'f',
    });
    expect(rules('PSEUDOROOT p').flags).toEqual({ NEEDAFFIX: 'p' });
    expect(rules('PSEUDOROOT p', 'NEEDAFFIX n').flags).toEqual({ NEEDAFFIX: 'n' });
    expect(rules('').flags).toEqual({});
  });

  it('say what is often mistaken, which letters to try, and how short a part of a compound may be', () => {
    const read = rules('\ufeffTRY esia', 'REP 2', 'REP f ph', 'REP alot a_lot', 'COMPOUNDMIN 2');
    expect([read.tryLetters, read.replacements, read.compoundMin]).toEqual([
      'esia',
      [
        ['f', 'ph'],
        ['alot', 'a lot'],
      ],
      2,
    ]);
    expect([
      rules('').compoundMin,
      rules('COMPOUNDMIN 0').compoundMin,
      rules('COMPOUNDMIN -1').compoundMin,
    ]).toEqual([3, 3, 1]);
    expect([rules('').tryLetters, rules('').replacements]).toEqual(['', []]);
  });

  it('may end their lines as on Windows', () => {
    expect(readAffixes('TRY ab\r\nCOMPOUNDMIN 2\r\n')).toMatchObject({ tryLetters: 'ab', compoundMin: 2 });
  });
});
