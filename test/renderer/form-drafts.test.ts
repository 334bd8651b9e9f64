import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Annotation } from '#contract/finding/annotation.ts';
import { defaultTheme } from '#contract/deliverable/theme.ts';
import { answerDraftOf } from '#renderer/features/assistant/answer-draft.ts';
import { scopeLinesDraftOf } from '#renderer/features/engagements/scope-lines-draft.ts';
import { startPlanning } from '#renderer/features/evidence/areas/areas.ts';
import { annotatedImageOf, markedImageOf } from '#renderer/features/evidence/areas/drafts.ts';
import { firstStep, undone, withStep, type Steps } from '#renderer/session/steps.ts';
import { listNameDraftOf, newFindingDraftOf } from '#renderer/features/findings/list/drafts.ts';
import { draftOf } from '#renderer/features/reports/theme/theme-draft.ts';
import { themeFormOf } from '#renderer/features/reports/theme/theme-form.ts';
import { snippetDraftOf } from '#renderer/features/settings/snippets/snippet-draft.ts';
import { roundDraftOf, verdictsDraftOf } from '#renderer/features/retest/drafts.ts';
import { newEngagementDraftOf } from '#renderer/features/vault/engagement-list/new-engagement-draft.ts';
import { sessionOf } from '#renderer/session/account/account-session.ts';
import { bulkDraftOf, BulkWork } from '#renderer/session/bulk.svelte.ts';
import type { FormDraft } from '#renderer/session/unsaved/form-draft.svelte.ts';
import { Program, withBase64 } from './support/program.ts';

withBase64();

const root = join(import.meta.dirname, '..', '..', 'renderer');
const project = 'harbour-2026';

interface Case {
  /** Keeps a form in which nothing is written, if there is such a one; then one in which something is. */
  readonly keep: (api: Program['api'], written: boolean) => void;
  readonly draftOf: (api: Program['api']) => { readonly now: unknown; keep(form: null): void };
  /** Whether it belongs to an engagement, and goes with it. */
  readonly goes: boolean;
}

function caseOf<T>(
  of: (api: Program['api']) => FormDraft<T>,
  [empty, full]: readonly [NoInfer<T> | null, NoInfer<T>],
  goes: boolean,
): Case {
  return { keep: (api, written) => of(api).keep(written ? full : empty), draftOf: of, goes };
}

const theme = draftOf({ theme: defaultTheme, text: '{}' }, 'My theme 1');
const verdicts = {
  name: null,
  project,
  rows: [1],
  round: '1',
  verdict: null,
  text: '',
  at: '',
  who: '',
  pendingRetest: false,
  setStatus: false,
};
const crop = { x: 0, y: 0, width: 1, height: 1 };
const image = { project, finding: 'f1', round: null, evidence: 'e1', drawnOn: '0'.repeat(64) };
const marked = { ...image, planning: startPlanning };
const layers: Steps<readonly Annotation[]> = firstStep([]);
const annotated = { ...image, seen: '0'.repeat(64), steps: layers };
const blur: Annotation = { kind: 'blur', x: 0, y: 0, width: 1, height: 1 };
const words = { op: 'o1', project, title: '', assets: [], asset: ' ', severity: 'low' };

function bulk(status: string): BulkWork {
  const work = new BulkWork(new Program({}).api, { kind: 'status', project, rows: [1] });
  work.status = status;
  return work;
}

const cases: Readonly<Record<string, Case>> = {
  newFindingDraftOf: caseOf(newFindingDraftOf, [words, { ...words, assets: ['a.example'] }], true),
  verdictsDraftOf: caseOf(verdictsDraftOf, [verdicts, { ...verdicts, text: 'The token ends.' }], true),
  roundDraftOf: caseOf(
    roundDraftOf,
    [
      { project, round: 'new', touched: {}, from: {} },
      { project, round: 2, touched: { note: '' }, from: { note: 'A' } },
    ],
    true,
  ),
  themeFormOf: caseOf(
    themeFormOf,
    [
      { before: theme, draft: { ...theme } },
      { before: theme, draft: { ...theme, footer: 'Acme' } },
    ],
    false,
  ),
  scopeLinesDraftOf: caseOf(
    scopeLinesDraftOf,
    [
      { project, fact: 'scopeIn', text: ' ' },
      { project, fact: 'scopeOut', text: 'app.acme.test' },
    ],
    true,
  ),
  newEngagementDraftOf: caseOf(
    newEngagementDraftOf,
    [
      { id: '', name: '', client: '' },
      { id: '', name: '', client: 'Acme' },
    ],
    false,
  ),
  listNameDraftOf: caseOf(
    listNameDraftOf,
    [
      { view: { view: 1, name: 'Mine', query: '', sort: null }, name: 'Mine' },
      { view: null, name: 'Mine' },
    ],
    false,
  ),
  snippetDraftOf: caseOf(
    snippetDraftOf,
    [
      { of: null, before: { name: '', text: '' }, now: { name: '', text: '' } },
      { of: null, before: { name: '', text: '' }, now: { name: '', text: 'A' } },
    ],
    false,
  ),
  answerDraftOf: caseOf(answerDraftOf, [null, { op: 'op1', text: 'Changed.' }], false),
  markedImageOf: caseOf(
    markedImageOf,
    [marked, { ...marked, planning: withStep(startPlanning, { crop, covered: [] }) }],
    true,
  ),
  annotatedImageOf: caseOf(
    annotatedImageOf,
    [
      { ...annotated, steps: undone(withStep(layers, [blur])) },
      { ...annotated, steps: withStep(layers, [blur]) },
    ],
    true,
  ),
  bulkDraftOf: {
    keep: (api, written) => bulkDraftOf(api).keep(bulk(written ? 'open' : '')),
    draftOf: bulkDraftOf,
    goes: true,
  },
};
const names = Object.keys(cases);

it('every form that a feature defines is looked at here', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((name) => /\.(?:ts|svelte)$/u.test(name))
    .map((name) => readFileSync(join(root, name), 'utf8'));
  const defined = sources.flatMap((text) => [...text.matchAll(/const (\w+) = formDraft</gu)]);
  expect(defined.map(([, name]) => name).toSorted()).toEqual(names.toSorted());
});

it.each(Object.entries(cases))(
  'what is written into %s counts as not saved until it is kept or given up, for its account alone',
  (_name, { keep, draftOf: of }) => {
    const [{ api }, other] = [new Program({}), new Program({})];
    const asked = [sessionOf(api).isUnsaved];
    for (const written of [false, true]) {
      keep(api, written);
      asked.push(sessionOf(api).isUnsaved);
    }
    asked.push(sessionOf(other.api).isUnsaved);
    of(api).keep(null);
    asked.push(sessionOf(api).isUnsaved);
    expect(asked).toEqual([false, false, true, false, false]);
  },
);

it('what was begun in an engagement that is not there any more goes with it, everything else stays', () => {
  const { api } = new Program({});
  for (const { keep } of Object.values(cases)) keep(api, true);
  const standing = (): string[] => names.filter((name) => cases[name]?.draftOf(api).now !== null);
  const typed = [sessionOf(api).keepOf(new Set([project]))];
  const there = standing();
  typed.push(sessionOf(api).keepOf(new Set(['another'])));
  expect([there, standing()]).toEqual([names, names.filter((name) => cases[name]?.goes === false)]);
  expect(typed).toEqual([false, true]);
});
