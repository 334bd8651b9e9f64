/** The outcome, as JSON text, of an answer that is JSON text already. */
export function outcomeOf(value: string, account: string | undefined): string {
  const named = account === undefined ? '' : `,"account":${JSON.stringify(account)}`;
  return `{"ok":true${named},"value":${value}}`;
}

/**
 * An outcome as a dispatcher writes it, with its answer still as JSON text; null if it is a failure. A face that only
 * prints a long list makes no objects of it.
 */
export function splitOutcome(outcome: string): { readonly account?: string; readonly value: string } | null {
  const head = /^\{"ok":true(?:,"account":("(?:[^"\\]|\\.)*"))?,"value":/u.exec(outcome);
  if (head === null) return null;
  const [begin, account] = head;
  const value = outcome.slice(begin.length, -1);
  return account === undefined ? { value } : { account: String(JSON.parse(account)), value };
}
