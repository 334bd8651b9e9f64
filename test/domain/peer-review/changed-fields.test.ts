import { describe, expect, it } from 'vitest';
import { changedFields, fieldsOf, formerValue } from '#domain/peer-review/changed-fields.ts';

describe('what changed in a finding', () => {
  it('is told by field, an empty one being like none, and other members say nothing', () => {
    const was = { title: 'One', tags: ['a'], remediation: '', updatedAt: 1 };
    const now = { title: 'Two', tags: ['a'], severity: 'high', updatedAt: 2 };
    expect(changedFields(was, now)).toEqual([
      { name: 'title', was: 'One', now: 'Two' },
      { name: 'severity', was: undefined, now: 'high' },
    ]);
  });

  it('is compared by the fields that can be edited', () => {
    expect(fieldsOf({ id: 'f1', title: 'One', tags: [], review_version: 3 })).toEqual({
      title: 'One',
      tags: [],
    });
  });

  it('goes back to the former value, or to an empty one of the same kind', () => {
    const of = (was: string | undefined, now: string | string[] | undefined) =>
      formerValue({ name: 'tags', was, now });
    expect([of('One', 'Two'), of(undefined, 'Two'), of(undefined, ['a']), of(undefined, undefined)]).toEqual([
      'One',
      '',
      [],
      null,
    ]);
  });
});
