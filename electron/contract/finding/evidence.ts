import type { Annotation } from './annotation.ts';

export const imageTypes = ['image/png', 'image/jpeg'] as const;
export type ImageType = (typeof imageTypes)[number];

/** A text that an image stands in: a field of its finding, or what a retest says of it. */
export type EvidenceUse = 'description' | 'observation' | 'demonstration' | 'remediation' | 'retest';

/** One image that belongs to a finding. It is kept here, encrypted; the service may get its name in a text, never its pixels. */
export interface Evidence {
  readonly evidence: string;
  /** What texts call it by: `![caption](evidence:NAME)`. */
  readonly name: string;
  /** The texts that place it, each once. */
  readonly usedIn: readonly EvidenceUse[];
  readonly finding: string;
  readonly caption: string;
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Of the bytes as they are kept, lower-case hex. */
  readonly sha256: string;
  /** Of the file as it came, before its metadata was taken out and before it was cropped or redacted. */
  readonly originalSha256: string;
  readonly originalName: string;
  readonly addedAt: string;
  /** When its pixels were last changed here; null if they are as they came. */
  readonly changedAt: string | null;
  /** The layers over it, from the lowest to the highest. */
  readonly annotations: readonly Annotation[];
  /** Of the picture as it is shown and printed: with its annotations drawn in, else `sha256`. */
  readonly pictureSha256: string;
}
