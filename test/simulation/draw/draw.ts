import { drawFault } from '../service/faults.ts';
import type {
  DeskStep,
  FaultAt,
  History,
  Meanwhile,
  Mishaps,
  OthersStep,
  Step,
  SyncStep,
  WorldStep,
} from '../history.ts';
import { withAssistant } from './draw-assistant.ts';
import { withHolds } from './draw-holds.ts';
import { drawHomes } from './draw-homes.ts';
import { withRetests } from './draw-retest.ts';
import { withScans } from './draw-scans.ts';
import { withSecondThoughts } from './draw-second.ts';
import { createDice, type Dice } from './random.ts';
import { drawVariant } from './variant.ts';
import { editedFields } from './values.ts';

/** How a seed is drawn. */
export interface DrawOptions {
  /** How long after its connection ended a request may land; beyond the quiet time only for the run apart. */
  readonly latestMs: number;
  /** `several`: every history has two or three homes, otherwise one in eight has. */
  readonly homes?: 'several';
}

/** Inside the quiet time, as promise 3 assumes. */
export const withinQuietTime: DrawOptions = { latestMs: 160_000 };
/** Later than the quiet time: promises 3 and 6 may fail by their own assumption. */
export const beyondQuietTime: DrawOptions = { latestMs: 700_000 };

const hourMs = 3_600_000;

/** The history of a seed: variant, steps, faults and kills, all drawn before anything is played. */
export function drawHistory(seed: number, options: DrawOptions = withinQuietTime): History {
  const dice = createDice(seed ^ manyHomes);
  const several = options.homes === 'several' || dice.oneIn(8);
  return several ? drawHomes(seed, dice, options, drawOne) : drawOne(seed, options);
}

function drawOne(seed: number, options: DrawOptions): History {
  const dice = createDice(seed);
  const figured = createDice(seed ^ figures).oneIn(4);
  const variant = { ...drawVariant(dice), ...(figured ? ({ figures: true } as const) : {}) };
  const updateSends = variant.update === 'replaces' && dice.oneIn(2) ? 'all-fields' : 'changed-fields';
  const draw = new Draw(dice, options);
  const steps: Step[] = [];
  const first = dice.pick([0, 1, 2, 4, 6, 9]);
  for (let n = 0; n < first; n += 1) steps.push(draw.othersAdd());
  if (!dice.oneIn(4)) steps.push(draw.sync());
  const length = dice.between(3, 14);
  for (let n = 0; n < length; n += 1) steps.push(draw.step());
  if (dice.oneIn(2)) steps.push(...draw.evening());
  const history = crowded({ variant, updateSends, steps }, createDice(seed ^ crowding), options);
  const second = withSecondThoughts(history, createDice(seed ^ laterKinds));
  const asked = withAssistant(second, createDice(seed ^ assistants), options.latestMs);
  const retested = withRetests(asked, createDice(seed ^ retests), options.latestMs);
  const held = withHolds(retested, createDice(seed ^ holds), options.latestMs);
  return withScans(held, createDice(seed ^ scans), options.latestMs);
}

/** What makes a history more crowded is drawn by dice of its own: what the others threw stays as it is. */
const crowding = 0x51c0_ffee;
/** So are the kinds of steps that came later. */
const laterKinds = 0x2b0d_cafe;
/** And what the assistant is asked. */
const assistants = 0x0a55_157a;
/** And whether several homes work at the service, and at what. */
const manyHomes = 0x0ca5_a5a5;
/** And what retests find. */
const retests = 0x3e7e_57ed;
/** And what is held back. */
const holds = 0x4e1d_bacc;
/** And which files of scanners are imported. */
const scans = 0x5ca7_f11e;
/** And whether people write images into texts. */
const figures = 0x0f16_07e5;

function crowded(history: History, dice: Dice, { latestMs }: DrawOptions): History {
  const { steps, variant } = history;
  switch (dice.between(1, 8)) {
    case 1:
      return { ...history, steps: withImport(steps, dice, latestMs) };
    case 2:
      return {
        ...history,
        steps: steps.map((step) =>
          step.do === 'sync' ? { ...step, looks: someOf([1, 2, 3, 4, 5], dice) } : step,
        ),
      };
    case 3:
      return { ...history, variant: { ...variant, listedFirstMs: 400_000 }, steps: withTwins(steps, dice) };
    default:
      return history;
  }
}

