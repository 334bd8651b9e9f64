/** What the texts of an engagement ask for about links. */
export interface TextLinks {
  /** A link was chosen; its address is shown first. */
  readonly onlink: (href: string) => void;
  /** Goes to a finding that a text links to. */
  readonly onfinding: (id: string) => void;
}
