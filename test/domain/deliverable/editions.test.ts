import { expect, test } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { ReportFinding, ReportVerdict } from '#contract/deliverable/report.ts';
import { ReportComparison } from '#contract/deliverable/template.ts';
import { compareEditions, type FrozenFinding } from '#domain/deliverable/editions.ts';
import { frozenFindings, gravestOf, type PrintedChoices } from '#domain/deliverable/frozen-findings.ts';

const image = { sha256: 'aa', caption: 'shot' };

function finding(id: string, record: JsonObject, evidence: FrozenFinding['evidence'] = []): FrozenFinding {
  return { id, record: { title: id, severity: 'low', ...record }, evidence };
}

test('tells new, changed with its fields, and gone; what stands for nothing and nameless members are no change', () => {
  const from = [
    finding('same', { tags: [], cwe: '', internal: 1 }),
    finding('worse', { severity: 'low', description: 'a' }),
    finding('shot', {}, [image]),
    finding('local-1', { title: 'Sent meanwhile' }),
    finding('away', {}),
  ];
  const to = [
    finding('added', { severity: 'high' }),
    finding('same', { tags: null, internal: 2 }),
    finding('worse', { severity: 'high' }),
    finding('shot', {}, [{ ...image, caption: 'shot two' }]),
    finding('service-1', { title: 'Sent meanwhile' }),
  ];
  expect(compareEditions(from, to, (id) => (id === 'local-1' ? 'service-1' : id))).toEqual({
    new: [{ id: 'added', number: 'H1', title: 'added', severity: 'high' }],
    changed: [
      {
        id: 'worse',
        number: 'H2',
        title: 'worse',
        severity: 'high',
        fields: [
          { field: 'severity', was: 'low', now: 'high' },
          { field: 'description', was: 'a', now: null },
        ],
      },
      {
        id: 'shot',
        number: 'L2',
        title: 'shot',
        severity: 'low',
        fields: [{ field: 'evidence', was: [image], now: [{ ...image, caption: 'shot two' }] }],
      },
    ],
    gone: [{ id: 'away', number: 'L5', title: 'away', severity: 'low' }],
    unchanged: 2,
    renumbered: [
      { id: 'worse', number: 'H2', was: 'L2', title: 'worse', severity: 'high' },
      { id: 'shot', number: 'L2', was: 'L3', title: 'shot', severity: 'low' },
      { id: 'service-1', number: 'L3', was: 'L4', title: 'Sent meanwhile', severity: 'low' },
    ],
  });
});

const said = (round: number, verdict: string, text = '') => ({
  round,
  verdict,
  at: '2026-11-12',
  who: 'B',
  text,
});

/** Five findings, of which the first is critical and the second was retested. */
function snapshot(over: Readonly<Record<string, JsonObject>> = {}, verdicts = [said(1, 'open')]) {
  const severities = ['critical', 'high', 'medium', 'low', 'low'];
  return {
    findings: severities.map((severity, at) => {
      const id = `f${String(at + 1)}`;
      const record = { title: id, severity, description: 'D', demonstration: 'Steps', ...over[id] };
      const number = { number: at === 4 ? 2 : 1 };
      return ReportFinding.parse({ id, record, ...number, verdicts: id === 'f2' ? verdicts : [] });
    }),
  };
}

/** New, changed with its fields, gone, and how many are unchanged. */
function between(
  from: readonly [ReturnType<typeof snapshot>, PrintedChoices],
  to: readonly [ReturnType<typeof snapshot>, PrintedChoices],
) {
  const found = compareEditions(frozenFindings(...from), frozenFindings(...to));
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join(' ');
  const changed = found.changed.map(
    ({ id, fields }) => `${id}: ${fields.map(({ field }) => field).join(' ')}`,
  );
  return [ids(found.new), changed, ids(found.gone), found.unchanged, found.renumbered.length];
}

test('an edition about one finding has no other one, which keeps its number', () => {
  const single = (finding: string) => ({ template: 'single', finding }) as const;
  expect([
    between([snapshot(), single('f5')], [snapshot(), {}]),
    between([snapshot(), single('f1')], [snapshot(), single('f5')]),
    between([snapshot(), single('f1')], [snapshot({ f2: { title: 'Other' } }), single('f1')]),
  ]).toEqual([
    ['f1 f2 f3 f4', [], '', 1, 0],
    ['f5', [], 'f1', 0, 0],
    ['', [], '', 1, 0],
  ]);
});

