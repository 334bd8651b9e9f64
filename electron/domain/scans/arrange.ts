import { ruleKey, type ScanGroup } from './groups.ts';
import { assetKey } from './match.ts';

/** What the user made of the groups: each by its key. */
export interface ScanArrangement {
  /** Keys of groups that are one finding; it has the key of the first. */
  readonly merged: readonly (readonly string[])[];
  /** Groups that are a finding for each of their assets. */
  readonly split: readonly string[];
  /** Titles in place of those of the tools. */
  readonly titles: Readonly<Record<string, string>>;
}

export const asRead: ScanArrangement = { merged: [], split: [], titles: {} };

/** The groups as the user arranged them: merged, then split, then renamed. Keys that are not there change nothing. */
export function arranged(groups: readonly ScanGroup[], arrangement: ScanArrangement): ScanGroup[] {
  const split = new Set(arrangement.split);
  return merge(groups, arrangement.merged)
    .flatMap((group) => (split.has(group.key) && group.assets.length > 1 ? splitByAsset(group) : [group]))
    .map((group) => {
      const title = Object.hasOwn(arrangement.titles, group.key) ? arrangement.titles[group.key] : undefined;
      return title === undefined || title.trim() === '' ? group : { ...group, title: title.trim() };
    });
}

function merge(groups: readonly ScanGroup[], merged: ScanArrangement['merged']): ScanGroup[] {
  const left = new Map(groups.map((group) => [group.key, group]));
  for (const [into, ...others] of merged) {
    let whole = into === undefined ? undefined : left.get(into);
    for (const key of others) {
      const other = left.get(key);
      if (whole === undefined || other === undefined || other === whole) continue;
      left.delete(key);
      whole = joined(whole, other);
      left.set(whole.key, whole);
    }
  }
  return [...left.values()];
}

function joined(one: ScanGroup, other: ScanGroup): ScanGroup {
  const known = new Set(one.assets.map(assetKey));
  return {
    ...one,
    rules: [...one.rules, ...other.rules],
    severities: [...new Set([...one.severities, ...other.severities])],
    assets: [...one.assets, ...other.assets.filter((asset) => !known.has(assetKey(asset)))],
    places: [...one.places, ...other.places],
    placeCount: one.placeCount + other.placeCount,
    description: paragraphsOf(one.description, other.description),
    demonstration: paragraphsOf(one.demonstration, other.demonstration),
    remediation: paragraphsOf(one.remediation, other.remediation),
    impact: paragraphsOf(one.impact, other.impact),
    references: union(one.references, other.references),
    cve: union(one.cve, other.cve),
    cwe: union(one.cwe, other.cwe),
    cvss: [...one.cvss, ...other.cvss],
    requests: [...one.requests, ...other.requests],
    requestCount: one.requestCount + other.requestCount,
    images: [...one.images, ...other.images],
    tags: union(one.tags, other.tags),
    authored: one.authored || other.authored,
    files: union(one.files, other.files),
  };
}

function paragraphsOf(one: string, other: string): string {
  return one === other ? one : [one, other].filter((text) => text !== '').join('\n\n');
}

function union<T>(one: readonly T[], other: readonly T[]): T[] {
  return [...new Set([...one, ...other])];
}

/** Each part gets the places on its own asset. Exchanges and images name no asset, so each part keeps all of them. */
function splitByAsset(group: ScanGroup): ScanGroup[] {
  return group.assets.map((asset) => {
    const places = group.places.filter((place) => assetKey(place.asset) === assetKey(asset));
    return {
      ...group,
      key: `${group.rules.map(ruleKey).join('+')}@${asset}`,
      splitOf: group.key,
      assets: [asset],
      places,
      placeCount: places.length,
    };
  });
}
