/** What a snippet can name of the finding that it goes into, as `{{title}}`. */
export const snippetFields = ['title', 'asset', 'assets', 'severity', 'status', 'cvss'] as const;
export type SnippetField = (typeof snippetFields)[number];

/** Marks in a snippet where the cursor goes; without it, behind the text. */
export const cursorMark = '{{cursor}}';

/** A snippet as it is inserted. */
export interface FilledSnippet {
  readonly text: string;
  /** Index into `text`. */
  readonly cursor: number;
}

/**
 * Fills the placeholders of a snippet. One that is no field, or whose value is not given, stays as it is written: the texts
 * of an engagement have placeholders of their own.
 */
export function fillSnippet(
  text: string,
  values: Readonly<Partial<Record<SnippetField, string>>>,
): FilledSnippet {
  const filled = text.replaceAll(/\{\{(\w+)\}\}/gu, (written, name: string) => {
    const field = snippetFields.find((known) => known === name);
    return (field === undefined ? undefined : values[field]) ?? written;
  });
  const at = filled.indexOf(cursorMark);
  const shown = filled.replaceAll(cursorMark, '');
  return { text: shown, cursor: at === -1 ? shown.length : at };
}