test('an executive edition is compared in what it prints: the worst in short, the others by name', () => {
  const executive = { template: 'executive' } as const;
  const changes = {
    f1: { demonstration: 'Other steps', description: 'Other' },
    f3: { description: 'Other', severity: 'high' },
    f4: { description: 'Other' },
  };
  expect([
    between([snapshot(), executive], [snapshot(changes), executive]),
    between([snapshot(), executive], [snapshot(changes), {}]),
    between([snapshot(), {}], [snapshot(changes), { ...executive, format: 'csv' }]),
  ]).toEqual([
    ['', ['f1: description', 'f3: severity'], '', 3, 1],
    ['', ['f1: description', 'f3: severity'], '', 3, 1],
    ['', ['f1: description demonstration', 'f3: severity description', 'f4: description'], '', 2, 1],
  ]);
});

test('a retest edition prints whole what was looked at again', () => {
  const changes = { f2: { description: 'Other' }, f3: { description: 'Other' } };
  expect(between([snapshot(), { template: 'retest' }], [snapshot(changes), {}])).toEqual([
    '',
    ['f2: description'],
    '',
    4,
    0,
  ]);
});

test('the verdict of the newest round is told, or else what a retest says beside it', () => {
  const fieldsOf = (verdicts: ReturnType<typeof said>[], options: PrintedChoices = {}) =>
    compareEditions(
      frozenFindings(snapshot(), options),
      frozenFindings(snapshot({}, verdicts), options),
    ).changed.flatMap(({ fields }) => fields.map(({ field, was, now }) => [field, was, now]));
  expect([
    fieldsOf([said(1, 'open'), said(2, 'fixed')]),
    fieldsOf([]),
    fieldsOf([said(1, 'open', 'Again.')]).map(([field]) => field),
    fieldsOf([said(1, 'fixed')], { round: 2 }),
    fieldsOf([said(1, 'fixed')], { template: 'executive', sections: ['cover', 'summary'] }),
  ]).toEqual([[['verdict', 'open', 'fixed']], [['verdict', 'open', null]], ['retest'], [], []]);
});

test('a retest edition prints whole also what changed or came since the edition before; all if nothing did', () => {
  const printedWhole = (against: ReturnType<typeof snapshotAgainst>, verdicts = [said(1, 'open')]) =>
    frozenFindings({ ...snapshot({}, verdicts), against }, { template: 'retest' })
      .filter(({ fields }) => fields?.has('demonstration'))
      .map(({ id }) => id)
      .join(' ');
  expect([
    printedWhole(snapshotAgainst(['f4'], ['f1'])),
    printedWhole(snapshotAgainst([], [])),
    printedWhole(snapshotAgainst(['f5'], []), []),
    printedWhole(snapshotAgainst([], []), []),
  ]).toEqual(['f1 f2 f4', 'f2', 'f5', 'f1 f2 f3 f4 f5']);
});

/** What is new and changed since an edition before. */
function snapshotAgainst(added: string[], changed: string[]) {
  return ReportComparison.parse({
    edition: 1,
    createdAt: '2026-11-20',
    new: added,
    changed: changed.map((id) => ({ id, fields: [] })),
    gone: [],
    unchanged: 0,
  });
}

test('the gravest findings are the first ten rated critical or high, or the first three of any', () => {
  const rated = (severity: 'critical' | 'high' | 'low', count: number) =>
    Array.from({ length: count }, () => severity);
  const gravest = (list: readonly ('critical' | 'high' | 'low')[]) => gravestOf(list, (name) => name);
  expect([
    gravest([...rated('critical', 1), ...rated('high', 1), ...rated('low', 4)]),
    gravest(rated('high', 11)),
    gravest(rated('low', 5)),
    gravest([]),
  ]).toEqual([['critical', 'high'], rated('high', 10), rated('low', 3), []]);
});

test('an edition that does not print the risks prints findings by name', () => {
  const choices: PrintedChoices = { template: 'executive', sections: ['cover', 'summary'] };
  expect(frozenFindings(snapshot(), choices).map(({ fields }) => [...(fields ?? [])])).toEqual(
    Array.from({ length: 5 }, () => ['title', 'severity', 'CVSS']),
  );
});

test('an image of a retest counts: another one changes what the retest says', () => {
  const retested = (sha256: string): FrozenFinding => {
    const size = { type: 'image/png', width: 1, height: 1, addedAt: '2026-11-12' };
    const evidence = [{ evidence: 'e1', caption: 'shot', sha256, ...size }];
    return { ...finding('f1', {}), verdicts: [ReportVerdict.parse({ ...said(1, 'open'), evidence })] };
  };
  const { changed } = compareEditions([retested('aa')], [retested('bb')]);
  expect(changed.flatMap(({ fields }) => fields.map(({ field }) => field))).toEqual(['retest']);
  expect(compareEditions([retested('aa')], [retested('aa')]).unchanged).toBe(1);
});
