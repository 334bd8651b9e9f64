import { DossierError } from '#contract/error.ts';
import type { EditableField, FindingRow } from '#contract/finding/finding.ts';
import {
  parseAnchor,
  type Comment,
  type PassageAnchor,
  type RemovedComment,
  type ShownComment,
} from '#contract/procedures/findings/peer-review.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import { stringify } from '#domain/base/json.ts';
import { personName } from '#domain/engagement/person-name.ts';
import { memberOf } from '#domain/finding/record.ts';
import { holdsPassage } from '#domain/peer-review/passage.ts';
import { anchorOf } from '#domain/text/words/passage-anchor.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import {
  commentsIn,
  commentsOn,
  deleteComment,
  readComment,
  repliesTo,
  writeComment,
  type CommentRow,
} from '#db/tables/findings/comments.ts';
import { readIdentity, shownId } from '#db/tables/findings/records.ts';
import { readTransaction, transaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { connectedUser } from '#engine/connection/connected-user.ts';
import { nowIso, type ReadContext, type ServiceContext } from '#engine/context.ts';
import { findingNamed } from '#engine/outbox/edit.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { effectiveRecord } from '#engine/record/list-rows.ts';

/**
 * The comments on a finding, or all of an engagement with its notes, the oldest first.
 *
 * @throws DossierError `not-found`
 */
export function listComments(
  { db }: Pick<ReadContext, 'db'>,
  of: ProcedureInput<'comment.list'>,
): ShownComment[] {
  return readTransaction(db, () => {
    if ('project' in of && !hasEngagement(db, of.project)) throw noEngagement(of.project);
    const rows =
      'project' in of ? commentsIn(db, of.project) : commentsOn(db, findingNamed({ db }, of.id).finding);
    return rows.map((row) => ({ ...commentOf(db, row), passage: passageOf(db, row) }));
  });
}

/** Adds a comment in the name of the connected user. @throws DossierError `not-found` */
export function addComment(ctx: ServiceContext, input: ProcedureInput<'comment.add'>): Comment {
  return transaction(ctx.db, () => {
    if ('project' in input && !hasEngagement(ctx.db, input.project)) throw noEngagement(input.project);
    const about =
      'replyTo' in input
        ? replyPlace(ctx.db, input.replyTo)
        : 'project' in input
          ? { ...nowhere, project: input.project, finding: null }
          : placeOf(ctx.db, input);
    const row: CommentRow = {
      comment: ctx.ids.next(),
      ...about,
      text: input.text,
      author: personName(connectedUser(ctx.db)),
      addedAt: nowIso(ctx),
      changedAt: null,
      resolvedAt: null,
    };
    writeComment(ctx.db, row);
    return commentOf(ctx.db, row);
  });
}

/** A reply stands below its comment: it is about the same finding, and about no words of its own. */
function replyPlace(db: ReadableDb, comment: string): CommentPlace {
  const { project, finding, replyTo } = commentNamed(db, comment);
  return { ...nowhere, project, finding, replyTo: replyTo ?? comment };
}

/** Changes the words of a comment, resolves it with its replies or opens it again. @throws DossierError `not-found` */
export function changeComment(ctx: ServiceContext, input: ProcedureInput<'comment.change'>): Comment {
  return transaction(ctx.db, () => {
    const before = commentNamed(ctx.db, input.comment);
    const { text = before.text, resolved = before.resolvedAt !== null } = input;
    const now = nowIso(ctx);
    const row: CommentRow = {
      ...before,
      text,
      changedAt: text === before.text ? before.changedAt : now,
      resolvedAt: resolved ? (before.resolvedAt ?? now) : null,
    };
    writeComment(ctx.db, row);
    for (const reply of repliesTo(ctx.db, row.comment))
      writeComment(ctx.db, { ...reply, resolvedAt: row.resolvedAt });
    return commentOf(ctx.db, row);
  });
}

/** Deletes a comment and its replies. @returns it as it was @throws DossierError `not-found` */
export function removeComment({ db }: Pick<ServiceContext, 'db'>, comment: string): RemovedComment {
  return transaction(db, () => {
    const row = commentNamed(db, comment);
    const replies = repliesTo(db, comment).map((reply) => commentOf(db, reply));
    deleteComment(db, comment);
    return { ...commentOf(db, row), replies };
  });
}

/**
 * Puts a removed comment back as it was, with its replies.
 *
 * @throws DossierError `not-found` if its finding, engagement or the comment that it answers is gone
 */
export function restoreComment(
  { db }: Pick<ServiceContext, 'db'>,
  { replies, ...comment }: ProcedureInput<'comment.restore'>,
): Comment {
  return transaction(db, () => {
    if (!hasEngagement(db, comment.project)) throw noEngagement(comment.project);
    if (comment.replyTo !== null) commentNamed(db, comment.replyTo);
    const finding = comment.finding === null ? null : findingNamed({ db }, comment.finding).finding;
    const [row] = [comment, ...replies].map(({ anchor, ...rest }): CommentRow => {
      const written = { ...rest, finding, anchorJson: anchor === null ? null : JSON.stringify(anchor) };
      writeComment(db, written);
      return written;
    });
    if (row === undefined) throw new Error('no comment was restored');
    return commentOf(db, row);
  });
}

type CommentPlace = Pick<CommentRow, 'project' | 'finding' | 'field' | 'quote' | 'anchorJson' | 'replyTo'>;

/** About no field. */
const nowhere = { field: null, quote: null, anchorJson: null, replyTo: null } as const;

function placeOf(
  db: ReadableDb,
  { id, field, quote, occurrence = 0 }: Extract<ProcedureInput<'comment.add'>, { readonly id: string }>,
): CommentPlace {
  const { finding, project } = findingNamed({ db }, id);
  if (field === undefined && quote !== undefined)
    throw new DossierError('invalid', 'Words of a finding belong to one of its fields: say which.');
  const text = field === undefined ? '' : textIn(db, finding, field);
  const anchor = quote === undefined ? null : anchorOf(text, quote, occurrence);
  const anchorJson = anchor === null ? null : JSON.stringify(anchor);
  return { project, finding, field: field ?? null, quote: quote ?? null, anchorJson, replyTo: null };
}

function textIn(db: ReadableDb, finding: FindingRow, field: EditableField): string {
  const value = memberOf(effectiveRecord(db, finding).effective, field) ?? '';
  return typeof value === 'string' ? value : stringify(value);
}

function commentNamed(db: ReadableDb, comment: string): CommentRow {
  const row = readComment(db, comment);
  if (row === null) throw new DossierError('not-found', `There is no comment ${comment} here.`);
  return row;
}

function commentOf(db: ReadableDb, row: CommentRow): Comment {
  const { anchorJson, finding, ...rest } = row;
  return {
    ...rest,
    anchor: anchorIn(anchorJson),
    finding: finding === null ? null : shownId(readIdentity(db, finding)),
  };
}

function anchorIn(anchorJson: CommentRow['anchorJson']): PassageAnchor | null {
  return anchorJson === null ? null : parseAnchor(JSON.parse(anchorJson));
}

/** Found by its words and those around them: a text may have grown. */
function passageOf(db: ReadableDb, row: CommentRow): ShownComment['passage'] {
  const { finding, field, quote } = row;
  if (finding === null || field === null || quote === null) return null;
  const holds = quote !== '' && holdsPassage(textIn(db, finding, field), quote, anchorIn(row.anchorJson));
  return holds ? 'found' : 'changed';
}
