import type { EditableField } from '#contract/finding/finding.ts';
import type { ShownComment } from '#contract/procedures/findings/peer-review.ts';
import type { Api } from '#renderer/api/api.ts';
import type { Passages } from '#renderer/ui/text/passages.ts';
import { commentedLabel } from './strings.ts';

/** The passages of a finding with open comments, for the previews to mark. */
export class CommentedPassages {
  readonly #api: Api;
  #answered = $state.raw<{ readonly id: string; readonly comments: readonly ShownComment[] } | null>(null);
  /** The question that was asked last: an older answer counts no more. */
  #asked: object | null = null;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Asks again. Without an answer nothing is marked: the comments themselves say why. @param open how many are open */
  async ask(id: string, open: number): Promise<void> {
    const asked = {};
    this.#asked = asked;
    if (open === 0) {
      this.#answered = null;
      return;
    }
    const comments = await this.#api.call('comment.list', { id }).catch(() => []);
    if (this.#asked === asked) this.#answered = { id, comments };
  }

  /** Those in one text of a finding. */
  on(id: string, field: EditableField): Passages['list'] {
    if (this.#answered?.id !== id) return [];
    return this.#answered.comments.flatMap(
      ({ comment, field: on, quote, anchor, resolvedAt, author, text }) =>
        on === field && resolvedAt === null && quote !== null && quote !== ''
          ? [{ id: comment, quote, anchor, about: commentedLabel(author, text) }]
          : [],
    );
  }
}
