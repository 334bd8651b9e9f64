import { expect, it } from 'vitest';
import type { ConflictCause } from '#contract/procedures/findings/conflict.ts';
import { entriesOf, groupedByField } from '#renderer/features/conflicts/conflict-groups.ts';
import { captionWords } from '#renderer/features/conflicts/strings.ts';

const causeOf = (name: string, findings: number, more: Partial<ConflictCause>): ConflictCause => ({
  cause: name,
  kind: 'update',
  reason: 'fields',
  decision: null,
  offered: null,
  fields: [],
  values: [],
  answers: { mine: true, theirs: true, own: true },
  findings: Array.from({ length: findings }, (_, at) => ({
    op: name,
    id: `${name}${String(at)}`,
    row: at,
    project: 'p',
    title: `${name} ${String(at)}`,
    severity: 'low',
    fingerprint: '',
  })),
  ...more,
});
const low = causeOf('low', 3, {
  fields: ['severity'],
  values: [{ field: 'severity', base: 'medium', mine: 'low', theirs: 'critical' }],
});
const info = causeOf('info', 1, { fields: ['severity'] });
const both = causeOf('both', 2, { fields: ['description', 'severity'] });
const deletion = causeOf('deletion', 1, { kind: 'delete', reason: 'outdated', fields: ['title'] });
const emptied = causeOf('emptied', 1, { fields: ['tags'], offered: 'emptied' });

it('lists a conflict under each of its fields with counts, and offers one answer for all in one of them', () => {
  const groups = groupedByField([low, info, both, deletion]);
  expect(
    groups.map(({ name, field, count, causes }) => [
      name,
      field,
      count,
      causes.map(({ cause, offersAll }) => `${cause.cause} ${String(offersAll)}`),
    ]),
  ).toEqual([
    ['Severity', 'severity', 6, ['low true', 'info false', 'both false']],
    ['Description', 'description', 2, ['both true']],
    ['To be deleted', null, 1, ['deletion false']],
  ]);
});

it('goes through every conflict once, in the order of the list', () => {
  const ids = entriesOf(groupedByField([deletion, low, both, info])).map(({ id }) => id);
  expect(ids).toEqual(['deletion0', 'low0', 'low1', 'low2', 'both0', 'both1', 'info0']);
});

it('says how a cause differs from the others of its field', () => {
  expect([low, both, deletion, emptied].map(captionWords)).toEqual([
    'Yours Low, theirs Critical',
    null,
    'Title changed since',
    'Emptied by an edit',
  ]);
});
