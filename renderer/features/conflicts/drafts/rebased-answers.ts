import type { ConflictPart } from '#contract/procedures/findings/conflict.ts';
import type { EditableField } from '#contract/finding/finding.ts';
import { canonical, equalJson } from '#domain/base/json.ts';
import { contested, type Region } from '#domain/merge/index.ts';
import { beginAnswer, withTyped, type FieldAnswer, type SetEntry } from './conflict-draft.ts';

/**
 * The answers to a conflict that has changed. A choice stays if both sides of its field, or part of a text, are
 * unchanged; the rest is asked anew. What they wrote by hand can be taken again.
 */
export function carriedOver(
  before: readonly FieldAnswer[],
  now: readonly ConflictPart[],
): readonly FieldAnswer[] {
  return now.map((part) => {
    const known = before.find((answer) => answer.part.field === part.field);
    if (known === undefined) return beginAnswer(part);
    return sameSides(known.part, part) ? known : renewed(known, beginAnswer(part));
  });
}

/** What the person wrote in an answer; null if they wrote nothing. */
export function writtenIn(answer: FieldAnswer): string | null {
  switch (answer.kind) {
    case 'text':
      return answer.own ?? answer.written;
    case 'set': {
      const added = withTyped(answer)
        .entries.filter(isAdded)
        .map(({ value }) => (typeof value === 'string' ? value : canonical(value)));
      return added.length === 0 ? null : added.join('\n');
    }
    case 'value': {
      const { mine } = answer.part;
      return answer.own === '' || answer.own === mine ? null : answer.own;
    }
  }
}

/** What the person wrote for fields that are not asked about any more, one below the other; null if nothing. */
export function unusedText(before: readonly FieldAnswer[], now: readonly FieldAnswer[]): string | null {
  const gone = before.filter(({ part }) => !now.some((answer) => answer.part.field === part.field));
  const texts = gone.map(writtenIn).filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join('\n\n');
}

/** Neither side has it: the person wrote it. */
function isAdded({ base, mine, theirs, kept }: SetEntry): boolean {
  return kept && !base && !mine && !theirs;
}

function renewed(before: FieldAnswer, fresh: FieldAnswer): FieldAnswer {
  if (before.kind === 'value' && fresh.kind === 'value') return { ...fresh, own: before.own };
  if (before.kind === 'set' && fresh.kind === 'set') {
    const known = new Set(fresh.entries.map(({ key }) => key));
    const added = before.entries.filter((entry) => isAdded(entry) && !known.has(entry.key));
    return { ...fresh, entries: [...fresh.entries, ...added], adding: before.adding };
  }
  if (before.kind !== 'text' || fresh.kind !== 'text') return fresh;
  const chosen = new Map(
    [...before.choices].map(([at, choice]) => [regionName(before.regions.regions[at]), choice]),
  );
  const choices = contested(fresh.regions).flatMap((at) => {
    const choice = chosen.get(regionName(fresh.regions.regions[at]));
    return choice === undefined ? [] : [[at, choice] as const];
  });
  return { ...fresh, choices: new Map(choices), written: before.own ?? before.written };
}

/** Two regions that ask the same have the same name. */
function regionName(region: Region | undefined): string {
  return JSON.stringify(region === undefined ? [] : [region.base, region.mine, region.theirs]);
}

/** The fields in which one of the sides is another by now. */
export function movedFields(
  before: readonly ConflictPart[],
  now: readonly ConflictPart[],
): readonly EditableField[] {
  return now.flatMap((part) => {
    const known = before.find(({ field }) => field === part.field);
    return known !== undefined && sameSides(known, part) ? [] : [part.field];
  });
}

function sameSides(one: ConflictPart, other: ConflictPart): boolean {
  return (['base', 'mine', 'theirs'] as const).every((side) => equalJson(one[side], other[side]));
}
