import type { SecretKind } from '#contract/deliverable/masks.ts';
import { sha256 } from '../base/sha256.ts';

/** The name of a secret value wherever it stands: it tells neither the value nor its kind, so that it can be stored. */
export function valueKey(kind: SecretKind, value: string): string {
  return sha256(`${kind}\n${value}`);
}
