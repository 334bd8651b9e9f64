import { setFields, textFields, type EditableField } from '#contract/finding/finding.ts';
import type { ConflictPart } from '#contract/procedures/findings/conflict.ts';
import type { Json } from '#contract/json.ts';
import { canonical, isList } from '#domain/base/json.ts';
import {
  assemble,
  contested,
  isOffered,
  regionsOf,
  undecided,
  type RegionChoice,
  type RegionChoices,
  type Regions,
} from '#domain/merge/index.ts';

/** A side that a single value can be taken from; `own`: none of them, but what the person writes. */
export type ValueChoice = 'was' | 'mine' | 'theirs' | 'own';

/** A long text that both sides changed: chosen region by region, or written by the person. */
export interface TextAnswer {
  readonly kind: 'text';
  readonly part: ConflictPart;
  readonly regions: Regions;
  readonly choices: RegionChoices;
  /** What the person wrote over the choices; null if they stand. */
  readonly own: string | null;
  /** What they wrote over an older state of the sides, to be taken again; null if nothing. */
  readonly written: string | null;
}

/** One entry of a list, and who has it. */
export interface SetEntry {
  readonly key: string;
  readonly value: Json;
  readonly base: boolean;
  readonly mine: boolean;
  readonly theirs: boolean;
  readonly kept: boolean;
}

export interface SetAnswer {
  readonly kind: 'set';
  readonly part: ConflictPart;
  readonly entries: readonly SetEntry[];
  /** Another entry as far as it is typed; it is taken with the answer as it stands. */
  readonly adding: string;
  /** Whether it is decided as it stands; what is offered back is so only when something was chosen. */
  readonly chosen: boolean;
}

export interface ValueAnswer {
  readonly kind: 'value';
  readonly part: ConflictPart;
  readonly choice: ValueChoice | null;
  /** What the person wrote, whether it is chosen or not. */
  readonly own: string;
}

/** How a person answers for one field. */
export type FieldAnswer = TextAnswer | SetAnswer | ValueAnswer;

/** Something that has to be decided: one field, or one region of a long text. */
export interface FieldQuestion {
  readonly field: EditableField;
  /** The index of the region; null for a whole field. */
  readonly region: number | null;
}

const isText = (value: Json | undefined): value is string | null | undefined =>
  value === undefined || value === null || typeof value === 'string';
const isEntries = (value: Json | undefined): boolean =>
  value === undefined || value === null || isList(value);

/** Longer texts are not cut into parts, in characters of all sides: comparing them would hold up the page for seconds. */
const longestMerged = 1_000_000;

/** Whether a field is too long to be answered but by one side as a whole. */
export function isTooLong({ base, mine, theirs }: ConflictPart): boolean {
  const lengths = [base, mine, theirs].map((side) => (typeof side === 'string' ? side.length : 0));
  return lengths.reduce((sum, length) => sum + length, 0) > longestMerged;
}

/** The form in which a field is answered, with nothing chosen yet but what the merge would do to a list. */
export function beginAnswer(part: ConflictPart): FieldAnswer {
  const sides = [part.base, part.mine, part.theirs] as const;
  if (isTooLong(part)) return { kind: 'value', part, choice: null, own: '' };
  if (textFields.some((name) => name === part.field) && sides.every(isText)) {
    const [base = '', mine = '', theirs = ''] = sides.map((side) => (typeof side === 'string' ? side : ''));
    return {
      kind: 'text',
      part,
      regions: isOffered(part) ? offeredRegions(mine, theirs) : regionsOf(base, mine, theirs),
      choices: new Map(),
      own: null,
      written: null,
    };
  }
  if (setFields.some((name) => name === part.field) && sides.every(isEntries)) {
    return { kind: 'set', part, entries: entriesOf(part), adding: '', chosen: !isOffered(part) };
  }
  return { kind: 'value', part, choice: null, own: typeof part.mine === 'string' ? part.mine : '' };
}

/** What the service lost is asked about: taken for a change of theirs it would be given up unless the user objects. */
function offeredRegions(mine: string, theirs: string): Regions {
  if (theirs === '') {
    return { regions: [{ kind: 'contested', base: mine, mine, theirs }], lineEnd: null, endsAdded: false };
  }
  const cut = regionsOf(mine, mine, theirs);
  const regions = cut.regions.map((region) =>
    region.kind === 'theirs' ? ({ ...region, kind: 'contested' } as const) : region,
  );
  return { ...cut, regions };
}

