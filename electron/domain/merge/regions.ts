import { stretchesOf, type Stretch } from './hunks.ts';
import { mergedLineEnd, sharedFormat, withLf, type LineEnd } from './text.ts';
import { blocksOf, linesOf, sentencesOf } from './tokens.ts';

/** A part of a long text as each side has it. Joined, each side's parts are that side's text. */
export interface Region {
  /** `both`: the same change on both sides; `contested`: a person has to choose. */
  readonly kind: Stretch['kind'];
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** What three states of a long text have in common and where they part. */
export interface Regions {
  readonly regions: readonly Region[];
  /** What every line of the settled text ends with. Null: the sides do not agree on one, so that each line keeps its own. */
  readonly lineEnd: LineEnd | null;
  /** Every line has its end in the regions, the last one too; the text itself may be without that one. */
  readonly endsAdded: boolean;
}

/** What a person takes in the place of one region. */
export type RegionChoice = 'mine' | 'theirs' | 'both' | 'was';
/** Choices by the index of their region. */
export type RegionChoices = ReadonlyMap<number, RegionChoice>;

/**
 * Cuts a long text that two sides changed into regions to choose from: Markdown by lines, HTML by blocks, as the merge
 * does (`mergeText`). Contested ones are cut by sentences, because in a rewritten paragraph some are mostly touched by
 * one side. Texts of different formats, and those too different to be compared, are one contested region. Never throws;
 * bounded like the merge.
 */
export function regionsOf(base: string, mine: string, theirs: string): Regions {
  const format = sharedFormat([base, mine, theirs]);
  if (format === null) {
    return { regions: [{ kind: 'contested', base, mine, theirs }], lineEnd: null, endsAdded: false };
  }
  const lineEnd = mergedLineEnd(base, mine, theirs);
  const [before, left, right] = [base, mine, theirs].map((text) => (lineEnd === null ? text : withLf(text)));
  const endsAdded = format === 'markdown';
  const cut = (text = ''): readonly string[] =>
    endsAdded ? linesOf(text).tokens.map((line) => `${line}\n`) : blocksOf(text).tokens;
  const stretches = stretchesOf(cut(before), cut(left), cut(right)) ?? [
    { kind: 'contested', base: cut(before), mine: cut(left), theirs: cut(right) } as const,
  ];
  const regions = stretches
    .map(regionOf)
    .flatMap((region) => (region.kind === 'contested' ? finer(region) : [region]));
  return { regions: tidied(regions), lineEnd, endsAdded };
}

/**
 * The text that the choices make. A region without a choice takes the side that changed it. A contested one takes mine,
 * which the finding shows until it is resolved. Tells nothing about whether all is decided: that does `undecided`.
 */
export function assemble({ regions, lineEnd, endsAdded }: Regions, choices: RegionChoices): string {
  const joined = regions.map((region, at) => taken(region, choices.get(at))).join('');
  const text = endsAdded && joined.endsWith('\n') ? joined.slice(0, -1) : joined;
  return lineEnd === '\r\n' ? text.replaceAll('\n', '\r\n') : text;
}

/** What stands in the place of a region, by what was chosen for it. */
export function taken(region: Region, choice: RegionChoice | undefined): string {
  switch (choice) {
    case 'was':
      return region.base;
    case 'mine':
      return region.mine;
    case 'theirs':
      return region.theirs;
    case 'both':
      return besides(region.mine, region.theirs);
    case undefined:
      return region.kind === 'theirs' ? region.theirs : region.mine;
  }
}

/** The indexes of the contested regions without a choice, in their order. */
export function undecided({ regions }: Regions, choices: RegionChoices): readonly number[] {
  return contested({ regions }).filter((at) => !choices.has(at));
}

/** The indexes of the contested regions, in their order. */
export function contested({ regions }: Pick<Regions, 'regions'>): readonly number[] {
  return regions.flatMap(({ kind }, at) => (kind === 'contested' ? [at] : []));
}

/** One behind the other; two sentences need a blank between them. */
function besides(one: string, two: string): string {
  if (one === '' || two === '' || one === two) return one === '' ? two : one;
  return /[\s>]$/.test(one) || /^[\s<]/.test(two) ? one + two : `${one} ${two}`;
}

function regionOf({ kind, base, mine, theirs }: Stretch): Region {
  return { kind, base: base.join(''), mine: mine.join(''), theirs: theirs.join('') };
}

/** A contested region by sentences, if that tells more than the whole. */
function finer(region: Region): readonly Region[] {
  const { base, mine, theirs } = region;
  const parts = stretchesOf(sentencesOf(base), sentencesOf(mine), sentencesOf(theirs));
  return parts === null ? [region] : parts.map(regionOf);
}

/** Regions that show nothing are left out, and neighbours that nobody changed are one. */
function tidied(regions: readonly Region[]): readonly Region[] {
  const tidy: Region[] = [];
  for (const region of regions) {
    const { base, mine, theirs } = region;
    if (base === '' && mine === '' && theirs === '') continue;
    const last = tidy.at(-1);
    if (region.kind !== 'agreed' || last?.kind !== 'agreed') tidy.push(region);
    else {
      const text = last.base + base;
      tidy[tidy.length - 1] = { kind: 'agreed', base: text, mine: text, theirs: text };
    }
  }
  return tidy;
}
