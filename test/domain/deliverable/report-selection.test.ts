import { describe, expect, it } from 'vitest';
import { defaultProfile, serviceProfileSchema } from '#contract/profile.ts';
import { inReportOrder } from '#domain/deliverable/finding-order.ts';
import {
  contradictsVerdict,
  leftOutReason,
  selectionSummary,
  statusFor,
  whyLeftOut,
  type Selectable,
} from '#domain/deliverable/selection.ts';

const printed: Selectable = {
  status: 'open',
  candidate: false,
  private: false,
  accepted: false,
  rejection: null,
  included: false,
  excluded: false,
  matched: true,
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

  const both = ['drafts', 'false-positives'] as const;

  it('leaves out drafts and false positives unless told to print them or one by hand', () => {
    expect([
      kind({ status: 'draft' }, both),
      kind({ status: 'false positive' }, both),
      kind({ status: 'open' }, both),
      kind({ status: 'draft' }, ['false-positives']),
      kind({ status: 'false positive' }, ['drafts']),
      kind({ status: 'draft' }),
      kind({ status: 'draft', included: true }, both),
      kind({ status: 'draft', matched: false }, both),
    ]).toEqual(['draft', 'false-positive', null, null, null, null, null, 'draft']);
  });

  it.each([
    'false_positive',
    'False Positive',
    'FALSE-POSITIVE',
    'falsePositive',
    'False\u00a0positive',
    'fp',
    'F/P',
  ])('knows the false positive in %j', (status) => {
    expect(kind({ status }, both)).toBe('false-positive');
  });

  it('goes by the names of the profile, of which one without letters only equals itself', () => {
    const profile = serviceProfileSchema.parse({ statusRoles: { falsePositive: ['not an issue', '-'] } });
    const out = (status: string) => whyLeftOut({ ...printed, status }, both, profile)?.kind ?? null;
    expect(['NotAnIssue', 'false positive', '-', '', '?'].map(out)).toEqual([
      'false-positive',
      null,
      'false-positive',
      null,
      null,
    ]);
  });

  it('judges a candidate by its review, not by its status; a private one is a draft until it is accepted', () => {
    expect([
      kind({ status: 'draft', candidate: true }, both),
      kind({ candidate: true, private: true }, both),
      kind({ candidate: true, private: true, accepted: true }, both),
      kind({ candidate: true, private: true, rejection: 'pending' }, both),
    ]).toEqual([null, 'draft', null, 'rejected']);
  });

  it('prints beside the query what is included, and never what is excluded', () => {
    expect([
      kind({ matched: false }),
      kind({ matched: false, included: true }),
      kind({ excluded: true, included: true }),
      kind({ excluded: true, rejection: 'own' }),
    ]).toEqual(['query', null, 'excluded', 'excluded']);
  });

  it('tells each kind of what is left out, in one and in several', () => {
    const kinds = ['query', 'false-positive', 'draft', 'excluded', 'rejected'] as const;
    expect([
      selectionSummary(0, kinds),
      selectionSummary(1, ['draft', 'draft']),
      selectionSummary(0, ['false-positive', 'false-positive']),
    ]).toEqual([
      '0 of 5 findings; 5 left out: 1 rejected, 1 excluded by hand, 1 draft, 1 false positive, 1 not found by the query',
      '1 of 3 findings; 2 left out: 2 drafts',
      '0 of 2 findings; 2 left out: 2 false positives',
    ]);
  });

  it('is told in numbers and reasons', () => {
    expect([
      selectionSummary(24, []),
      selectionSummary(1, []),
      selectionSummary(20, ['rejected', 'query', 'rejected', 'draft']),
      leftOutReason({ kind: 'rejected', rejection: 'pending' }),
      leftOutReason({ kind: 'query', rejection: null }),
      leftOutReason({ kind: 'excluded', rejection: null }),
      leftOutReason({ kind: 'draft', rejection: null }),
      leftOutReason({ kind: 'false-positive', rejection: null }),
      leftOutReason({ kind: 'rejected', rejection: 'refused' }),
      leftOutReason({ kind: 'rejected', rejection: 'own' }),
      leftOutReason({ kind: 'rejected', rejection: 'recorded' }),
    ]).toEqual([
      '24 findings',
      '1 finding',
      '20 of 24 findings; 4 left out: 2 rejected, 1 draft, 1 not found by the query',
      'you rejected it (pending)',
      'the query does not find it',
      'it is excluded by hand',
      'it is a draft',
      'it is a false positive',
      'you rejected it, and the decision did not get through',
      'you rejected it',
      'its status is rejected',
    ]);
  });
});

it('a status contradicts the last verdict if it is open though fixed, or closed though it is not', () => {
  const verdicts = ['fixed', 'partly', 'open', 'not-retested'] as const;
  const against = (status: string, isNewest = true) =>
    verdicts.filter((verdict) => contradictsVerdict(status, { verdict, isNewest }, defaultProfile));
  expect([
    against('Open'),
    against('re-opened'),
    against('closed'),
    against('Fixed'),
    against('Pending Retest'),
    against('pending_retest', false),
    against('risk_accepted'),
    against(''),
  ]).toEqual([['fixed'], ['fixed'], ['partly', 'open'], ['partly', 'open'], ['fixed'], [], [], []]);
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

  it('puts an unscored finding behind one of score zero, and equal ones by title in either order given', () => {
    const findings = [
      finding('low', null, 'A unscored'),
      finding('low', 0, 'B zero'),
      finding('low', 0, 'C zero '),
      finding('low', 0, ' A zero'),
    ];
    const sorted = ['A zero', 'B zero', 'C zero', 'A unscored'];
    const titles = (list: typeof findings) => inReportOrder(list).map(({ title }) => title.trim());
    expect([titles(findings), titles(findings.toReversed())]).toEqual([sorted, sorted]);
  });

  it('keeps findings of one unknown severity together', () => {
    const findings = [
      finding('urgent', 9, 'U1'),
      finding('blocker', 8, 'B1'),
      finding('Urgent', 7, 'U2'),
      finding('blocker', 6, 'B2'),
    ];
    expect(inReportOrder(findings).map(({ title }) => title)).toEqual(['B1', 'B2', 'U1', 'U2']);
  });
});
