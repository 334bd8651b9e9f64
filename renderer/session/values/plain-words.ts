/**
 * A sentence of the program for a person: without the codes of errors that it has in brackets for the terminal
 * (`UND_ERR_SOCKET`, `ECONNREFUSED`). What the words before them say is enough to act on.
 */
export function plainWords(message: string): string {
  return message.replace(/ \((?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|E[A-Z0-9]{3,}|unknown error)\)/gu, '');
}
