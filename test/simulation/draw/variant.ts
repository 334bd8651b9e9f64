import type { Dice } from './random.ts';

/** What the interface leaves open, drawn once per seed. */
export interface Variant {
  readonly pageCap: number;
  readonly order: 'oldest' | 'newest';
  readonly offsetBy: 'capped' | 'asked';
  readonly list: 'everything' | 'summary' | 'truncated';
  readonly update: 'patches' | 'replaces';
  readonly normalises: 'nothing' | 'ends' | 'line-ends';
  readonly readLagMs: number;
  readonly stampsUpdates: boolean;
  readonly filtersAfterPaging: boolean;
  /** What a bulk request with an id that is not there does. */
  readonly strangeId: 'left-out' | 'refused';
  /** What a rejected candidate becomes. */
  readonly rejected: 'kept' | 'removed';
  readonly reviewVersion: 'number' | 'huge' | 'token';
  /** How long a finding that we created is listed, but not found when it is read by itself. */
  readonly listedFirstMs: number;
  /** Drops addresses that it does not know from texts; people write images into them. */
  readonly figures?: true;
}

/** The plainest service: what scenarios begin with. */
export const plainService: Variant = {
  pageCap: 100,
  order: 'oldest',
  offsetBy: 'capped',
  list: 'everything',
  update: 'patches',
  normalises: 'nothing',
  readLagMs: 0,
  stampsUpdates: false,
  filtersAfterPaging: false,
  strangeId: 'left-out',
  rejected: 'kept',
  reviewVersion: 'number',
  listedFirstMs: 0,
};

/** Draws the variant of one seed. */
export function drawVariant(dice: Dice): Variant {
  return {
    pageCap: dice.pick([2, 3, 5, 100]),
    order: dice.pick(['oldest', 'newest']),
    offsetBy: dice.pick(['capped', 'asked']),
    list: dice.pick(['everything', 'everything', 'summary', 'truncated']),
    update: dice.oneIn(6) ? 'replaces' : 'patches',
    normalises: dice.pick(['nothing', 'nothing', 'ends', 'line-ends']),
    readLagMs: dice.oneIn(5) ? dice.between(1, 400) : 0,
    stampsUpdates: dice.oneIn(3),
    filtersAfterPaging: dice.oneIn(12),
    strangeId: dice.pick(['left-out', 'refused']),
    rejected: dice.pick(['kept', 'removed']),
    reviewVersion: dice.pick(['number', 'huge', 'token']),
    listedFirstMs: 0,
  };
}
