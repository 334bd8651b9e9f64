import type { EditableField } from '#contract/finding/finding.ts';
import type { Fault } from '../service/faults.ts';
import type { History, Meanwhile, Step, SyncStep } from '../history.ts';
import { plainService, type Variant } from '../draw/variant.ts';

/** A short story whose every boundary is a place to crash. */
export interface Scenario {
  readonly name: string;
  readonly history: History;
  /** Steps that only lay the ground: nothing is killed before them. */
  readonly ground: number;
}

const findings = 6;

/** Six findings of others, then one candidate: with a few more than four, one that goes is no changed membership. */
const ground: readonly Step[] = [
  ...Array.from({ length: findings }, (_none, n): Step => others('add', n)),
  { do: 'others-add', candidate: true, seed: 99 },
  sync(),
];

function others(what: 'add' | 'edit', seed: number): Step {
  return what === 'add' ? { do: 'others-add', candidate: false, seed } : { do: 'others-edit', at: 0, seed };
}

/** Another user edits the title of the first finding. */
const othersTitle = others('edit', 1_001);

/** `faults` are those of its writes, one after the other. */
function sync(faults: readonly Fault[] = [], meanwhile: readonly Meanwhile[] = []): SyncStep {
  return {
    do: 'sync',
    acceptMissing: false,
    push: true,
    pull: true,
    seed: 5,
    faults: faults.map((fault, n) => ({ of: 'write', request: n + 1, fault })),
    meanwhile,
  };
}

function edit(fields: readonly EditableField[] = ['title'], place = 0): Step {
  return { do: 'edit', at: (place + 0.5) / (findings + 1), fields, seed: 11 };
}

const create: Step = { do: 'create', twins: false, seed: 3 };
const twins: Step = { do: 'create', twins: true, seed: 3 };
const remove: Step = { do: 'delete', at: 0 };
const review: Step = { do: 'review', at: 0, accept: true };
const ask = { do: 'ask', at: 0, merge: false, confirm: true } as const;
/** A file with several findings, and one of the same scanner with another asset of one of them. */
const scan: Step = { do: 'scan', seed: 2 };
const laterScan: Step = { do: 'scan', seed: 3 };
const bulkStatus = { do: 'bulk-status', at: 0, count: 4 } as const;
const bulkDelete: Step = { do: 'bulk-delete', at: 0, count: 2 };
const quiet: Step = { do: 'pass', ms: 181_000 };
const lost: Fault = { kind: 'lost-answer' };
const unsent: Fault = { kind: 'lost-request' };
const late: Fault = { kind: 'lands-late', afterMs: 90_000 };

function decide(choice: 'mine' | 'theirs' | 'set' | 'discard'): Step {
  return { do: 'decide', at: 0, choice, again: true, seed: 17 };
}

function scenario(
  name: string,
  steps: readonly Step[],
  variant: Partial<Variant> = {},
  updateSends: History['updateSends'] = 'changed-fields',
): Scenario {
  const history = { variant: { ...plainService, ...variant }, updateSends, steps: [...ground, ...steps] };
  return { name, history, ground: ground.length };
}

/** Ten that write, lose answers and ask the person: every pair of moments of these is tried. */
export const shortScenarios: readonly Scenario[] = [
  scenario('an edit', [edit(), sync()]),
  scenario('a creation', [create, sync()]),
  scenario('a deletion', [remove, sync()]),
  scenario('a decision', [review, sync()]),
  scenario('a bulk status', [{ ...bulkStatus, count: 2 }, sync()]),
  scenario('a bulk deletion', [bulkDelete, sync()]),
  scenario('an import', [scan, scan]),
  scenario('an edit whose answer is lost', [edit(), sync([lost])]),
  scenario('a creation whose answer is lost', [create, sync([lost])]),
  scenario('a creation that never arrives', [create, sync([unsent]), quiet]),
  scenario('a conflict, resolved', [edit(), othersTitle, sync(), decide('mine')]),
  scenario('a question to the assistant', [ask, sync()]),
  scenario('a question to the assistant whose answer is lost', [ask, sync([lost])]),
];

