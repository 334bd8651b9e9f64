import { valueSecrets } from './headers.ts';
import { kindOfMember } from './secret-names.ts';
import type { Secret } from './mask.ts';

/*
 * Secrets by the name of what holds them, in the bodies of messages: parameters, members of JSON, tags, fields of forms.
 * Every pattern begins where the one before ended or is bounded: time is linear in the length of the text.
 */

/** `name=`, before a value as an address, a form or a line of settings has it. */
const parameter = /(^|[?&;"'\s]|\\[rn])([\w.%$[\]-]{1,80})=(?!=)/gmu;
const parameterValue = /[^&\s"'<>;#\\]*/uy;
/** `name = "value"`, as a program or a tag has it. */
const assignment = /(?<![\w.%$[\]-])([\w.%$[\]-]{1,80})\s{0,3}=\s{0,3}(\\{0,7}["'])([^"'\r\n\\]{1,4000})\2/gu;

function* parameterSecrets(text: string): Generator<Secret> {
  parameter.lastIndex = 0;
  for (let match = parameter.exec(text); match !== null; match = parameter.exec(text)) {
    const [, before = '', name = ''] = match;
    const kind = kindOfMember(name);
    if (kind === null) continue;
    // Only a secret's value is stepped over: another may be an address with parameters of its own.
    const from = (parameterValue.lastIndex = parameter.lastIndex);
    const value = parameterValue.exec(text)?.[0] ?? '';
    parameter.lastIndex = from + value.length;
    // A parameter of the path (`;jsessionid=…`) ends where the query begins.
    const end = before === ';' ? value.search(/[?/]|$/u) : value.length;
    yield* valueSecrets(text, from, from + end, name, plain(kind));
  }
  for (const match of text.matchAll(assignment)) {
    const [whole, name = '', quote = '', value = ''] = match;
    const kind = kindOfMember(name);
    const to = match.index + whole.length - quote.length;
    const read = name === 'document.cookie' ? kind : plain(kind);
    if (read !== null) yield* valueSecrets(text, to - value.length, to, name, read);
  }
}

/** A member of JSON, as itself or written inside of a text of JSON: `"name":"`, `\"name\":\"`, `"name":12`. */
const member =
  /(\\{0,7}["'])([\w.$[\]-]{1,80})\1\s{0,20}:\s{0,20}(?:(\\{0,7}["'])|(-?\d[\d.eE+-]{0,40})(?=[\s,}\]\\]|$))/gu;
/** How the archive format of browsers (HAR) writes headers: the name is a value, too. */
const pair =
  /(\\{0,7}["'])(?:name|key)\1\s{0,20}:\s{0,20}\1([\w.$[\]-]{1,80})\1\s{0,20},\s{0,20}\1value\1\s{0,20}:\s{0,20}(\\{0,7}["'])/giu;

function* memberSecrets(text: string): Generator<Secret> {
  for (const pattern of [member, pair]) {
    for (const match of text.matchAll(pattern)) {
      const [whole, quote = '', name = '', opening, number] = match;
      const kind = kindOfMember(name);
      if (kind === null) continue;
      const end = match.index + whole.length;
      if (number !== undefined) yield { from: end - number.length, to: end, kind, name, quote };
      else if (opening === quote) yield* valueSecrets(text, end, endOfText(text, end, quote), name, kind);
    }
  }
}

/** Where the text of JSON ends that is opened by this quote, which has as many backslashes as it is written inside of texts. */
function endOfText(text: string, from: number, quote: string): number {
  const depth = quote.length - 1;
  const sign = quote.slice(depth);
  for (let at = text.indexOf(sign, from); at !== -1; at = text.indexOf(sign, at + 1)) {
    let before = at;
    while (before > from && text[before - 1] === '\\') before -= 1;
    if ((at - before) % (2 * (depth + 1)) === depth) return at - depth;
  }
  return text.length;
}

/** `<password>value</password>` */
const element = /<(?:[\w-]{1,40}:)?([\w.-]{1,80})(?:\s[^<>]{0,500})?>([^<]+)<\//gu;
/** `<input name="csrf_token" value="…">`, in any order. */
const field = /<(?:input|meta)\b([^<>]{1,2000})>/giu;
const fieldName = /\bname\s*=\s*["']?([^"'\s>]{1,80})/iu;
const fieldValue = /\b(?:value|content)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/diu;

function* markupSecrets(text: string): Generator<Secret> {
  for (const match of text.matchAll(element)) {
    const [whole, name = '', value = ''] = match;
    const kind = kindOfMember(name);
    const to = match.index + whole.length - 2;
    if (kind !== null) yield* valueSecrets(text, to - value.length, to, name, plain(kind));
  }
  for (const match of text.matchAll(field)) {
    const attributes = match[1] ?? '';
    const name = fieldName.exec(attributes)?.[1] ?? '';
    const kind = kindOfMember(name);
    const found = kind === null ? undefined : fieldValue.exec(attributes)?.indices;
    const place = found?.[1] ?? found?.[2] ?? found?.[3];
    if (kind === null || place === undefined) continue;
    const at = match.index + match[0].length - 1 - attributes.length;
    yield* valueSecrets(text, at + place[0], at + place[1], name, plain(kind));
  }
}

/** A part of a form (`multipart/form-data`): its name in a header, its value behind the empty line. */
const part =
  /\bname="([^"\r\n]{1,80})"[^\r\n]{0,200}\r?\n(?:[\w-]{1,40}:[^\r\n]{0,200}\r?\n){0,5}\r?\n([^\r\n]+)/gu;

function* partSecrets(text: string): Generator<Secret> {
  for (const match of text.matchAll(part)) {
    const [whole, name = '', value = ''] = match;
    const kind = kindOfMember(name);
    const to = match.index + whole.length;
    if (kind !== null) yield* valueSecrets(text, to - value.length, to, name, plain(kind));
  }
}

/** `https://user:password@host` */
const userInfo = /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s/?#:@"'<>]{0,200}:([^\s/?#@"'<>]{1,200})@/giu;

function* addressSecrets(text: string): Generator<Secret> {
  for (const match of text.matchAll(userInfo)) {
    const [whole, value = ''] = match;
    const to = match.index + whole.length - 1;
    yield* valueSecrets(text, to - value.length, to, '', 'password');
  }
}

/** What is a header elsewhere is one value here. */
function plain<T extends Secret['kind'] | null>(kind: T): T | 'token' {
  return kind === 'authorization' || kind === 'cookie' ? 'token' : kind;
}

/** The secrets of a text that are known by their names. */
export function* namedSecrets(text: string): Generator<Secret> {
  yield* parameterSecrets(text);
  yield* memberSecrets(text);
  yield* markupSecrets(text);
  yield* partSecrets(text);
  yield* addressSecrets(text);
}
