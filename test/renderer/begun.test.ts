import { expect, it } from 'vitest';
import { defaultTheme } from '#contract/theme.ts';
import type { Api } from '#renderer/api/api.ts';
import { begunOf, type BegunForms } from '#renderer/state/begun.svelte.ts';
import { draftOf } from '#renderer/state/theme-draft.ts';
import { isUnsaved } from '#renderer/state/unsaved.ts';
import { Program } from './program.ts';

const project = 'harbour-2026';
const theme = draftOf({ theme: defaultTheme, text: '{}' }, 'My theme 1');
const verdicts = {
  ...{ project, rows: [1], round: '1', verdict: null, text: '', at: '', who: '', pendingRetest: false },
};
const forms: { readonly [N in keyof BegunForms]: readonly [BegunForms[N], BegunForms[N]] } = {
  finding: [
    { project, title: '', assets: ' ', severity: 'low' },
    { project, title: 'A', assets: '', severity: '' },
  ],
  verdicts: [verdicts, { ...verdicts, text: 'Mended.' }],
  round: [
    { project, round: 'new', touched: {} },
    { project, round: 2, touched: { note: '' } },
  ],
  theme: [
    { before: theme, draft: { ...theme } },
    { before: theme, draft: { ...theme, footer: 'Acme' } },
  ],
};

it.each(Object.keys(forms) as (keyof BegunForms)[])(
  'what is written in the dialog "%s" counts as not saved until it is kept or given up, for its account alone',
  <N extends keyof BegunForms>(name: N) => {
    const { api }: { api: Api } = new Program({});
    const begun = begunOf(api);
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
