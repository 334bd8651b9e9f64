import { z } from 'zod';

/* What of recorded requests does not go into a deliverable: live secrets, and the rest of long bodies. */

/** What a masked value was. */
export const secretKinds = ['authorization', 'cookie', 'token', 'password', 'private-key'] as const;
export type SecretKind = (typeof secretKinds)[number];

/** Values of one kind at one place of a finding's requests; `where` names the place in words: `Request 2, header Cookie`. */
export interface MaskHit {
  readonly where: string;
  readonly kind: SecretKind;
  readonly count: number;
}

/** One value that a report masks, or prints because the user keeps it. */
export interface MaskedValue {
  /** Names kind and value and tells neither: SHA-256 in hex. */
  readonly key: string;
  readonly kind: SecretKind;
  /** As it stands in the requests, cut if it is long. */
  readonly text: string;
  /** Where it stands first, in words. */
  readonly where: string;
  readonly count: number;
  readonly kept: boolean;
}

/** A body of which something is left out. */
export interface OmittedBody {
  readonly where: string;
  readonly bytes: number;
}

/** What of a finding's requests would not be printed, and the values that are secret by a rule. */
export interface MaskedFinding {
  readonly finding: string;
  readonly title: string;
  readonly hits: readonly MaskHit[];
  readonly values: readonly MaskedValue[];
  readonly leftOut: readonly OmittedBody[];
}

/** Bodies are cut behind so many bytes if nobody says otherwise. */
export const defaultBodyLimit = 4_096;

/** What a deliverable leaves out. Masked and cut if nothing is said; `cutBodies: null` prints bodies whole. */
export const redactionOptions = {
  maskSecrets: z.boolean().optional(),
  cutBodies: z.int().min(0).max(1_000_000_000).nullable().optional(),
  /** Values that are printed although a rule masks them, by the key of each (`MaskedValue`). */
  keptValues: z
    .array(z.string().regex(/^[0-9a-f]{64}$/))
    .max(10_000)
    .optional(),
};

/** How a PDF is written beside that: `embedJson` puts the findings into it as JSON, masked and cut alike. */
export const embeddingOptions = { embedJson: z.boolean().optional() };

/** Without it nobody can open the PDF. It is not stored anywhere: not with the edition, not in a log. */
export const passwordOption = { password: z.string().min(1).max(1_000).optional() };
