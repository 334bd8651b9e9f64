/**
 * What stays of a field as an entry of its own when several are pasted into it: what is not selected, as one piece wherever
 * the caret stands in it.
 */
export function besideSelection(text: string, from: number, to: number): string {
  return (text.slice(0, from) + text.slice(to)).trim();
}
