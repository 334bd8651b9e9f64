import type { Round, VerdictsPreview, VerdictsSet } from '#contract/deliverable/rounds.ts';
import { verdicts, type Verdict } from '#contract/value-lists.ts';
import { verdictLooks } from '#renderer/session/values/verdict-looks.ts';
import { counted, dayOf, number } from '#renderer/ui/text/format.ts';
import { findingWords } from '#renderer/session/values/finding-words.ts';

/** The days of a round; empty if none is said. */
export function daysOf({ begins, ends }: Pick<Round, 'begins' | 'ends'>): string {
  if (begins === '' && ends === '') return '';
  if (begins === ends) return dayOf(begins);
  if (begins === '') return `until ${dayOf(ends)}`;
  return ends === '' ? `from ${dayOf(begins)}` : `${dayOf(begins)} – ${dayOf(ends)}`;
}

/** How far a round is, in one line. */
export function standWords({ counts, none }: Round): string {
  const parts = verdicts.flatMap((verdict) =>
    counts[verdict] === 0 ? [] : [`${number(counts[verdict])} ${verdictLooks[verdict].label.toLowerCase()}`],
  );
  const left = none === 0 ? 'every finding has a verdict' : `${number(none)} without a verdict`;
  return [...parts, left].join(' · ');
}

/** What a round holds that would be lost with it; empty if it holds nothing. */
export function heldWords({ counts, images }: Round): string {
  const given = verdicts.reduce((sum, verdict) => sum + counts[verdict], 0);
  const parts = [
    ...(given === 0 ? [] : [counted(given, 'verdict')]),
    ...(images === 0 ? [] : [counted(images, 'image')]),
  ];
  return parts.join(' and ');
}

/** How many findings a setting would change. */
export function changesOf({ fresh, replaced, reworded }: VerdictsPreview): number {
  return fresh + reworded + verdicts.reduce((sum, verdict) => sum + replaced[verdict], 0);
}

/** What a setting of this verdict would do, in sentences; the first one says how many change. */
export function previewWords(preview: VerdictsPreview, given: Verdict): string[] {
  const changes = changesOf(preview);
  const replaced = verdicts.filter((verdict) => preview.replaced[verdict] > 0);
  return [
    changes === 0
      ? 'Nothing would change.'
      : `${counted(changes, 'finding')}: “${verdictLooks[given].label}”.`,
    ...(preview.fresh > 0 && preview.fresh < changes
      ? [`${number(preview.fresh)} had no result in this round yet.`]
      : []),
    ...replaced.map(
      (verdict) =>
        `${number(preview.replaced[verdict])} ${preview.replaced[verdict] === 1 ? 'was' : 'were'} “${verdictLooks[verdict].label}” until now.`,
    ),
    ...(preview.same > 0
      ? [`${number(preview.same)} ${preview.same === 1 ? 'has' : 'have'} it so already.`]
      : []),
  ];
}

/** What was done, for the notice beside. */
export function setWords(
  round: Pick<Round, 'name'>,
  verdict: Verdict,
  answer: VerdictsSet,
  name: string | null,
): string {
  const queued = answer.operations.reduce((sum, { findings }) => sum + findings.length, 0);
  const status = queued === 0 ? '' : ` Their status is pending for ${number(queued)}.`;
  return `${round.name}: ${verdictLooks[verdict].label.toLowerCase()}, ${findingWords(answer.changed, name)}.${status}`;
}
