import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { SecretKind } from '#contract/deliverable/masks.ts';

/** The name of a secret value wherever it stands: it tells neither the value nor its kind, so that it can be stored. */
export function valueKey(kind: SecretKind, value: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${kind}\n${value}`)));
}
