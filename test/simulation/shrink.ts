import type { History, LoneStep, Step, SyncStep, TogetherStep } from './history.ts';
import { play, type Played } from './play/play.ts';
import { plainService, type Variant } from './draw/variant.ts';

/** A history and how it was played. */
export interface Shrunk {
  readonly history: History;
  readonly played: Played;
}

/** Plays so many histories at most: a shrinker that never ends tells nobody anything. */
const maxPlays = 3_000;

/**
 * Cuts a failing history to a shortest one that still fails: leaves out steps, halves first, then faults, meanwhile
 * events and mishaps singly. Then it simplifies the variant of the service, until nothing can be left out. `fails` says
 * whether a failure is the one looked for.
 */
export async function shrink(history: History, fails: (failure: Error | null) => boolean): Promise<Shrunk> {
  let best: Shrunk = { history, played: await play(history) };
  let plays = 0;
  const better = async (candidate: History): Promise<boolean> => {
    if (plays >= maxPlays) return false;
    plays += 1;
    const played = await play(candidate);
    if (!fails(played.failure)) return false;
    best = { history: candidate, played };
    return true;
  };
  for (let again = true; again && plays < maxPlays;) {
    again = await withoutSteps(() => best.history, better);
    for (const ways of [plainerSteps, plainerVariants]) {
      for (let n = 0; ;) {
        const candidate = ways(best.history)[n];
        if (candidate === undefined) break;
        if (await better(candidate)) again = true;
        else n += 1;
      }
    }
  }
  return best;
}

/** Leaves out runs of steps, long ones first. Answers whether any could be left out. */
async function withoutSteps(
  now: () => History,
  better: (candidate: History) => Promise<boolean>,
): Promise<boolean> {
  let any = false;
  for (let size = now().steps.length >> 1; size >= 1; size >>= 1) {
    for (let from = 0; from < now().steps.length;) {
      const { steps, ...rest } = now();
      const left = [...steps.slice(0, from), ...steps.slice(from + size)];
      if (await better({ ...rest, steps: left })) any = true;
      else from += size;
    }
  }
  return any;
}

/** Every history with one step made plainer. */
function plainerSteps(history: History): History[] {
  return history.steps.flatMap((step, n) =>
    plainer(step).map((other) => ({
      ...history,
      steps: history.steps.map((one, m) => (m === n ? other : one)),
    })),
  );
}

function plainer(step: Step): Step[] {
  if (step.do === 'together') return plainerTogether(step);
  return plainerLone(step);
}

/** One home less, or one of the syncs made plainer. */
function plainerTogether({ syncs }: TogetherStep): Step[] {
  const fewer = syncs.map((sync): Step => {
    const left = syncs.filter((one) => one !== sync);
    return left.length === 1 && left[0] !== undefined ? left[0] : { do: 'together', syncs: left };
  });
  const simpler = syncs.flatMap((sync) =>
    plainerLone(sync).flatMap((other): Step[] =>
      other.do === 'sync'
        ? [{ do: 'together', syncs: syncs.map((one) => (one === sync ? other : one)) }]
        : [],
    ),
  );
  return [...fewer, ...simpler];
}

function plainerLone(step: LoneStep): LoneStep[] {
  const ways: LoneStep[] = [];
  if ('killAt' in step) {
    const { killAt: _killed, ...rest } = step;
    ways.push(rest);
  }
  if ('diskFullAt' in step) {
    const { diskFullAt: _full, ...rest } = step;
    ways.push(rest);
  }
  if (step.do === 'edit' && step.fields.length > 1)
    ways.push(...step.fields.map((field) => ({ ...step, fields: [field] })));
  if (step.do === 'create' && step.twins) ways.push({ ...step, twins: false });
  if (step.do === 'import' && step.count > 2) ways.push({ ...step, count: step.count - 1 });
  if (step.do === 'bulk' && step.count > 1) ways.push({ ...step, count: step.count - 1 });
  if (step.do === 'settle' && !step.one) ways.push({ ...step, one: true });
  if (step.do === 'others-add' && step.candidate) ways.push({ ...step, candidate: false });
  if ('at' in step && step.at !== 0) ways.push({ ...step, at: 0 });
  if (step.do === 'sync') ways.push(...plainerSyncs(step));
  return ways;
}

function plainerSyncs(step: SyncStep): SyncStep[] {
  const ways: SyncStep[] = [];
  if (step.faults.length > 1) ways.push({ ...step, faults: [] });
  for (const fault of step.faults) ways.push({ ...step, faults: step.faults.filter((one) => one !== fault) });
  for (const event of step.meanwhile)
    ways.push({ ...step, meanwhile: step.meanwhile.filter((one) => one !== event) });
  for (const look of step.looks ?? [])
    ways.push({ ...step, looks: step.looks?.filter((one) => one !== look) ?? [] });
  if (step.acceptMissing) ways.push({ ...step, acceptMissing: false });
  if (!step.push || !step.pull) ways.push({ ...step, push: true, pull: true });
  return ways;
}

function plainerVariants(history: History): History[] {
  const names = Object.keys(plainService) as (keyof Variant)[];
  const ways: History[] = names
    .filter((name) => history.variant[name] !== plainService[name])
    .map((name) => ({ ...history, variant: { ...history.variant, [name]: plainService[name] } }));
  if (history.slowMs !== undefined) {
    const { slowMs: _slow, ...quick } = history;
    ways.push(quick);
  }
  if (history.updateSends !== 'changed-fields') ways.push({ ...history, updateSends: 'changed-fields' });
  return ways;
}
