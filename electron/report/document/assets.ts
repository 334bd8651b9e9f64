import type { NumberedFinding } from './numbered.ts';
import { asValues } from './values.ts';

/** An asset and what was found on it. */
export interface AssetGroup {
  readonly name: string;
  readonly findings: readonly NumberedFinding[];
}

/** The assets of findings in the order in which findings name them: the one with the worst finding first. */
export function assetGroups(findings: readonly NumberedFinding[]): AssetGroup[] {
  const groups = new Map<string, NumberedFinding[]>();
  for (const finding of findings) {
    for (const name of assetsOf(finding)) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [finding]);
      else group.push(finding);
    }
  }
  return [...groups].map(([name, there]) => ({ name, findings: there }));
}

/** The assets of a finding, each once. */
export function assetsOf({ record }: NumberedFinding): string[] {
  return [...new Set(asValues(record['asset']).map(({ text }) => text))];
}

/** Where the findings of an asset stand, by its place among the assets. */
export function assetTarget(index: number): string {
  return `asset-${String(index + 1)}`;
}
