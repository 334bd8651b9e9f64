import { describe, expect, it } from 'vitest';
import type { SelectedFinding } from '#contract/deliverable/selection.ts';
import {
  allChosen,
  noneChosen,
  placeOf,
  queryChosen,
  toggled,
} from '#renderer/features/reports/choice/finding-selection.ts';

function finding(id: string, over: Partial<SelectedFinding> = {}): SelectedFinding {
  return {
    id,
    title: id,
    severity: 'high',
    score: null,
    number: 'H1',
    numberKept: false,
    placed: false,
    unfit: null,
    leftOut: null,
    ...over,
  };
}
const out = (kind: NonNullable<SelectedFinding['leftOut']>['kind']) => ({ leftOut: { kind, reason: '' } });

describe('the boxes of the list', () => {
  it('exclude what is printed, and take that back', () => {
    const excluded = toggled({}, finding('a'), false);
    expect([excluded, toggled(excluded, finding('a', out('excluded')), true)]).toEqual([
      { include: [], exclude: ['a'] },
      { include: [], exclude: [] },
    ]);
  });

  it('include what a rule leaves out, and what its state leaves out only for as long as its box is ticked', () => {
    const draft = finding('r', { unfit: 'draft', ...out('draft') });
    const included = toggled({ include: ['b'] }, draft, true);
    expect([
      toggled({}, finding('q', out('query')), true),
      included,
      toggled(included, finding('r', { unfit: 'draft' }), false),
    ]).toEqual([
      { include: ['q'], exclude: [] },
      { include: ['b', 'r'], exclude: [] },
      { include: ['b'], exclude: [] },
    ]);
  });
});

describe('a choice of many at once', () => {
  it('is all that its state does not keep out, none, or what a query finds, with nothing by hand beside it', () => {
    const findings = [
      finding('a'),
      finding('d', { unfit: 'draft', ...out('draft') }),
      finding('q', out('query')),
    ];
    expect([allChosen(), noneChosen(findings), queryChosen('tag:web')]).toEqual([
      { settings: {}, reset: ['query', 'include', 'exclude'] },
      { settings: { exclude: ['a', 'q'] }, reset: ['query', 'include'] },
      { settings: { query: 'tag:web' }, reset: ['include', 'exclude'] },
    ]);
  });
});

it('a place is counted among the findings of one severity, however it is written', () => {
  const all = [
    finding('c', { severity: 'critical' }),
    finding('m1', { severity: 'medium' }),
    finding('m2', { severity: 'Moderate' }),
  ];
  expect(all.map((one) => placeOf(all, one))).toEqual([
    { place: 1, of: 1 },
    { place: 1, of: 2 },
    { place: 2, of: 2 },
  ]);
});
