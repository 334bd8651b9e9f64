import type { SecretKind } from '#contract/deliverable/masks.ts';
import { kindOfMember, longestName } from './secret-names.ts';
import { isSecret, type Secret } from './mask.ts';

/** A header at the beginning of a line, behind a line end that is written as `\n`, or in quotes (of a shell, of JSON). */
const header = /(^|\\[rn]|["'])([A-Za-z][\w-]{1,80})(?=:)(:[ \t]{0,20})/gmu;

/** The secrets in the headers of a text. Time is linear in its length. */
export function* headerSecrets(text: string): Generator<Secret> {
  for (const match of text.matchAll(header)) {
    const [whole, before = '', name = ''] = match;
    const kind = kindOfMember(name);
    if (kind === null || name.length > longestName) continue;
    const from = match.index + whole.length;
    yield* valueSecrets(text, from, endOfValue(text, match.index, before, from), name, kind);
  }
}

const lineEnd = /\r?\n(?![ \t]+\S)|\r(?!\n)|$/gu;
/** In a text of JSON or a shell: its closing quote, or a line end that is written out. */
const quoteEnd = {
  "'": /['\r\n]|\\{1,7}[rn]|$/gu,
  '"': /(?<!\\)["\r\n]|\\{1,7}[rn]|$/gu,
  '\\"': /\\{0,7}["\r\n]|\\{1,7}[rn]|$/gu,
};

/** A value ends with its line and those that go on with it, or with the text that it stands in. */
function endOfValue(text: string, at: number, before: string, from: number): number {
  let end = quoteEnd['"'];
  if (before === '') end = lineEnd;
  else if (before === "'") end = quoteEnd["'"];
  else if (before === '"' && text[at - 1] === '\\') end = quoteEnd['\\"'];
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

/** The secrets in a value that is known by its name: the whole of it, or what is secret in a header. */
export function* valueSecrets(
  text: string,
  from: number,
  to: number,
  name: string,
  kind: SecretKind,
): Generator<Secret> {
  const value = text.slice(from, to);
  switch (kind) {
    case 'authorization': {
      // The scheme stays: `Bearer ********`. One word alone is the secret itself.
      const scheme = /^[ \t]*[\w-]{1,40}[ \t]+(?=\S)/u.exec(value)?.[0] ?? '';
      const basic = /^[ \t]*basic\b/iu.test(scheme);
      yield* whole(text, from + scheme.length, to, name, basic ? 'password' : kind);
      return;
    }
    case 'cookie': {
      // A response sets one, and says how: those words are what a finding may be about.
      const pairs = /^(?:set-cookie|document\.cookie)/iu.test(name)
        ? (/^[^;]*/u.exec(value)?.[0] ?? '')
        : value;
      let at = from;
      for (const pair of pairs.split(';')) {
        const sign = pair.indexOf('=');
        // One without a name is all value, if it has the look of one.
        if (sign !== -1 || /^\s*[\w+/.%~:-]+\s*$/u.test(pair))
          yield* whole(text, at + sign + 1, at + pair.length, name, kind);
        at += pair.length + 1;
      }
      return;
    }
    case 'token':
    case 'password':
    case 'private-key':
      yield* whole(text, from, to, name, kind);
      return;
    default:
      kind satisfies never;
  }
}

function* whole(text: string, from: number, to: number, name: string, kind: SecretKind): Generator<Secret> {
  const value = text.slice(from, to);
  let start = from + value.length - value.trimStart().length;
  let end = Math.max(start, from + value.trimEnd().length);
  if (end - start > 1 && text[start] === '"' && text[end - 1] === '"') [start, end] = [start + 1, end - 1];
  if (isSecret(text.slice(start, end))) yield { from: start, to: end, kind, name };
}
