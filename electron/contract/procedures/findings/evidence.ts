import { z } from 'zod';
import type { Evidence, ImageType } from '../../finding/evidence.ts';
import { findingId } from '../../input/members.ts';
import { maxImageBytes } from '../../input/sizes.ts';
import { annotations } from '../../finding/annotation.ts';
import { procedure } from '../../procedure.ts';

const roundNumber = z.int().min(1).optional();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const evidenceProcedures = {
  /** With `round`, the images of that round of retests (its number); without, those of the finding itself. */
  'evidence.list': procedure<readonly Evidence[]>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({ id: findingId, round: roundNumber }),
  }),
  'evidence.add': procedure<Evidence>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      id: findingId,
      round: roundNumber,
      name: z.string().max(1_000),
      caption: z.string().max(10_000).default(''),
      /** The file's bytes, base64. */
      content: z.string().max(Math.ceil(maxImageBytes / 3) * 4 + 4),
      /** Of the file as it came, if the page had to draw it anew: another format, a turned photo. */
      originalSha256: sha256.optional(),
    }),
  }),
  /** The picture as it is shown and printed; with `original`, the image without its annotations. */
  'evidence.content': procedure<{ readonly type: ImageType; readonly content: string }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({ evidence: z.string().max(100), original: z.boolean().optional() }),
  }),
  /** Puts these layers over the image in the place of those it had. Refused if image or layers were changed since. */
  'evidence.annotate': procedure<Evidence>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      evidence: z.string().max(100),
      /** The hash of the image that the layers were drawn on. */
      madeOf: sha256,
      /** The hash of the picture that the user saw when they began: `pictureSha256`. */
      seen: sha256,
      annotations,
    }),
  }),
  /** Refused if the stored caption is none of those that were seen. */
  'evidence.caption': procedure<Evidence>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      evidence: z.string().max(100),
      caption: z.string().max(10_000),
      /** What the caller read, and what it may have written since; absent, whatever is stored is overwritten. */
      seen: z.array(z.string().max(10_000)).max(20).optional(),
    }),
  }),
  /** Texts of the finding that place the image follow. Refused if another image has that name. */
  'evidence.rename': procedure<Evidence>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ evidence: z.string().max(100), name: z.string().max(1_000) }),
  }),
  /** New pixels after cropping or redaction; the old ones are gone for good, annotations stay above the new ones. Refused if they were made of others by now. */
  'evidence.replace': procedure<Evidence>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      evidence: z.string().max(100),
      /** The hash of what is kept of the image that the person looked at, and the new pixels were made of. */
      madeOf: sha256,
      content: z.string().max(Math.ceil(maxImageBytes / 3) * 4 + 4),
      /** Where the new pixels begin in the old ones, if they were cropped: annotations are moved with them. */
      cropAt: z.strictObject({ x: z.int().min(0).max(65_535), y: z.int().min(0).max(65_535) }).optional(),
    }),
  }),
  /** All images of the finding, or of its round, in the wanted order. */
  'evidence.order': procedure<readonly Evidence[]>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      id: findingId,
      round: roundNumber,
      evidence: z.array(z.string().max(100)).max(10_000),
    }),
  }),
  'evidence.remove': procedure<{ readonly removed: boolean }>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ evidence: z.string().max(100) }),
  }),
  /** Gives an image to another finding, behind its own. */
  'evidence.move': procedure<Evidence>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ evidence: z.string().max(100), to: z.string().min(1).max(1_000) }),
  }),
};
