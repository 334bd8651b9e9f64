import type { EditableField } from '#contract/finding/finding.ts';
import type { ShownComment } from '#contract/procedures/findings/peer-review.ts';
import type { Passages } from '#renderer/ui/text/passages.ts';
import { commentedLabel } from './strings.ts';

/** The passages of a finding's text with open comments, for the previews to mark. */
export function commentedPassages(comments: readonly ShownComment[], field: EditableField): Passages['list'] {
  return comments.flatMap(({ comment, field: on, quote, anchor, resolvedAt, author, text }) =>
    on === field && resolvedAt === null && quote !== null && quote !== ''
      ? [{ id: comment, quote, anchor, about: commentedLabel(author, text) }]
      : [],
  );
}