function someOf<T>(things: readonly T[], dice: Dice): T[] {
  return things.filter(() => dice.oneIn(2));
}

/** Before one of the syncs many findings are created at once, and some of its writes go wrong. */
function withImport(steps: readonly Step[], dice: Dice, latestMs: number): Step[] {
  const many: Step = { do: 'import', count: dice.between(4, 9), seed: seedOf(dice) };
  return beforeSync(steps, dice, [many], (sync) => {
    const failing = new Set(someOf([1, 2, 3, 4, 5, 6], dice));
    const faults = [...failing].map((request): FaultAt => ({
      of: 'write',
      request,
      fault: drawFault(dice, latestMs, 'write'),
    }));
    const kept = sync.faults.filter(({ of, request }) => of === 'read' || !failing.has(request));
    return { ...sync, faults: [...kept, ...faults] };
  });
}

/** Before one of the syncs twins are created, of which one answer is lost; a quiet sync follows. */
function withTwins(steps: readonly Step[], dice: Dice): Step[] {
  const twins: Step = { do: 'create', twins: true, seed: seedOf(dice) };
  const lost: FaultAt = { of: 'write', request: dice.between(1, 3), fault: { kind: 'lost-request' } };
  return beforeSync(steps, dice, [twins], (sync) => [
    { ...sync, faults: [...sync.faults.filter(({ of }) => of === 'read'), lost] },
    { ...sync, faults: [], meanwhile: [], seed: seedOf(dice) },
  ]);
}

function beforeSync(
  steps: readonly Step[],
  dice: Dice,
  first: readonly Step[],
  change: (sync: SyncStep) => SyncStep | SyncStep[],
): Step[] {
  const places = [...steps.keys()].filter((n) => steps[n]?.do === 'sync');
  if (places.length === 0) return [...first, ...steps];
  const place = dice.pick(places);
  return steps.flatMap((step, n) =>
    n === place && step.do === 'sync' ? [...first, change(step)].flat() : [step],
  );
}

function seedOf(dice: Dice): number {
  return Math.floor(dice.next() * 2 ** 32);
}

class Draw {
  readonly #dice: Dice;
  readonly #options: DrawOptions;
  readonly #faultRarity: number;
  readonly #mishapRarity: number;

  constructor(dice: Dice, options: DrawOptions) {
    this.#dice = dice;
    this.#options = options;
    this.#faultRarity = dice.pick([0, 4, 6, 16]);
    this.#mishapRarity = dice.pick([3, 6, 12]);
  }

