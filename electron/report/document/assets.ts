import type { Words } from '../languages/index.ts';
import { assetIdentity } from '#domain/hosts/places.ts';
import { assetEntries, firstEntries, WHOLE_LIST } from './asset-list.ts';
import type { Fact } from './blocks.ts';
import type { NumberedFinding } from './numbered.ts';
import { asValues } from './values.ts';

/** Assets and what was found on them: one, or in a long list all those that have the same findings. */
export interface AssetGroup {
  readonly names: readonly string[];
  readonly findings: readonly NumberedFinding[];
}

/** More assets than this are told together if the same was found on them. */
const MAX_ALONE = 40;

/** The assets of findings in the order in which findings name them: the one with the worst finding first. */
export function assetGroups(findings: readonly NumberedFinding[]): AssetGroup[] {
  const groups = findingsByAsset(findings);
  return groups.size <= MAX_ALONE
    ? [...groups].map(([name, there]) => ({ names: [name], findings: there }))
    : merged(groups);
}

/** What was found on each asset, in the same order; an asset has the name by which a finding mentions it first. */
export function findingsByAsset(
  findings: readonly NumberedFinding[],
): ReadonlyMap<string, readonly NumberedFinding[]> {
  const groups = new Map<string, NumberedFinding[]>();
  // One host is one asset in whatever spelling: the first one names it.
  const names = new Map<string, string>();
  for (const finding of findings) {
    for (const written of assetsOf(finding)) {
      const identity = assetIdentity(written).toLowerCase();
      const name = names.get(identity) ?? written;
      names.set(identity, name);
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [finding]);
      else if (group.at(-1) !== finding) group.push(finding);
    }
  }
  return groups;
}

function merged(groups: ReadonlyMap<string, readonly NumberedFinding[]>): AssetGroup[] {
  const together = new Map<string, { names: string[]; findings: readonly NumberedFinding[] }>();
  for (const [name, findings] of groups) {
    const key = findings.map(({ ref }) => ref.target).join();
    const known = together.get(key);
    if (known === undefined) together.set(key, { names: [name], findings });
    else known.names.push(name);
  }
  return [...together.values()];
}

/** The assets of a finding, each once. */
export function assetsOf({ record }: Pick<NumberedFinding, 'record'>): string[] {
  return [...new Set(asValues(record['asset']).map(({ text }) => text))];
}

/** Whether the assets of a finding are more than its card names. */
export function isLongAssetList(finding: Pick<NumberedFinding, 'record'>): boolean {
  const names = assetsOf(finding);
  return names.length > WHOLE_LIST && assetEntries(names).length > MAX_IN_CARD;
}

/** The assets of a finding: a longer list in columns. What is more than `max` entries is said to stand in the appendix. */
export function assetFact(label: string, names: readonly string[], max: number, words: Words): Fact {
  const { shown, more } = firstEntries(names, max);
  const values = shown.map(({ text }) => ({ text }));
  const text = words.sentences.moreAssets(more, words.sections.assetsOfFindings);
  return {
    label,
    values: more === 0 ? values : [...values, { text, target: assetAppendix }],
    layout: names.length <= WHOLE_LIST ? 'lines' : 'columns',
  };
}

/** So many entries stand in the card of a finding; the others in an appendix, if the deliverable has one. */
export const MAX_IN_CARD = 60;

/** Where the assets stand that have no room in their finding's card. */
export const assetAppendix = 'assets-of-findings';

/** Where the findings of an asset stand, by its place among the assets. */
export function assetTarget(index: number): string {
  return `asset-${String(index + 1)}`;
}
