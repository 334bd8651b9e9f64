/**
 * What stays of a field as an entry of its own when several are pasted: the text outside the selection, in one piece
 * wherever the caret is.
 */
export function besideSelection(text: string, from: number, to: number): string {
  return (text.slice(0, from) + text.slice(to)).trim();
}
