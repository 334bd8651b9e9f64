/** Letters that are written from right to left, and signs that turn what is behind them. */
const turns = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/u;

/**
 * A text from elsewhere inside a sentence of the program: what it turns around ends where it ends. For sentences that
 * are no elements; if there is an element, `bdi` does it.
 */
export function isolate(text: string): string {
  return turns.test(text) ? `\u2068${text.replace(/[\u2066-\u2069]/gu, '')}\u2069` : text;
}