/**
 * Every entry that a side has, those of the service first; kept are those that the merge of two lists keeps, or that are
 * offered back.
 */
function entriesOf(part: ConflictPart): readonly SetEntry[] {
  const { base, mine, theirs } = part;
  const offered = isOffered(part);
  const [was, own, there] = [base, mine, theirs].map((side) => keysOf(side));
  const all = new Map([...(there ?? []), ...(own ?? []), ...(was ?? [])]);
  return [...all].map(([key, value]) => {
    const who = {
      base: was?.has(key) === true,
      mine: own?.has(key) === true,
      theirs: there?.has(key) === true,
    };
    const merged = who.base ? who.mine && who.theirs : who.mine || who.theirs;
    return { key, value, ...who, kept: offered ? who.mine : merged };
  });
}

function keysOf(side: Json | undefined): ReadonlyMap<string, Json> {
  return new Map(isList(side) ? side.map((entry) => [canonical(entry), entry]) : []);
}

/** What has to be decided about one field, decided or not. */
export function questionsOf(answer: FieldAnswer): readonly FieldQuestion[] {
  const { field } = answer.part;
  if (answer.kind !== 'text') return [{ field, region: null }];
  const regions = contested(answer.regions);
  // If sentence by sentence both sides can stand, the whole is still for the person to agree to.
  return regions.length === 0 ? [{ field, region: null }] : regions.map((region) => ({ field, region }));
}

/** What is still to be decided about one field. */
export function openQuestions(answer: FieldAnswer): readonly FieldQuestion[] {
  const { field } = answer.part;
  switch (answer.kind) {
    case 'text':
      return answer.own === null
        ? undecided(answer.regions, answer.choices).map((region) => ({ field, region }))
        : [];
    case 'set':
      // Without an asset no update can be sent: that cannot be left as it is.
      return withTyped(answer).chosen && (field !== 'asset' || keptIn(answer).length > 0)
        ? []
        : [{ field, region: null }];
    case 'value':
      return answer.choice === null ? [{ field, region: null }] : [];
  }
}

/** The text that stands at the moment. */
export function textOf(answer: TextAnswer): string {
  return answer.own ?? assemble(answer.regions, answer.choices);
}

/** An answer with one region, or the whole field, taken from a side. What the person wrote stays unless it is a text's. */
export function choose(answer: FieldAnswer, region: number | null, choice: RegionChoice): FieldAnswer {
  switch (answer.kind) {
    case 'text': {
      const at = region === null ? contested(answer.regions) : [region];
      const choices = new Map([...answer.choices, ...at.map((index) => [index, choice] as const)]);
      return { ...answer, choices, own: null };
    }
    case 'set':
      return {
        ...answer,
        // One that is half typed is on no side: it stands among the others from here on, and is not kept.
        entries: withTyped(answer).entries.map((entry) => ({ ...entry, kept: hasSide(entry, choice) })),
        adding: '',
        chosen: true,
      };
    case 'value':
      return choice === 'both' || (choice === 'was' && answer.part.base === undefined)
        ? answer
        : { ...answer, choice };
  }
}

function hasSide({ base, mine, theirs }: SetEntry, choice: RegionChoice): boolean {
  switch (choice) {
    case 'was':
      return base;
    case 'mine':
      return mine;
    case 'theirs':
      return theirs;
    case 'both':
      return mine || theirs;
  }
}

/** A whole text of one side, every region of it: also what the other side alone changed gives way. */
export function takeWhole(answer: TextAnswer, choice: 'was' | 'mine' | 'theirs'): TextAnswer {
  const choices = new Map(answer.regions.regions.map((_, at) => [at, choice] as const));
  return { ...answer, choices, own: null };
}

/** What stays of a list, with the entry that is being typed. */
export function keptIn(answer: SetAnswer): readonly Json[] {
  return withTyped(answer).entries.flatMap(({ kept, value }) => (kept ? [value] : []));
}

/** A list with what is typed as one more entry; one that is there already is kept. */
export function withTyped(answer: SetAnswer): SetAnswer {
  const value = answer.adding.trim();
  const key = canonical(value);
  if (value === '') return answer;
  const entries = answer.entries.map((entry) => (entry.key === key ? { ...entry, kept: true } : entry));
  const known = entries.some((entry) => entry.key === key);
  const fresh = { key, value, base: false, mine: false, theirs: false, kept: true };
  return { ...answer, entries: known ? entries : [...entries, fresh], adding: '', chosen: true };
}
