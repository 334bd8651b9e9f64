import { checkLevels, type CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import { fold } from '../text/words/fold.ts';
import { listOf, textOf } from '../finding/record.ts';
import { otherMembers } from '../deliverable/report-file.ts';
import type { OtherMembersPrinting } from '../deliverable/templates.ts';
import { isFilled } from '../finding/filled.ts';
import type { CheckedFinding } from './finding.ts';
import { assetIdentity } from '../hosts/places.ts';
import { about, quotes } from './rules/rule.ts';

/** What is only seen by looking at all findings: the same one twice, and members that no page has. */
export interface AcrossFindings {
  readonly look: (finding: CheckedFinding) => void;
  readonly messages: () => readonly CheckMessage[];
}

const maxNamed = 5;

/**
 * Begins a look at the findings of one report. Pure but for what it remembers of them.
 *
 * @param groupOf what a finding is printed as part of, by its identifier; undefined: it is printed by itself
 */
export function acrossFindings(
  printing: OtherMembersPrinting,
  groupOf: (id: string) => object | undefined = () => undefined,
): AcrossFindings {
  const byPlace = new Map<string, { readonly asset: string; readonly findings: CheckedFinding[] }>();
  const members = new Map<string, number>();
  return {
    look(finding) {
      const title = blankFolded(textOf(finding.record, 'title'));
      const assets = new Map(
        listOf(finding.record, 'asset').map((asset) => [blankFolded(assetIdentity(asset)), asset.trim()]),
      );
      for (const [key, asset] of title === '' ? [] : assets) {
        const place = JSON.stringify([title, key]);
        const known = byPlace.get(place) ?? { asset, findings: [] };
        known.findings.push(finding);
        byPlace.set(place, known);
      }
      for (const [name, value] of Object.entries(otherMembers(finding.record))) {
        if (isFilled(value)) members.set(name, (members.get(name) ?? 0) + 1);
      }
    },
    messages: () => [...sameTitles(byPlace.values(), groupOf), ...leftOutMembers(members, printing)],
  };
}

/** Case and blanks make no difference to a reader. */
function blankFolded(text: string): string {
  return fold(text.trim().replace(/\s+/gu, ' '));
}

/** A finding that shares its title and an asset with others is told once, with all of them. Those printed as one are one. */
function sameTitles(
  places: Iterable<{ readonly asset: string; readonly findings: readonly CheckedFinding[] }>,
  groupOf: (id: string) => object | undefined,
): CheckMessage[] {
  const told = new Map<CheckedFinding, { readonly others: Set<string>; readonly assets: Set<string> }>();
  for (const { asset, findings } of places) {
    if (new Set(findings.map((finding) => groupOf(finding.id) ?? finding)).size < 2) continue;
    for (const finding of findings) {
      const group = groupOf(finding.id);
      const known = told.get(finding) ?? { others: new Set(), assets: new Set() };
      for (const { id } of findings) {
        const isApart = group === undefined || groupOf(id) !== group;
        if (id !== finding.id && isApart) known.others.add(id);
      }
      known.assets.add(asset);
      told.set(finding, known);
    }
  }
  return [...told].map(([finding, { others, assets }]) => {
    const named = [...others].slice(0, maxNamed).join(', ');
    const more = others.size > maxNamed ? ` and ${String(others.size - maxNamed)} more` : '';
    return about(
      finding,
      'same-title',
      'title',
      `It has the same title on ${quotes([...assets])} as ${named}${more}. Merge them, or tell them apart.`,
    );
  });
}

const printingHints: Readonly<Record<Exclude<OtherMembersPrinting, 'printed'>, string>> = {
  'not-chosen':
    'Only the JSON export has them. To print them, turn on "Print other members" (--other-members).',
  'too-brief': 'This template does not print them; CSV and JSON have them.',
};

function leftOutMembers(
  members: ReadonlyMap<string, number>,
  printing: OtherMembersPrinting,
): CheckMessage[] {
  if (members.size === 0 || printing === 'printed') return [];
  const code = 'left-out-members';
  const names = [...members.keys()].slice(0, 20);
  const more = members.size > names.length ? ` and ${String(members.size - names.length)} more` : '';
  const max = Math.max(...members.values());
  const where = max === 1 ? '1 finding' : `up to ${String(max)} findings`;
  return [
    {
      level: checkLevels[code],
      code,
      finding: null,
      title: null,
      field: null,
      message:
        `The report leaves out members that the interface does not name, in ${where}: ` +
        `${names.map((name) => name.slice(0, 60).toWellFormed()).join(', ')}${more}. ${printingHints[printing]}`,
    },
  ];
}
