import type { ExactNumber, Json, JsonObject } from '#contract/json.ts';

declare global {
  /** The part of JSON.parse source text access that TypeScript's library does not describe yet. */
  interface JSON {
    rawJSON(text: string): ExactNumber;
    isRawJSON(value: unknown): value is ExactNumber;
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: Json, context: { readonly source?: string }) => Json,
    ): Json;
  }
}

/** What a text held, or in words for a person why it is no JSON. */
export type ParsedJson =
  | { readonly kind: 'ok'; readonly value: Json }
  | { readonly kind: 'broken'; readonly message: string; readonly tooDeep: boolean };

/** Deeper nesting is refused: what walks a value recursively must not run out of stack on a hostile answer. */
const deepest = 200;

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;

/**
 * Reads JSON text without losing a digit: a number that JavaScript would write differently (`1.0`, `-0`,
 * `1e2`, more than 2^53) becomes an `ExactNumber`. Members named `__proto__` are own members like any other.
 *
 * Never throws. Text that is not JSON, or is nested deeper than 200, is `broken`. The message is for the user and
 * repeats nothing of the text, which may be confidential.
 */
export function parseJson(text: string): ParsedJson {
  const found = scan(text);
  if (found === 'too-deep') {
    return { kind: 'broken', message: `the JSON is nested deeper than ${deepest} levels`, tooDeep: true };
  }
  try {
    // The reviver is called for every value, which costs several times the parsing; most texts do not need it.
    const value = found === 'plain' ? (JSON.parse(text) as Json) : JSON.parse(text, keepDigits);
    return { kind: 'ok', value };
  } catch (error) {
    return { kind: 'broken', message: `the text is not valid JSON${placeOf(error, text)}`, tooDeep: false };
  }
}

/**
 * A JSON text in which every entry of the outermost list that is nested too deep to be read stands as a text: its
 * source. One such record must not hide the page it is on. The outermost list is the whole, or a member of the whole.
 * What is no JSON comes back as some other text that is none; null if no entry could be read.
 */
export function foldDeepEntries(text: string): string | null {
  const entryDepth = text.trimStart().startsWith('[') ? 2 : 3;
  const pieces: string[] = [];
  let [depth, deepestInside, start, done, readable] = [0, 0, 0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfText(text, at);
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth === entryDepth) [start, deepestInside] = [at, depth];
      deepestInside = Math.max(deepestInside, depth);
    } else if (code === 0x7d || code === 0x5d) {
      if (depth === entryDepth && deepestInside <= deepest) readable += 1;
      else if (depth === entryDepth) {
        pieces.push(text.slice(done, start), JSON.stringify(text.slice(start, at + 1)));
        done = at + 1;
      }
      depth -= 1;
    }
  }
  return readable === 0 ? null : pieces.join('') + text.slice(done);
}

function keepDigits(this: unknown, _key: string, value: Json, context: { readonly source?: string }): Json {
  if (typeof value !== 'number' || context.source === undefined) return value;
  return survives(context.source) ? value : JSON.rawJSON(context.source);
}

function survives(source: string): boolean {
  return String(Number(source)) === source;
}

/** Looks at structure and numbers alone, hopping over texts; whether the whole is JSON is not its business. */
function scan(text: string): 'plain' | 'exact-numbers' | 'too-deep' {
  const end = text.length;
  let depth = 0;
  let exact = false;
  let at = 0;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfText(text, at);
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > deepest) return 'too-deep';
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
    } else if (code === minus || isDigit(code)) {
      const start = at;
      let digitsOnly = code !== minus;
      for (at += 1; at < end && isNumberPart(text.charCodeAt(at)); at += 1) {
        digitsOnly &&= isDigit(text.charCodeAt(at));
      }
      exact ||= (!digitsOnly || at - start > 15) && !survives(text.slice(start, at));
      continue;
    }
    at += 1;
  }
  return exact ? 'exact-numbers' : 'plain';
}

/** Index of the quote that ends the text begun at `start`, or the end of the source if none does. */
function endOfText(source: string, start: number): number {
  let at = start;
  for (;;) {
    at = source.indexOf('"', at + 1);
    if (at === -1) return source.length;
    let before = at - 1;
    while (source.charCodeAt(before) === backslash) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
}

/** Whether an object in a valid JSON text has two members of the same name, of which a parser keeps only the last. */
export function hasDuplicateMembers(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x7b) open.push(new Set());
    else if (code === 0x5b) open.push(null);
    else if (code === 0x7d || code === 0x5d) open.pop();
    else if (code === quote) {
      const end = endOfText(text, at);
      const names = open.at(-1) ?? null;
      if (names !== null && /^\s*:/u.test(text.slice(end + 1, end + 64))) {
        const name: unknown = JSON.parse(text.slice(at, end + 1));
        if (names.has(String(name))) return true;
        names.add(String(name));
      }
      at = end;
    }
  }
  return false;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isNumberPart(code: number): boolean {
  return isDigit(code) || code === 0x2e || code === minus || code === 0x2b || code === 0x65 || code === 0x45;
}

function placeOf(error: unknown, text: string): string {
  if (text.trim() === '') return ': it is empty';
  const position =
    error instanceof Error ? / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(error.message) : null;
  return position === null ? '' : ` (at character ${Number(position[1]) + 1})`;
}

/** Whether a value is a number kept by its source text. */
export function isExact(value: unknown): value is ExactNumber {
  return JSON.isRawJSON(value);
}

/** Whether a value is a JSON object: neither a list, nor null, nor a number kept by its source text. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

/** The JSON text of a value, members in their own order, exact numbers digit for digit. */
export function stringify(value: Json): string {
  return JSON.stringify(value);
}

/**
 * The JSON text of a value with the members of every object sorted, so that equal values have equal texts
 * (hashes of records, comparisons). Members of the outermost object that `leaveOut` names are left out: the
 * volatile ones of the profile. Numbers are compared as they were written (`1.0` is not `1`).
 */
export function canonical(value: Json, leaveOut?: ReadonlySet<string>): string {
  if (leaveOut === undefined || leaveOut.size === 0 || !isObject(value)) return JSON.stringify(sorted(value));
  const kept = Object.entries(value).filter(([member]) => !leaveOut.has(member));
  return JSON.stringify(sorted(Object.fromEntries(kept)));
}

function sorted(value: Json): Json {
  if (isList(value)) return value.some((entry) => typeof entry === 'object') ? value.map(sorted) : value;
  if (!isObject(value)) return value;
  const members = Object.keys(value).sort();
  return Object.fromEntries(members.map((member) => [member, sorted(value[member] ?? null)]));
}

/** Whether a value is a JSON list; unlike `Array.isArray` it keeps the type of the entries. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether two values are the same JSON, whatever the order of members. An absent value equals only itself. */
export function equalJson(one: Json | undefined, two: Json | undefined): boolean {
  if (one === two) return true;
  if (one === undefined || two === undefined) return false;
  if (typeof one !== 'object' && typeof two !== 'object') return false;
  return canonical(one) === canonical(two);
}