/** All of them; a crash at every single boundary is tried. */
export const scenarios: readonly Scenario[] = [
  ...shortScenarios,
  scenario('an import, sent, and the same file again', [scan, sync(), scan, sync()]),
  scenario('an import whose answers are lost, and a later scan', [
    scan,
    sync([lost, lost]),
    laterScan,
    quiet,
    sync(),
  ]),
  scenario('an import that is undone and made again', [scan, { do: 'bulk-undo', at: 0.99 }, scan, sync()]),
  scenario('a bulk status that needs a sweep', [bulkStatus, sync()]),
  scenario('a question to the assistant that is asked again', [
    ask,
    sync([lost]),
    { do: 'ask-again', at: 0 },
    sync(),
  ]),
  scenario('a question to the assistant that is throttled', [
    ask,
    sync([{ kind: 'throttled', retryAfter: '60' }]),
    quiet,
    sync(),
  ]),
  scenario('a question to the assistant that nobody confirmed', [
    { ...ask, confirm: false },
    sync(),
    { do: 'ask-go', at: 0 },
    sync(),
  ]),
  scenario('a proposed merge', [{ ...ask, merge: true }, edit(), sync()]),
  scenario('a draft that is applied', [ask, sync(), { do: 'apply-draft', at: 0 }, sync()]),
  scenario('a draft whose applying is lost', [
    ask,
    sync(),
    { do: 'apply-draft', at: 0 },
    sync([lost]),
    quiet,
    sync(),
  ]),
  scenario('a draft whose applying never arrives', [
    ask,
    sync(),
    { do: 'apply-draft', at: 0 },
    sync([unsent]),
    quiet,
    sync(),
  ]),
  scenario('two edits of one finding', [edit(), edit(['title', 'tags']), sync()]),
  scenario('an edit behind an unknown one', [edit(), sync([lost]), edit(['title']), sync()]),
  scenario('an edit during the sync', [edit(), sync([], [{ after: 4, step: edit(['title']) as never }])]),
  scenario('edits of four findings', [
    edit(),
    edit(['tags'], 1),
    edit(['asset'], 2),
    edit(['severity'], 3),
    sync(),
  ]),
  scenario('a text merged with that of others', [edit(['description']), others('edit', 4), sync()]),
  scenario('an edit that lands late', [edit(), sync([late]), sync(), quiet]),
  scenario('an edit that never arrives', [edit(), sync([unsent]), quiet, sync()]),
  scenario('an edit that is refused', [edit(), sync([{ kind: 'refused', status: 403 }]), decide('mine')]),
  scenario('an edit throttled', [edit(), sync([{ kind: 'throttled', retryAfter: '600' }])]),
  scenario('an edit and 409', [edit(), sync([{ kind: 'refused', status: 409 }])]),
  scenario('an edit of a finding that goes', [
    edit(),
    { do: 'others-delete', at: 0 },
    sync(),
    decide('theirs'),
  ]),
  scenario('an edit of a finding that goes and comes back', [
    edit(),
    { do: 'others-hide', at: 0, from: 'us' },
    sync(),
    { do: 'others-show', at: 0 },
    sync(),
  ]),
  scenario('a conflict, theirs', [edit(), othersTitle, sync(), decide('theirs')]),
  scenario('a conflict, by values of their own', [edit(), othersTitle, sync(), decide('set')]),
  scenario('a conflict, discarded with an edit behind it', [
    edit(),
    othersTitle,
    sync(),
    edit(),
    decide('discard'),
  ]),
  scenario('a creation, edited before it is sent', [create, edit(['severity'], findings), sync()]),
  scenario('a creation, edited while it is unknown', [
    create,
    sync([lost]),
    { do: 'edit', at: 0.99, fields: ['severity'], seed: 4 },
    sync(),
  ]),
  scenario('a creation that lands late', [create, sync([late]), sync(), quiet, sync()]),
  scenario('a creation seen by a sweep and adopted', [create, sync([{ kind: 'cut-body' }]), sync()]),
  scenario('a creation that the service denies by success:false', [
    create,
    sync([{ kind: 'success-false', handled: true }]),
  ]),
  scenario('a creation that is sent again by the person', [
    create,
    sync([unsent]),
    quiet,
    sync(),
    sync(),
    decide('mine'),
  ]),
  scenario('a creation that others edited before it was found, named by the person', [
    create,
    { ...sync([lost]), pull: false },
    { do: 'others-edit', at: 0.99, seed: 1 },
    quiet,
    sync(),
    decide('mine'),
  ]),
  scenario('twins', [twins, sync([lost, unsent])]),
  scenario('a creation, deleted before it is sent', [create, { do: 'delete', at: 0.99 }, sync()]),
  scenario('a creation, deleted while it is unknown', [
    create,
    sync([lost]),
    { do: 'delete', at: 0.99 },
    sync(),
  ]),
  scenario('a deletion whose answer is lost', [remove, sync([lost])]),
  scenario('a deletion that never arrives', [remove, sync([unsent]), quiet]),
  scenario('a deletion over a change of others', [remove, othersTitle, sync(), decide('mine')]),
  scenario('an edit, then a deletion', [edit(), sync([lost]), remove, sync()]),
  scenario('a bulk status whose answer is lost', [bulkStatus, sync([lost])]),
  scenario('a bulk status that leaves one out', [{ do: 'others-lock', at: 0 }, bulkStatus, sync()]),
  scenario('a bulk deletion with an id that is gone', [bulkDelete, { do: 'others-delete', at: 0 }, sync()], {
    strangeId: 'refused',
  }),
  scenario('edit, then accept', [{ do: 'edit', at: 0.99, fields: ['severity'], seed: 4 }, review, sync()]),
  scenario('a decision that is outdated', [
    review,
    { do: 'others-edit', at: 0.99, seed: 8 },
    sync(),
    decide('mine'),
  ]),
  scenario('a decision whose answer is lost', [review, sync([lost])]),
  scenario('a membership that ends', [edit(), { do: 'others-hide-all' }, sync(), sync()]),
  scenario('the partial-update probe', [edit(), edit(['tags'], 1), sync()], { update: 'replaces' }),
  scenario(
    'a service that replaces, told so',
    [edit(), edit(['tags'], 1), sync()],
    { update: 'replaces' },
    'all-fields',
  ),
  scenario('a list that shows less', [othersTitle, edit(['description']), sync()], {
    list: 'summary',
    pageCap: 3,
  }),
  scenario('a token that dies', [edit(), sync([], [{ after: 3, step: { do: 'token', is: 'dead' } }])]),
];
