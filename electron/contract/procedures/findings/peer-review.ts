import { z } from 'zod';
import { editableFields, type EditableField } from '../../finding/finding.ts';
import { changes, findingId, project } from '../../input/members.ts';
import { procedure } from '../../procedure.ts';
import type { FindingView } from '../../window/window.ts';
import { workingStates, type WorkingState } from '../../value-lists.ts';

/* What colleagues do with findings before the client sees them. All of it stays in this vault. */

const commentId = z.string().min(1).max(100);
const commentText = z.string().trim().min(1).max(20_000);
const field = z.enum(editableFields);
const quote = z.string().trim().min(1).max(2_000);
const moment = z.iso.datetime();

const surroundings = z.array(z.string().max(1_000)).max(20);

/** Where a passage stood in its text: the words around each of its places, the nearest first, and which one is meant. */
const anchorSchema = z.strictObject({
  at: z.int().min(0),
  around: z
    .array(z.strictObject({ before: surroundings, after: surroundings }))
    .min(1)
    .max(100),
});

/** A comment on a finding, or with `finding` null a note on the engagement. */
const commentSchema = z.strictObject({
  comment: commentId,
  project,
  finding: findingId.nullable(),
  /** Null: on the whole. */
  field: field.nullable(),
  /** The words that it is about; empty if they may not be kept any more. */
  quote: z.string().max(2_000).nullable(),
  /** Null if the words are not known to stand in one place: the first one counts. */
  anchor: anchorSchema.nullable().default(null),
  text: commentText,
  /** Empty if nobody is known. */
  author: z.string().max(1_000),
  addedAt: moment,
  changedAt: moment.nullable(),
  resolvedAt: moment.nullable(),
  /** The comment that this one answers: it is shown, resolved and removed with it. Null for none. */
  replyTo: commentId.nullable().default(null),
});

export const peerReviewProcedures = {
  /** Marks how far findings are; none if one of the names is unknown. Answers: in the order of the input, each once. */
  'state.set': procedure<readonly MarkedFinding[]>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ ids: z.array(findingId).min(1), state: z.enum(workingStates) }),
  }),
  /** Assigns findings to a name, which stays in this vault; empty for nobody. Answers: in the order of the input, each once. */
  'assignee.set': procedure<readonly AssignedFinding[]>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ ids: z.array(findingId).min(1), name: z.string().trim().max(200) }),
  }),
  /** Accepts changes since the finding was marked ready: of each field the value that the user saw, null for none. */
  'ready.keep': procedure<FindingView>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ id: findingId, seen: changes }),
  }),
  /** Of a finding, or of an engagement with all its findings. Answers: the oldest first, resolved ones among them. */
  'comment.list': procedure<readonly ShownComment[]>()({
    answeredBy: 'reader',
    input: z.union([z.strictObject({ id: findingId }), z.strictObject({ project })]),
  }),
  /** With `project`, a note on the engagement; with `replyTo`, a reply. */
  'comment.add': procedure<Comment>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.union([
      z.strictObject({
        id: findingId,
        field: field.optional(),
        quote: quote.optional(),
        /** Which of the places of the quote in the field is meant, counted from 0. */
        occurrence: z.int().min(0).optional(),
        text: commentText,
      }),
      z.strictObject({ project, text: commentText }),
      /** A reply; to a reply, it answers the same comment. */
      z.strictObject({ replyTo: commentId, text: commentText }),
    ]),
  }),
  'comment.change': procedure<Comment>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({
      comment: commentId,
      text: commentText.optional(),
      resolved: z.boolean().optional(),
    }),
  }),
  /** Answers: as it was, with its replies, for `comment.restore`. */
  'comment.remove': procedure<RemovedComment>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ comment: commentId }),
  }),
  /** Puts a removed comment back as it was, with its replies. */
  'comment.restore': procedure<Comment>()({
    answeredBy: 'host',
    idempotent: true,
    input: commentSchema.extend({ replies: z.array(commentSchema).default([]) }),
  }),
};

/** A finding and how far it is. */
export interface MarkedFinding {
  readonly id: string;
  readonly state: WorkingState;
}

/** A finding and who works on it. */
export interface AssignedFinding {
  readonly id: string;
  readonly assignee: string;
}

export type PassageAnchor = z.output<typeof anchorSchema>;

/** The words around one place of a passage; the nearest come first. */
export type PassageSurroundings = PassageAnchor['around'][number];

/** Reads an anchor as it is stored. */
export const parseAnchor = (stored: unknown): PassageAnchor | null =>
  anchorSchema.safeParse(stored).data ?? null;

export type Comment = Readonly<z.output<typeof commentSchema>>;

/** A comment that was removed, and the replies that went with it. */
export interface RemovedComment extends Comment {
  readonly replies: Comment[];
}

/** A comment as it stands beside its finding. */
export interface ShownComment extends Comment {
  /** Whether its field still has the words that it is about; null if it is about none. */
  readonly passage: 'found' | 'changed' | null;
}

/** What a comment is about: a field of a finding, or words of it. */
export interface Passage {
  readonly field: EditableField;
  /** Null: the whole field. */
  readonly quote: string | null;
  /** Which of its places in the field is meant, counted from 0. */
  readonly occurrence?: number;
}
