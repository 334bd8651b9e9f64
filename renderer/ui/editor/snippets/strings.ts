/** Texts of the menu of snippets that `/name` opens. */
export const snippetMenuStrings = {
  menu: 'Snippets',
  count: (count: number) => (count === 1 ? '1 snippet' : `${String(count)} snippets`),
  key: 'Enter',
} as const;
