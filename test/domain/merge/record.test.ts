import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editableFields, type EditableField } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { mergeField, mergeRecord, sameOnceNormalised, type FieldBases } from '#domain/merge/index.ts';
import { applyPatch, type FieldPatch } from '#domain/finding/record.ts';

const theirs: JsonObject = {
  id: 'f1',
  title: 'T',
  asset: ['a'],
  severity: 'low',
  tags: ['x'],
  other: { kept: 1 },
};
const basesOf = (record: JsonObject, ...fields: EditableField[]): FieldBases =>
  Object.fromEntries(fields.map((field) => [field, { value: record[field] ?? null }]));

describe('merging an edit with the record just read', () => {
  it('sends the changed fields only, and nothing that already agrees', () => {
    const patch = { title: 'Mine', severity: 'low', tags: ['x', 'y'] };
    const bases = { title: { value: 'T' }, severity: { value: 'high' }, tags: { value: ['x'] } };
    expect(mergeRecord(patch, bases, theirs)).toEqual({
      kind: 'send',
      fields: { title: 'Mine', tags: ['x', 'y'] },
    });
  });

  it('has nothing left when the service says the same already', () => {
    expect(mergeRecord({ title: 'T', tags: ['x'] }, {}, theirs)).toEqual({ kind: 'nothing-left' });
    expect(mergeRecord({}, {}, theirs)).toEqual({ kind: 'nothing-left' });
  });

  it('stops the whole edit at one contested field and names that alone, with every side', () => {
    const patch = { title: 'Mine', severity: 'critical' };
    const bases = { title: { value: 'T' }, severity: { value: 'high' } };
    expect(mergeRecord(patch, bases, theirs)).toEqual({
      kind: 'conflict',
      conflict: { reason: 'fields', fields: { severity: { base: 'high', mine: 'critical', theirs: 'low' } } },
    });
  });

  it('shows a side that has no value by leaving it out', () => {
    expect(mergeRecord({ cwe: 'https://m' }, {}, { ...theirs, cwe: 'https://t' })).toEqual({
      kind: 'conflict',
      conflict: { reason: 'fields', fields: { cwe: { mine: 'https://m', theirs: 'https://t' } } },
    });
    expect(mergeRecord({ cwe: 'https://m' }, { cwe: { value: 'https://b' } }, theirs)).toEqual({
      kind: 'conflict',
      conflict: { reason: 'fields', fields: { cwe: { base: 'https://b', mine: 'https://m' } } },
    });
  });

  it('never lets an update leave without an asset', () => {
    const patch = { asset: ['a'] };
    expect(mergeRecord(patch, { asset: { value: ['a', 'b'] } }, { ...theirs, asset: ['b'] })).toEqual({
      kind: 'conflict',
      conflict: {
        reason: 'empty-asset',
        fields: { asset: { base: ['a', 'b'], mine: ['a'], theirs: ['b'] } },
      },
    });
    expect(mergeRecord({ title: 'Mine' }, basesOf(theirs, 'title'), { ...theirs, asset: [] })).toEqual({
      kind: 'conflict',
      conflict: { reason: 'empty-asset', fields: { asset: { theirs: [] } } },
    });
    expect(mergeRecord({ asset: ['b'] }, {}, { ...theirs, asset: [] })).toEqual({
      kind: 'send',
      fields: { asset: ['b'] },
    });
  });

  it('does not mistake what objects inherit for values', () => {
    const inherited = JSON.parse('{"__proto__":{"title":"X"},"asset":["a"]}') as JsonObject;
    expect(mergeRecord({ title: 'Mine' }, {}, inherited)).toEqual({
      kind: 'send',
      fields: { title: 'Mine' },
    });
  });

  it('laid over theirs, what is sent holds every change of mine and touches nothing else', () => {
    const value = fc.oneof(
      fc.constantFrom<Json>('a', 'b', 'a\n\nb', null, 7),
      fc.subarray(['a', 'b', 'c'] as Json[]),
    );
    const record = fc.dictionary(fc.constantFrom(...editableFields, 'other'), value, { maxKeys: 15 });
    const patches = fc.dictionary(fc.constantFrom(...editableFields), value) as fc.Arbitrary<FieldPatch>;
    fc.assert(
      fc.property(record, record, patches, (before, now, patch) => {
        const edited = editableFields.filter((field) => Object.hasOwn(patch, field));
        const bases = basesOf(before, ...edited);
        const result = mergeRecord(patch, bases, now);
        if (result.kind === 'conflict') return;
        const fields = result.kind === 'send' ? result.fields : {};
        const after = applyPatch(now, fields);
        for (const member of [...editableFields, 'other']) {
          if (!Object.hasOwn(fields, member)) expect(after[member]).toEqual(now[member]);
        }
        for (const field of edited) {
          const mine = patch[field] ?? null;
          const moved = !sameOnceNormalised(field, before[field], now[field]);
          if (!moved && !sameOnceNormalised(field, mine, before[field])) expect(after[field]).toEqual(mine);
          // Sent again, the same edit has nothing left to do: a repeated send changes nothing.
          const again = mergeField(field, {
            base: { value: now[field] ?? null },
            mine: after[field] ?? null,
            theirs: after[field],
          });
          expect(again).toEqual({ kind: 'nothing-left' });
        }
      }),
      { numRuns: 500 },
    );
  });
});
