/** Where a text stops being JSON, counted from 1, and what was expected there. */
export interface JsonBreak {
  readonly line: number;
  readonly column: number;
  /** Quotes nothing of the text, which may be confidential. */
  readonly message: string;
}

type Expected = 'value' | 'first-entry' | 'name' | 'first-name' | 'colon' | 'separator' | 'end';

const lexeme =
  /[{}[\],:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)(?![\w.])/uy;
const blanks = { json: /[ \t\n\r]*/uy, jsonc: /(?:[ \t\n\r]|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*/uy } as const;

/**
 * Finds the first place where a text stops being JSON; null if it is JSON.
 * @param mode `jsonc` lets comments and trailing commas stand
 */
export function findJsonBreak(text: string, mode: keyof typeof blanks = 'json'): JsonBreak | null {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    const end = endOf(blanks[mode], text, at);
    if (end === text.length) return expected === 'end' ? null : placeOf(text, 'JSON ends too early', at);
    at = end;
    const next = endOf(lexeme, text, at);
    const step: Expected | null = next === at ? null : stepOf(text.charAt(at), expected, open, mode);
    if (step === null) return placeOf(text, complaintOf(text, at, expected, open), at);
    expected = step;
    at = next;
  }
}

/** What is expected behind a lexeme that begins with this character, or null if it cannot stand there. */
function stepOf(
  first: string,
  expected: Expected,
  open: ('{' | '[')[],
  mode: keyof typeof blanks,
): Expected | null {
  const behind = (): Expected => (open.length === 0 ? 'end' : 'separator');
  const mayClose = (sign: '{' | '['): boolean =>
    open.at(-1) === sign &&
    (expected === 'separator' ||
      expected === (sign === '{' ? 'first-name' : 'first-entry') ||
      (mode === 'jsonc' && expected === (sign === '{' ? 'name' : 'value')));
  const takesValue = expected === 'value' || expected === 'first-entry';
  switch (first) {
    case '}':
    case ']':
      if (!mayClose(first === '}' ? '{' : '[')) return null;
      open.pop();
      return behind();
    case ',':
      if (expected !== 'separator') return null;
      return open.at(-1) === '{' ? 'name' : 'value';
    case ':':
      return expected === 'colon' ? 'value' : null;
    case '{':
    case '[':
      if (!takesValue) return null;
      open.push(first);
      return first === '{' ? 'first-name' : 'first-entry';
    default:
      if (first === '"' && (expected === 'name' || expected === 'first-name')) return 'colon';
      return takesValue ? behind() : null;
  }
}

function complaintOf(text: string, at: number, expected: Expected, open: readonly ('{' | '[')[]): string {
  if (text.charAt(at) === "'") return 'a text stands in double quotes';
  if (text.charAt(at) === '"' && expected !== 'separator' && expected !== 'end')
    return 'this text has no end, or holds a line break or a wrong backslash';
  switch (expected) {
    case 'value':
    case 'first-entry':
      return 'a value was expected';
    case 'name':
    case 'first-name':
      return 'a name in double quotes was expected';
    case 'colon':
      return 'a colon was expected';
    case 'separator':
      return open.at(-1) === '{' ? 'a comma or } was expected' : 'a comma or ] was expected';
    case 'end':
      return 'something follows the JSON';
  }
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function placeOf(text: string, message: string, at: number): JsonBreak {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/u);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, message };
}
