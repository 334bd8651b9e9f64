import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EditableField } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import {
  arrived,
  dropped,
  due,
  refused,
  retried,
  saved,
  sent,
  shownIn,
  typed,
} from '#renderer/session/unsaved/drafts.ts';
import { openState, record, viewOf, type OpenState } from '../support/open-state.ts';

const unanswered = { code: 'unreachable', message: 'The program does not answer.' } as const;

const draftOf = (state: OpenState, field: EditableField) => state.drafts.get(field) ?? null;
const sendingOf = (state: OpenState, field: EditableField) => state.sending.get(field) ?? null;
const unsaved = (state: OpenState) => [...state.drafts.keys()];

/** What is on its way in a field, which must be there. */
function wayOf(state: OpenState, field: EditableField) {
  const change = sendingOf(state, field);
  if (change === null) throw new Error(`${field} is not on its way`);
  return change;
}

describe('a sync arrives under an open editor', () => {
  test('a field without a draft shows what came', () => {
    const state = arrived(openState(), viewOf({ ...record, title: 'Theirs' }));
    expect([shownIn(state, 'title'), unsaved(state)]).toEqual(['Theirs', []]);
  });

  test('a field with a draft keeps every letter and says that another value came', () => {
    const state = arrived(typed(openState(), 'title', 'Mine'), viewOf({ ...record, title: 'Theirs' }));
    expect(draftOf(state, 'title')).toEqual({
      value: 'Mine',
      seen: { value: 'Session outlives logout' },
      elsewhere: { value: 'Theirs' },
      doubted: null,
      trouble: null,
    });
  });

  test('what is typed goes to the store as typed over what was seen, not over what came', () => {
    const state = arrived(typed(openState(), 'title', 'Mine'), viewOf({ ...record, title: 'Theirs' }));
    expect(sendingOf(sent(typed(state, 'title', 'Mine!'), 'title'), 'title')).toEqual({
      field: 'title',
      value: 'Mine!',
      seen: { value: 'Session outlives logout' },
    });
  });

  test('typing the value that came settles it; typing back what was seen does not', () => {
    const state = arrived(typed(openState(), 'title', 'Mine'), viewOf({ ...record, title: 'Theirs' }));
    const back = typed(state, 'title', 'Session outlives logout');
    const same = arrived(typed(state, 'title', 'Theirs'), viewOf({ ...record, title: 'Theirs' }));
    expect([draftOf(back, 'title')?.elsewhere, unsaved(same)]).toEqual([{ value: 'Theirs' }, []]);
  });

  test('a reading that comes while something is on its way changes nothing', () => {
    const state = sent(typed(openState(), 'title', 'Mine'), 'title');
    expect(arrived(state, viewOf({ ...record, title: 'Theirs' }))).toBe(state);
  });

  test('a member that the service took away is told like any other value', () => {
    const state = arrived(typed(openState(), 'description', 'Mine.'), viewOf({ title: 'T', asset: ['a'] }));
    expect(draftOf(state, 'description')?.elsewhere).toEqual({});
  });
});

