import type { Json, JsonObject } from '#contract/json.ts';
import { isList, isObject, stringify } from '../base/json.ts';
import { memberOf } from './record.ts';

/** What a part of an HTTP message is, for colouring it. */
export type HttpPart = 'method' | 'target' | 'version' | 'status' | 'header' | 'separator' | 'value' | 'body';
export interface HttpSpan {
  readonly part: HttpPart;
  readonly text: string;
}

/** Longer messages are shown in one colour: nobody reads 200,000 characters by their colours. */
const longestColoured = 200_000;
const requestLine = /^([!#$%&'*+.^_`|~\dA-Za-z-]{1,30})( +)(\S+)(?:( +)(HTTP\/\d(?:\.\d)?)( *))?$/;
const statusLine = /^(HTTP\/\d(?:\.\d)?)( +)(\d{3})(.*)$/;
const headerLine = /^([!#$%&'*+.^_`|~\dA-Za-z-]+)(:[ \t]*)(.*)$/;
const lineEnd = /\r\n|\n|\r/g;

/**
 * An HTTP message cut into coloured parts: request or status line, headers, body. The parts joined are the text,
 * whatever it is; what does not look like HTTP is body. Never throws; time is linear in the length.
 */
export function httpSpans(text: string): readonly HttpSpan[] {
  if (text.length > longestColoured) return [{ part: 'body', text }];
  const spans: HttpSpan[] = [];
  const add = (part: HttpPart, value: string): void => {
    if (value !== '') spans.push({ part, text: value });
  };
  let from = 0;
  let first = true;
  for (const { line, end, next } of linesOf(text)) {
    const read = first ? firstLine(line) : headerOf(line);
    if (read === null || (first && read.length === 0)) {
      add('body', text.slice(from));
      return spans;
    }
    for (const span of read) add(span.part, span.text);
    add('separator', end);
    from = next;
    first = false;
  }
  return spans;
}

function firstLine(line: string): readonly HttpSpan[] {
  const status = statusLine.exec(line);
  if (status !== null) {
    const [, version = '', gap = '', code = '', reason = ''] = status;
    return [
      { part: 'version', text: version },
      { part: 'separator', text: gap },
      { part: 'status', text: code },
      { part: 'value', text: reason },
    ];
  }
  const request = requestLine.exec(line);
  if (request === null) return [];
  const [, method = '', gap = '', target = '', second = '', version = '', rest = ''] = request;
  // Two words of prose are no request; a line without a version is one only if the target is a path or address.
  if (version === '' && !/^(?:\/|https?:\/\/)/i.test(target)) return [];
  return [
    { part: 'method', text: method },
    { part: 'separator', text: gap },
    { part: 'target', text: target },
    { part: 'separator', text: second },
    { part: 'version', text: version },
    { part: 'separator', text: rest },
  ];
}

/** A header, a continued header, or null where the body begins. */
function headerOf(line: string): readonly HttpSpan[] | null {
  const header = headerLine.exec(line);
  if (header !== null) {
    const [, name = '', colon = '', value = ''] = header;
    return [
      { part: 'header', text: name },
      { part: 'separator', text: colon },
      { part: 'value', text: value },
    ];
  }
  return /^[ \t]+\S/.test(line) ? [{ part: 'value', text: line }] : null;
}

function* linesOf(text: string): Generator<{ line: string; end: string; next: number }> {
  let from = 0;
  for (const match of text.matchAll(lineEnd)) {
    const next = match.index + match[0].length;
    yield { line: text.slice(from, match.index), end: match[0], next };
    from = next;
  }
  yield { line: text.slice(from), end: '', next: text.length };
}

/** One exchange of a finding; a member is null if the record has none. */
export interface Exchange {
  readonly request: string | null;
  readonly response: string | null;
  /** Other members of the entry, which are kept. */
  readonly rest: JsonObject;
}

/** What the field `requests` holds: one text, a list of exchanges, or something that is shown as JSON. */
export type Requests =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'exchanges'; readonly exchanges: readonly Exchange[] }
  | { readonly kind: 'other' };

/** Reads the field `requests` without dropping anything: what is of no known shape is `other`. */
export function readRequests(value: Json | undefined): Requests {
  if (value === undefined || value === null) return { kind: 'text', text: '' };
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (!isList(value)) return { kind: 'other' };
  const exchanges = value.map(exchangeOf);
  return exchanges.every((exchange) => exchange !== null)
    ? { kind: 'exchanges', exchanges }
    : { kind: 'other' };
}

function exchangeOf(entry: Json): Exchange | null {
  if (!isObject(entry)) return null;
  const [request, response] = [textIn(entry, 'request'), textIn(entry, 'response')];
  if (request === undefined || response === undefined || (request === null && response === null)) return null;
  const others = Object.entries(entry).filter(([name]) => name !== 'request' && name !== 'response');
  return { request, response, rest: Object.fromEntries(others) };
}

function textIn(entry: JsonObject, name: string): string | null | undefined {
  const value = memberOf(entry, name) ?? null;
  return value === null || typeof value === 'string' ? value : undefined;
}

/** The exchanges of the field `requests` as one text to be read; null if the value holds none. */
export function exchangesText(value: Json | undefined): string | null {
  const requests = readRequests(value);
  if (requests.kind !== 'exchanges' || requests.exchanges.length === 0) return null;
  return requests.exchanges
    .flatMap(({ request, response, rest }, at) => [
      ...(request === null ? [] : [`Request ${String(at + 1)}\n${request}`]),
      ...(response === null ? [] : [`Response ${String(at + 1)}\n${response}`]),
      ...(Object.keys(rest).length === 0 ? [] : [stringify(rest)]),
    ])
    .join('\n\n');
}

/** The list with one side of an exchange replaced; every other member and entry stays as it came. */
export function withExchangeText(
  value: readonly Json[],
  at: number,
  side: 'request' | 'response',
  text: string,
): readonly Json[] {
  return value.map((entry, index) => {
    if (index !== at || !isObject(entry)) return entry;
    return Object.fromEntries([...Object.entries(entry), [side, text]]);
  });
}
