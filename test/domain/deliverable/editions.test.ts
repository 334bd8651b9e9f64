import { expect, test } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { compareEditions, type FrozenFinding } from '#domain/deliverable/editions.ts';

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
        ...{ id: 'worse', number: 'H2', title: 'worse', severity: 'high' },
        fields: [
          { field: 'severity', was: 'low', now: 'high' },
          { field: 'description', was: 'a', now: null },
        ],
      },
      {
        ...{ id: 'shot', number: 'L2', title: 'shot', severity: 'low' },
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
