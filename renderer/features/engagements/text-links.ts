import type { PutText } from '#renderer/ui/editor/code-editor.ts';

/** What the texts of an engagement ask for about links. */
export interface TextLinks {
  /** A link was chosen; its address is shown first. */
  readonly onlink: (href: string) => void;
  /** Goes to a finding that a text links to. */
  readonly onfinding: (id: string) => void;
  /** A finding is to be linked to: gets what puts the link into the text. */
  readonly onlinking: (put: PutText) => void;
}
