import { headerSecrets } from './headers.ts';
import { namedSecrets } from './secret-members.ts';
import { bearerShape, privateKeyHead, tokenShapes } from './token-shapes.ts';
import { isSecret, mask, maskOf, type Secret } from './mask.ts';

/** A text of which every mask lets another secret be seen is given up after so many looks. */
const maxLooks = 6;

/**
 * The live secrets of a recorded message, in order, none inside another. Credentials and cookies in headers, tokens and
 * passwords by parameter or member name, keys and tokens of known shape. What was cut or masked already is none. Never
 * throws; time is linear in the length of the text.
 */
export function secretsIn(text: string): readonly Secret[] {
  let found = apart(everySecret(text));
  for (let looks = 1; found.length > 0 && looks < maxLooks; looks += 1) {
    // If texts are broken, one secret can hide the sign of another: the masked text is looked through as well.
    const more = everySecret(masked(text, found));
    if (more.length === 0) break;
    found = apart([...found, ...inSource(text, found, more)]);
  }
  return found;
}

function everySecret(text: string): Secret[] {
  return [...headerSecrets(text), ...namedSecrets(text), ...shapedSecrets(text)];
}

function apart(found: readonly Secret[]): readonly Secret[] {
  const secrets: Secret[] = [];
  for (const secret of [...found].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = secrets.at(-1);
    if (last === undefined || secret.from >= last.to) secrets.push(secret);
    // Two that overlap are one: both ends are secret.
    else if (secret.to > last.to) secrets[secrets.length - 1] = { ...last, to: secret.to, kind: 'password' };
  }
  return secrets;
}

function masked(text: string, secrets: readonly Secret[]): string {
  let at = 0;
  const pieces = secrets.flatMap((secret) => {
    const before = text.slice(at, secret.from);
    at = secret.to;
    return [before, maskedValue(text, secret)];
  });
  return [...pieces, text.slice(at)].join('');
}

/** Secrets of the masked text where they stand in the text itself; one that begins or ends in a mask takes it whole. */
function inSource(text: string, secrets: readonly Secret[], found: readonly Secret[]): Secret[] {
  let longer = 0;
  const masks = secrets.map((secret) => {
    const from = secret.from + longer;
    const { length } = maskedValue(text, secret);
    longer += length - (secret.to - secret.from);
    return { secret, from, to: from + length };
  });
  const back = (place: number, side: 'from' | 'to'): number => {
    // The last mask that begins before this place, by halves: a text can have a hundred thousand.
    let [low, high] = [0, masks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const begins = masks[middle]?.from ?? 0;
      if (begins < place || (side === 'from' && begins === place)) low = middle + 1;
      else high = middle;
    }
    const last = masks[low - 1];
    if (last === undefined) return place;
    return place < last.to ? last.secret[side] : last.secret.to + place - last.to;
  };
  return found.map((secret) => ({ ...secret, from: back(secret.from, 'from'), to: back(secret.to, 'to') }));
}

const keySigns = /^(?:[A-Za-z0-9+/=*\s]+|\\[rn])*/u;

function* shapedSecrets(text: string): Generator<Secret> {
  for (const { pattern } of [...tokenShapes, bearerShape]) {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? match[0];
      const to = match.index + match[0].length;
      if (isSecret(value)) yield { from: to - value.length, to, kind: 'token', name: '' };
    }
  }
  for (const match of text.matchAll(privateKeyHead)) {
    let from = match.index + match[0].length;
    const end = text.indexOf('-----', from);
    // Of a key that is cut off there is no end: what can belong to one is taken.
    const inside = end === -1 ? (keySigns.exec(text.slice(from))?.[0] ?? '') : text.slice(from, end);
    from += /^(?:\s|\\[rn])*/u.exec(inside)?.[0].length ?? 0;
    const value = inside.slice(from - match.index - match[0].length).replace(/(?:\s|\\[rn]){1,9}$/u, '');
    const to = from + value.length;
    if (isSecret(value)) yield { from, to, kind: 'private-key', name: '' };
  }
}

/** What stands in place of a secret of this text. */
export function maskedValue(text: string, { from, to, kind, quote }: Secret): string {
  const masked = quote === undefined ? maskOf(text.slice(from, to), kind) : mask;
  return quote === undefined ? masked : `${quote}${masked}${quote}`;
}
