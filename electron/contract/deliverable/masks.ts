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

/** A body of which something is left out. */
export interface OmittedBody {
  readonly where: string;
  readonly bytes: number;
}

/** What of a finding's requests would not be printed. */
export interface MaskedFinding {
  readonly finding: string;
  readonly title: string;
  readonly hits: readonly MaskHit[];
  readonly leftOut: readonly OmittedBody[];
}

/** Bodies are cut behind so many bytes if nobody says otherwise. */
export const defaultBodyLimit = 4_096;

/** What a deliverable leaves out. Masked and cut if nothing is said; `cutBodies: null` prints bodies whole. */
export const redactionOptions = {
  maskSecrets: z.boolean().optional(),
  cutBodies: z.int().min(0).max(1_000_000_000).nullable().optional(),
};

/** How a PDF is written beside that: `embedJson` puts the findings into it as JSON, masked and cut alike. */
export const embeddingOptions = { embedJson: z.boolean().optional() };

/** Without it nobody can open the PDF. It is not stored anywhere: not with the edition, not in a log. */
export const passwordOption = { password: z.string().min(1).max(1_000).optional() };
