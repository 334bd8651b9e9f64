import { expect, it } from 'vitest';
import type { Annotation } from '#contract/annotation.ts';
import { defaultTheme } from '#contract/deliverable/theme.ts';
import type { Api } from '#renderer/api/api.ts';
import { startPlanning } from '#renderer/session/values/areas.ts';
import { firstStep, undone, withStep, type Steps } from '#renderer/session/values/steps.ts';
import { unsavedDraftsOf, type UnsavedForms } from '#renderer/session/unsaved/unsaved-drafts.svelte.ts';
import { draftOf } from '#renderer/session/values/theme-draft.ts';
import { isUnsaved, keepUnsavedOf } from '#renderer/session/unsaved/unsaved.ts';
import { Program } from './program.ts';

const project = 'harbour-2026';
const theme = draftOf({ theme: defaultTheme, text: '{}' }, 'My theme 1');
const verdicts = {
  ...{
    project,
    rows: [1],
    round: '1',
    verdict: null,
    text: '',
    at: '',
    who: '',
    pendingRetest: false,
    setStatus: false,
  },
};
const answer = { op: 'op1', text: 'Changed.' };
const title = { project, text: '' };
const crop = { x: 0, y: 0, width: 1, height: 1 };
const marked = {
  ...{
    project,
    finding: 'f1',
    round: null,
    evidence: 'e1',
    drawnOn: '0'.repeat(64),
    planning: startPlanning,
  },
};
const layers: Steps<readonly Annotation[]> = firstStep([]);
const annotated = {
  ...{ project, finding: 'f1', round: null, evidence: 'e1', drawnOn: '0'.repeat(64), seen: '0'.repeat(64) },
  steps: layers,
};
const blur: Annotation = { kind: 'blur', x: 0, y: 0, width: 1, height: 1 };
/** One in which nothing is written, and one in which something is. */
const forms: { readonly [N in keyof UnsavedForms]: readonly [UnsavedForms[N] | null, UnsavedForms[N]] } = {
  finding: [
    { op: 'o1', project, title: '', assets: ' ', severity: 'low' },
    { op: 'o1', project, title: 'A', assets: '', severity: '' },
  ],
  verdicts: [verdicts, { ...verdicts, text: 'Mended.' }],
  round: [
    { project, round: 'new', touched: {}, from: {} },
    { project, round: 2, touched: { note: '' }, from: { note: 'A' } },
  ],
  theme: [
    { before: theme, draft: { ...theme } },
    { before: theme, draft: { ...theme, footer: 'Acme' } },
  ],
  lines: [
    { project, fact: 'scopeIn', text: ' ' },
    { project, fact: 'scopeOut', text: 'app.acme.test' },
  ],
  engagement: [
    { id: '', name: '', client: '' },
    { id: '', name: '', client: 'Acme' },
  ],
  list: [
    { view: { view: 1, name: 'Mine', query: '', sort: null }, name: 'Mine' },
    { view: null, name: 'Mine' },
  ],
  answer: [null, answer],
  title: [null, title],
  areas: [marked, { ...marked, planning: withStep(startPlanning, { crop, covered: [] }) }],
  annotations: [
    { ...annotated, steps: undone(withStep(layers, [blur])) },
    { ...annotated, steps: withStep(layers, [blur]) },
  ],
};

it.each(Object.keys(forms) as (keyof UnsavedForms)[])(
  'what is written in the dialog "%s" counts as not saved until it is kept or given up, for its account alone',
  <N extends keyof UnsavedForms>(name: N) => {
    const { api }: { api: Api } = new Program({});
    const begun = unsavedDraftsOf(api);
    begun.enter('mara');
    const [empty, full] = forms[name];
    const asked = [isUnsaved(api)];
    for (const form of [empty, full, null, full]) {
      begun.keepForm(name, form);
      asked.push(isUnsaved(api));
    }
    begun.enter('mara');
    asked.push(isUnsaved(api), begun.form(name) === full);
    begun.enter('john');
    asked.push(isUnsaved(api));
    expect(asked).toEqual([false, false, true, false, true, true, true, false]);
  },
);

it('what was begun in an engagement that is not there any more goes with it, everything else stays', () => {
  const { api }: { api: Api } = new Program({});
  const begun = unsavedDraftsOf(api);
  const names = Object.keys(forms) as (keyof UnsavedForms)[];
  const keep = <N extends keyof UnsavedForms>(name: N): void => {
    begun.keepForm(name, forms[name][1]);
  };
  names.forEach(keep);
  const standing = () => names.filter((name) => begun.form(name) !== null);
  keepUnsavedOf(api, new Set([project]));
  const there = standing();
  keepUnsavedOf(api, new Set(['another']));
  expect([there, standing()]).toEqual([names, ['theme', 'engagement', 'list', 'answer']]);
});