  step(): Step {
    const choice = this.#dice.between(1, 14);
    if (choice <= 6) return { ...this.#desk(), ...this.#mishaps(4) };
    if (choice <= 8) return this.#others();
    if (choice <= 12) return this.sync();
    return this.#world();
  }

  /** A sync brings up what asks for a person, the person decides, and the next sync carries it out. */
  evening(): Step[] {
    const decides = Array.from({ length: 3 }, (): Step => ({
      do: 'decide',
      at: this.#dice.next(),
      choice: this.#dice.pick(['mine', 'mine', 'theirs', 'set', 'discard']),
      again: this.#dice.oneIn(2),
      seed: this.#seed(),
    }));
    return [this.sync(), ...decides, this.sync(), ...(this.#dice.oneIn(2) ? decides : [])];
  }

  othersAdd(): OthersStep {
    return { do: 'others-add', candidate: this.#dice.oneIn(5), seed: this.#seed() };
  }

  sync(): SyncStep {
    const dice = this.#dice;
    const ofWrites = this.#faultRarity / 2;
    const faults =
      this.#faultRarity === 0
        ? []
        : [...this.#faults('read', 30, this.#faultRarity), ...this.#faults('write', 8, ofWrites)];
    const half = dice.between(1, 10);
    return {
      do: 'sync',
      acceptMissing: dice.oneIn(3),
      push: half !== 1,
      pull: half !== 2,
      seed: this.#seed(),
      faults,
      meanwhile: dice.oneIn(2) ? this.#meanwhile() : [],
      ...this.#mishaps(60),
    };
  }

  /** Writes are few and decide everything: they fail more often than reads. */
  #faults(of: FaultAt['of'], requests: number, rarity: number): FaultAt[] {
    const faults: FaultAt[] = [];
    for (let request = 1; request <= requests; request += 1) {
      if (this.#dice.oneIn(rarity))
        faults.push({ of, request, fault: drawFault(this.#dice, this.#options.latestMs, of) });
    }
    return faults;
  }

  #meanwhile(): Meanwhile[] {
    return Array.from({ length: this.#dice.between(1, 3) }, () => ({
      after: this.#dice.between(1, 40),
      step: this.#interruption(),
    }));
  }

  #interruption(): Meanwhile['step'] {
    const choice = this.#dice.between(1, 10);
    if (choice <= 4) return this.#desk();
    if (choice <= 8) return this.#others();
    return this.#dice.pick<Meanwhile['step']>([
      { do: 'suspend', ms: 90_000 },
      { do: 'clock-jumps', ms: -hourMs },
      { do: 'clock-jumps', ms: hourMs },
      { do: 'network', online: false },
      { do: 'token', is: 'dead' },
    ]);
  }

  #mishaps(boundaries: number): Mishaps {
    if (!this.#dice.oneIn(this.#mishapRarity)) return {};
    const at = this.#dice.between(1, boundaries);
    return this.#dice.oneIn(5) ? { diskFullAt: 1 + Math.ceil(at / 4) } : { killAt: at };
  }

  #desk(): DeskStep {
    const dice = this.#dice;
    const choice = dice.between(1, 22);
    const at = dice.next();
    const seed = this.#seed();
    if (choice <= 8) {
      const fields = new Set([dice.pick(editedFields), ...(dice.oneIn(4) ? [dice.pick(editedFields)] : [])]);
      return { do: 'edit', at, fields: [...fields], seed };
    }
    if (choice <= 11) return { do: 'create', twins: dice.oneIn(3), seed };
    if (choice <= 13) return { do: 'delete', at };
    if (choice === 14) return { do: 'bulk-status', at: at / 2, count: dice.between(1, 8) };
    if (choice === 15) return { do: 'bulk-delete', at, count: dice.between(1, 4) };
    if (choice === 16) return { do: 'review', at, accept: !dice.oneIn(3) };
    if (choice <= 19) {
      const decision = dice.pick(['mine', 'theirs', 'set', 'discard'] as const);
      return { do: 'decide', at, choice: decision, again: dice.oneIn(2), seed };
    }
    return { do: dice.pick(['discard', 'insist']), at };
  }

  #others(): OthersStep {
    const dice = this.#dice;
    const at = dice.next();
    const choice = dice.between(1, 25);
    if (choice <= 4) return this.othersAdd();
    if (choice <= 13) return { do: 'others-edit', at, seed: this.#seed() };
    if (choice <= 15) return { do: 'others-delete', at };
    if (choice <= 18) return { do: 'others-hide', at, from: dice.pick(['us', 'us', 'lists']) };
    if (choice === 19) return { do: 'others-hide-all' };
    if (choice <= 23) return { do: 'others-show', at };
    return choice === 24 ? { do: 'others-review', at } : { do: 'others-lock', at };
  }

  #world(): WorldStep {
    const dice = this.#dice;
    const choice = dice.between(1, 12);
    if (choice <= 3) return { do: 'pass', ms: dice.pick([1_000, 60_000, 181_000, 400_000]) };
    if (choice === 4) return { do: 'suspend', ms: dice.pick([30_000, 200_000]) };
    if (choice <= 6) return { do: 'clock-jumps', ms: dice.pick([-24 * hourMs, hourMs, hourMs]) };
    if (choice <= 8) return { do: 'reboot' };
    if (choice === 9) return { do: 'restart' };
    if (choice === 10) return { do: 'network', online: dice.oneIn(2) };
    return { do: 'token', is: dice.pick(['valid', 'valid', 'dead', 'foreign']) };
  }

  #seed(): number {
    return Math.floor(this.#dice.next() * 2 ** 32);
  }
}
