import { expect, it } from 'vitest';
import type { CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import { isSameIgnored } from '#domain/preflight/ignored.ts';
import { ignoringHere, withoutIgnored } from '#domain/preflight/index.ts';

function warning(finding: string, field: 'remediation' | 'title'): CheckMessage {
  return { level: 'warning', code: 'missing-remediation', finding, title: 't', field, message: 'm' };
}

const one = warning('f1', 'remediation');
const two = warning('f2', 'remediation');
const other = warning('f1', 'title');
const error: CheckMessage = { ...one, level: 'error', code: 'secret' };

it('a warning is ignored by its rule, in one finding, or where it is; an error never', () => {
  const rule = { code: 'missing-remediation', finding: null, place: null } as const;
  expect(withoutIgnored([one, two, error], [rule, { ...rule, code: 'secret' }])).toEqual([error]);
  expect(withoutIgnored([one, two, other], [{ ...rule, finding: 'f1' }])).toEqual([two]);
  expect(withoutIgnored([one, two, other], [ignoringHere(one)])).toEqual([two, other]);
  expect(withoutIgnored([one, two])).toEqual([one, two]);
});

it('a warning that is ignored in a part of the report stays in the findings', () => {
  const summary: CheckMessage = { ...one, code: 'placeholder', finding: null, title: null, field: 'summary' };
  const within: CheckMessage = { ...one, code: 'placeholder' };
  expect(withoutIgnored([summary, within], [ignoringHere(summary)])).toEqual([within]);
});

it('a rule that is ignored ignores no other one', () => {
  expect(withoutIgnored([one], [{ code: 'placeholder', finding: null, place: null }])).toEqual([one]);
});

it('two entries are the same if rule, finding and place are', () => {
  const entry = { code: 'placeholder', finding: 'f1', place: 'title' } as const;
  expect([
    isSameIgnored(entry, { ...entry }),
    isSameIgnored(entry, { ...entry, code: 'secret' }),
    isSameIgnored(entry, { ...entry, finding: null }),
    isSameIgnored(entry, { ...entry, place: null }),
  ]).toEqual([true, false, false, false]);
});
