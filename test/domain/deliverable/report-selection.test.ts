import { describe, expect, it } from 'vitest';
import { defaultProfile, serviceProfileSchema } from '#contract/profile.ts';
import { inReportOrder } from '#domain/deliverable/finding-order.ts';
import {
  leftOutReason,
  selectionSummary,
  statusFor,
  whyLeftOut,
  type Selectable,
} from '#domain/deliverable/selection.ts';

const printed: Selectable = {
  ...{ status: 'open', private: false, rejection: null },
  ...{ included: false, excluded: false, matched: true },
};

function kind(over: Partial<Selectable>, skip: Parameters<typeof whyLeftOut>[1] = []): string | null {
  return whyLeftOut({ ...printed, ...over }, skip, defaultProfile)?.kind ?? null;
}

describe('the choice of findings', () => {
  it('leaves rejected ones out however they were rejected, unless they are included by hand', () => {
    const ways = ['pending', 'refused', 'own', 'recorded'] as const;
    expect(ways.map((rejection) => [kind({ rejection }), kind({ rejection, included: true })])).toEqual(
      ways.map(() => ['rejected', null]),
    );
  });

  it('prints drafts and false positives, and skips them if told to, however their status is written', () => {
    const both = ['drafts', 'false-positives'] as const;
    expect([
      kind({ status: 'Draft' }),
      kind({ status: 'false_positive' }),
      kind({ status: 'Draft' }, both),
      kind({ private: true }, both),
      kind({ status: 'False-Positive' }, both),
      kind({ status: 'false_positive' }, ['drafts']),
      kind({ status: 'open' }, both),
    ]).toEqual([null, null, 'draft', 'draft', 'false-positive', null, null]);
  });

  it('prints beside the query what is included, and never what is excluded', () => {
    expect([
      kind({ matched: false }),
      kind({ matched: false, included: true }),
      kind({ excluded: true, included: true }),
      kind({ excluded: true, rejection: 'own' }),
    ]).toEqual(['query', null, 'excluded', 'excluded']);
  });

  it('is told in numbers and reasons', () => {
    expect([
      selectionSummary(24, []),
      selectionSummary(1, []),
      selectionSummary(20, ['rejected', 'query', 'rejected', 'draft']),
      leftOutReason({ kind: 'rejected', rejection: 'pending' }),
      leftOutReason({ kind: 'query', rejection: null }),
    ]).toEqual([
      '24 findings',
      '1 finding',
      '20 of 24 findings; 4 left out: 2 rejected, 1 draft, 1 not found by the query',
      'you rejected it (pending)',
      'the query does not find it',
    ]);
  });
});

describe('the status that goes with a verdict', () => {
  it("is one of the profile's own, as the profile writes it", () => {
    const profile = (statuses: string[], statusRoles = {}) =>
      serviceProfileSchema.parse({ statuses, statusRoles });
    expect([
      statusFor('closed', defaultProfile),
      statusFor('open', defaultProfile),
      statusFor('closed', profile(['OPEN', 'Resolved'])),
      statusFor('open', profile(['OPEN', 'Resolved'])),
      statusFor('closed', profile(['new', 'done'])),
      statusFor('closed', profile(['new', 'done'], { closed: ['Done'] })),
    ]).toEqual(['closed', 'open', 'Resolved', 'OPEN', null, 'done']);
  });
});

function finding(severity: string, score: number | null, title: string, place: number | null = null) {
  return { severity, score, title, place };
}

describe('the order of a report', () => {
  it('is by hand first; what has no place follows by score', () => {
    const findings = [
      finding('high', 9, 'New'),
      finding('high', 5, 'Second', 2),
      finding('high', 1, 'First', 1),
      finding('medium', 5, 'Other'),
    ];
    expect(inReportOrder(findings).map(({ title }) => title)).toEqual(['First', 'Second', 'New', 'Other']);
  });

  it('is by severity, then by score, highest first, then by title, in which blanks count once', () => {
    const findings = [
      finding('high', 6.8, 'A lesser one'),
      finding('High', 8.8, 'Z worst'),
      finding('medium', null, 'Missing  Zebra'),
      finding('moderate', null, ' missing headers'),
      finding('medium', 4.1, 'Scored'),
      finding('urgent', 9, 'Own severity'),
      finding('critical', null, 'Unscored'),
    ];
    expect(inReportOrder(findings).map(({ title }) => title)).toEqual([
      'Unscored',
      'Z worst',
      'A lesser one',
      'Scored',
      ' missing headers',
      'Missing  Zebra',
      'Own severity',
    ]);
  });
});