describe('saving', () => {
  test('what was typed while the field was on its way stays a draft over what was saved', () => {
    const under = typed(sent(typed(openState(), 'title', 'Mine'), 'title'), 'title', 'Mine too');
    const state = saved(under, wayOf(under, 'title'), 5);
    expect([draftOf(state, 'title'), state.view.effective['title'], state.savedAtMs]).toEqual([
      { value: 'Mine too', seen: { value: 'Mine' }, elsewhere: null, doubted: null, trouble: null },
      'Mine',
      5,
    ]);
  });

  test('going back to the stored value while the other one is on its way is a change', () => {
    const under = typed(sent(typed(openState(), 'severity', 'low'), 'severity'), 'severity', 'medium');
    expect(due(saved(under, wayOf(under, 'severity'), 5))).toEqual(['severity']);
  });

  test('typing back what is stored leaves nothing to save', () => {
    const state = typed(typed(openState(), 'severity', 'low'), 'severity', 'medium');
    expect(unsaved(state)).toEqual([]);
  });

  test('an empty text or list in a field that holds nothing is no change', () => {
    const state = typed(typed(openState(), 'tags', []), 'remediation', '');
    expect(unsaved(state)).toEqual([]);
  });

  test('a value that breaks a rule is kept, says which, and is not sent', () => {
    const state = typed(typed(openState(), 'title', ' '), 'severity', 'low');
    expect([draftOf(state, 'title')?.trouble, due(state), unsaved(state)]).toEqual([
      { code: 'invalid', message: 'must be a text that is not empty.' },
      ['severity'],
      ['title', 'severity'],
    ]);
  });

  test('what the store refuses stays, with its words, and is tried again unless a rule is broken', () => {
    const under = sent(typed(openState(), 'title', 'Mine'), 'title');
    const full = refused(under, wayOf(under, 'title'), { code: 'disk-full', message: 'The disk is full.' });
    const wrong = refused(under, wayOf(under, 'title'), { code: 'invalid', message: 'must be shorter.' });
    expect([
      draftOf(full, 'title')?.trouble?.message,
      due(full),
      due(retried(full)),
      due(retried(wrong)),
      shownIn(full, 'title'),
    ]).toEqual(['The disk is full.', [], ['title'], [], 'Mine']);
  });

  test('what may be in the store is not gone back on by typing what was there before: a reading decides', () => {
    const under = sent(typed(openState(), 'title', 'Mine'), 'title');
    const back = typed(refused(under, wayOf(under, 'title'), unanswered), 'title', 'Session outlives logout');
    const stored = arrived(back, viewOf({ ...record, title: 'Mine' }));
    expect([
      unsaved(back),
      sendingOf(sent(back, 'title'), 'title'),
      sendingOf(sent(stored, 'title'), 'title'),
      draftOf(stored, 'title')?.elsewhere,
      unsaved(arrived(back, viewOf(record))),
    ]).toEqual([
      ['title'],
      null,
      { field: 'title', value: 'Session outlives logout', seen: { value: 'Mine' } },
      null,
      [],
    ]);
  });

  test('a draft that is given up shows what is stored', () => {
    const state = dropped(typed(openState(), 'title', ''), 'title');
    expect([shownIn(state, 'title'), unsaved(state)]).toEqual(['Session outlives logout', []]);
  });
});

/*
 * One field, any order of typing, sending, answers and syncs. The store here does what the engine does: an edit
 * that was typed over another value than it has is not laid over that silently.
 */
type Step =
  | { readonly kind: 'type' | 'service'; readonly value: string }
  | { readonly kind: 'send' | 'done' | 'fails' | 'lost' | 'read' };
const values = ['a', 'b', 'c'] as const;
const step = fc.constantFrom<Step>(
  ...values.map((value): Step => ({ kind: 'type', value })),
  ...values.map((value): Step => ({ kind: 'service', value })),
  ...(['send', 'send', 'done', 'done', 'fails', 'lost', 'read', 'read'] as const).map((kind): Step => ({
    kind,
  })),
);

test('whatever the order, the field shows what was typed until it is stored, and names what it was typed over', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
      let state = openState({ description: 'a' });
      let store: Json = 'a';
      let last: Json | null = null;
      let over: Json = 'a';
      let perhaps: Json | null = null;
      for (const now of steps) {
        const sending = sendingOf(state, 'description');
        const clean = unsaved(state).length === 0 && sending === null;
        if (now.kind === 'type') {
          if (clean) over = shownIn(state, 'description') ?? null;
          state = typed(state, 'description', now.value);
          last = now.value;
        } else if (now.kind === 'service') store = now.value;
        else if (now.kind === 'read') {
          if (sending === null && perhaps === store) over = store;
          if (sending === null) perhaps = null;
          state = arrived(state, viewOf({ ...record, description: store }));
        } else if (now.kind === 'send') {
          if (sending === null) state = sent(state, 'description');
        } else if (sending !== null) {
          if (now.kind === 'fails')
            state = retried(refused(state, sending, { code: 'disk-full', message: 'Full.' }));
          else {
            expect(sending.seen).toEqual({ value: over });
            store = sending.value;
          }
          if (now.kind === 'lost') {
            state = retried(refused(state, sending, unanswered));
            perhaps = sending.value;
          } else if (now.kind === 'done') {
            over = sending.value;
            state = saved(state, sending, 1);
          }
        }
        if (unsaved(state).length > 0) expect(shownIn(state, 'description')).toBe(last);
        if (clean && now.kind === 'read') expect(shownIn(state, 'description')).toBe(store);
      }
    }),
    { numRuns: 500 },
  );
});
