import {
  attention,
  characterEscape,
  characterReference,
  hardBreakEscape,
  htmlFlow,
  setextUnderline,
} from 'micromark-core-commonmark';
import type { Construct, Extension, Token, TokenizeContext } from 'micromark-util-types';

/*
 * What of Markdown's signs counts as markup in the text of a finding. A mark of emphasis counts where it stands at the
 * border of a word as in prose, not beside the signs of code, wildcards and identifiers. A backslash escapes only a sign
 * that would be markup at its place, and never inside a path; a character reference stays as it was typed.
 */

/** So far is looked around a sign; a longer word is no word of prose. */
const REACH = 200;

/** An extension of the parser for this very text, whose offsets are those of `source`. */
export function asTyped(source: string): Extension {
  const constructs = {
    attention: only(attention, 'proseAttention', narrowed(source)),
    escape: only(characterEscape, 'markupEscape', (at) => isEscape(source, at)),
    reference: only(characterReference, 'filledReference', (at) => isReference(source, at)),
    hardBreak: only(hardBreakEscape, 'proseBreak', (at) => isHardBreak(source, at)),
    html: only(htmlFlow, 'foreignHtml', (at) => !isInlineTag(source, at)),
    underline: only(setextUnderline, 'headingUnderline', (at) => underlinesHeading(source, at)),
  };
  return {
    disable: {
      null: [
        ...['attention', 'characterEscape', 'characterReference', 'hardBreakEscape', 'htmlFlow'],
        'setextUnderline',
      ],
    },
    flow: {
      [CODES.less]: constructs.html,
      [CODES.dash]: constructs.underline,
      [CODES.equals]: constructs.underline,
    },
    // Addresses and titles of links are not prose: there the rules of CommonMark hold.
    string: {
      [CODES.ampersand]: { ...characterReference, name: 'addressReference' },
      [CODES.backslash]: { ...characterEscape, name: 'addressEscape' },
    },
    text: {
      [CODES.ampersand]: constructs.reference,
      [CODES.asterisk]: constructs.attention,
      [CODES.backslash]: [constructs.hardBreak, constructs.escape],
      [CODES.underscore]: constructs.attention,
    },
  };
}

const CODES = {
  ampersand: 38,
  asterisk: 42,
  dash: 45,
  less: 60,
  equals: 61,
  backslash: 92,
  underscore: 95,
} as const;

/** Whether a construct may begin at this offset; a function: what its token becomes instead. */
type Judge = (at: number) => boolean | ((token: Token) => void);

/** A construct of CommonMark that counts only if `judge` lets it. */
function only(construct: Construct, name: string, judge: Judge): Construct {
  return {
    ...construct,
    name,
    tokenize(this: TokenizeContext, effects, ok, nok) {
      const judged = judge(this.now().offset);
      if (judged === false) return nok;
      if (judged === true) return construct.tokenize.call(this, effects, ok, nok);
      return construct.tokenize.call(
        this,
        effects,
        (code) => {
          const token = this.events.at(-1)?.[1];
          if (token !== undefined) judged(token);
          return ok(code);
        },
        nok,
      );
    },
  };
}

function narrowed(source: string): Judge {
  return () => (token) => {
    const mark = markAt(source, token.start.offset, token.end.offset);
    if (token._open === true) token._open = mayOpen(mark);
    if (token._close === true) token._close = mayClose(mark);
    if (endsLabel(mark)) {
      token._open = false;
      token._close = true;
    }
  };
}

/** A run of marks of emphasis with what stands around it in its line. */
interface Mark {
  readonly sign: string;
  readonly double: boolean;
  /** Up to and without the run. */
  readonly before: string;
  readonly after: string;
}

function markAt(source: string, from: number, to: number): Mark {
  return {
    sign: source.charAt(from),
    double: to - from > 1,
    before: source.slice(Math.max(0, from - REACH), from).replace(/^[\s\S]*[\r\n]/u, ''),
    after: source.slice(to, to + REACH).replace(/[\r\n][\s\S]*$/u, ''),
  };
}

/** Scripts that set no blanks between words: any of their letters is at a border. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
/** What may stand before a mark that opens: the start of a line, a blank, what opens a phrase. */
const beforeOpen = /(?:^|[\s([>|"'*_~,;:\u00a1\u00ab\u00bf\u2013-\u201f\u2039])$/u;
/** What may follow a mark that closes: the end of a line, a blank, what ends a phrase and is no part of a name. */
const behindClose =
  /^(?:$|[\s)\]}|"'*_~!?\u00bb\u2026\u2013-\u201f\u203a<]|[.,;:](?![\p{L}\p{N}_])|[-/](?=[\p{L}*_]|$|\s))/u;
/** What a single mark may enclose first and last: words, not wildcards, operators or parts of paths. */
const firstInside = /^[\p{L}\p{M}\p{N}\p{Sc}\p{So}"'([`\\*_~#\u00a7\u00ab\u2018-\u201f]|^!\[|^<\w/u;
const lastInside = /[\p{L}\p{M}\p{N}\p{Sc}\p{So}"')\]`*_~.!?,;:%+#>\u00bb\u2018-\u201f\u2026]$/u;
/** The same of a double mark, which is no wildcard beside a word: `**.NET**`, `**-5**`. */
const firstInsideDouble = /^(?:[./](?=[\p{L}\p{N}])|[^\s./)\]},;!?|&=])/u;
const lastInsideDouble = /[^\s([{/&|=]$/u;
/** `__proto__`, `__init__`: a word of a program; a bold word would be typed with stars. */
const dunder = /^(?:(?![A-Z][a-z]+_)[A-Za-z0-9]+(?:_[A-Za-z0-9]+)*)__+(?![\p{L}\p{N}])/u;
const dunderBefore = /(?:^|[^\p{L}\p{N}_])__+(?![A-Z][a-z]+$)[A-Za-z0-9]+(?:_[A-Za-z0-9]+)*$/u;
/** `_csrf_token_`, `_v2_`. */
const identifier = /^[A-Za-z0-9]*[0-9_][A-Za-z0-9_]*_(?![\p{L}\p{N}_])/u;
const identifierBefore = /(?:^|[^\p{L}\p{N}_])_[A-Za-z0-9]*[0-9_][A-Za-z0-9_]*$/u;

/** `f(**names)`. */
const argument = /^\w+\)/u;
/** The second sign of `a=*b*` or `2*3*4`, whose first one opens nothing. */
const factor = /(?:[\p{L}\p{N}=$&%{}.]|(?<!\*)\/)\*{1,2}\w+$/u;

/** Marks right beside this one. */
const marksBefore = /[*_~]+$/u;
const marksBehind = /^[*_~]+/u;
/** Marked words right beside this mark: `**bold**_more_`. */
const phraseBefore = /(?:^|[\s("'[])(\*{1,3}|_{1,3}|~~)[\p{L}\p{N}](?:.*[^\s*_~])?\1$/u;
const phraseBehind = /^(\*{1,3}|_{1,3}|~~)[\p{L}\p{N}](?:.*?[^\s*_~])?\1/u;

/** Whether a mark that opens may stand here. Marks before it stand at a border themselves, else all are signs: `x*_y_*`. */
function isAtStart(before: string): boolean {
  const outside = before.replace(marksBefore, '');
  return beforeOpen.test(before) && (beforeOpen.test(outside) || phraseBefore.test(before));
}

function isAtEnd(after: string): boolean {
  const outside = after.replace(marksBehind, '');
  return behindClose.test(after) && (behindClose.test(outside) || phraseBehind.test(after));
}

function mayOpen({ sign, double, before, after }: Mark): boolean {
  const border = isAtStart(before) || (sign === '*' && unspaced.test(before.slice(-1)));
  // Marked words on both sides of a slash.
  const parted = before.endsWith(`${sign}/`);
  if (!border && !parted) return false;
  const inside = after.replace(marksBehind, '');
  if (!(double ? firstInsideDouble : firstInside).test(inside)) return false;
  if (argument.test(after)) return false;
  return sign !== '_' || !(double ? dunder : identifier).test(after);
}

function mayClose({ sign, double, before, after }: Mark): boolean {
  // `**C**ross`, `**Web**server`: only a double star ends inside a word.
  const border =
    isAtEnd(after) ||
    (sign === '*' && (unspaced.test(after.slice(0, 1)) || (double && /^[\p{L}(=:]/u.test(after))));
  if (!border || (sign === '*' && factor.test(before))) return false;
  const inside = before.replace(marksBefore, '');
  if (!(double ? lastInsideDouble : lastInside).test(inside)) return false;
  return sign !== '_' || !(double ? dunderBefore : identifierBefore).test(before);
}

/** `**Note:**text`: CommonMark ends no mark between a sign of a sentence and a letter. */
function endsLabel({ sign, double, before, after }: Mark): boolean {
  if (sign !== '*' || !double || !/[:.!?)\uff09\uff1a\u3002\uff01\uff1f\u300d\u300f\u3011]$/u.test(before))
    return false;
  return /^\p{L}/u.test(after) && /(?:^|[\s(])\*\*[\p{L}\p{N}][^*]*$/u.test(before);
}

/** Whether the backslash at this offset of a Markdown text is not printed: it makes a sign plain that would be markup there. */
export function isEscape(source: string, at: number): boolean {
  const sign = source.charAt(at + 1);
  const target = addressBehindLabel(source, at);
  // The program writes these words, by the rules of CommonMark.
  if (target !== null && /^<?(?:finding|evidence):/iu.test(target)) return /[!-/:-@[-`{-~]/u.test(sign);
  if (isInPath(source, at)) return false;
  const { before, after } = markAt(source, at, at + 2);
  const atStart = /^[\s>*+\-\d.)]*$/u.test(before);
  switch (sign) {
    case '\\':
    case '`':
    case '*':
    case '_':
    case '~':
      return true;
    // A formula of LaTeX: `\[ x \]`.
    case '[':
      return target !== null || !/^\s+[^\s\]]/u.test(after);
    case ']':
      return target !== null || !/[^\s[]\s+$/u.test(before);
    case '<':
      return /^[a-z/!?]/iu.test(after);
    case '>':
      return atStart || before.includes('\\<');
    case '!':
      return /^\\?\[/u.test(after);
    case '(':
      return before.endsWith(']');
    case '{':
      return after.startsWith('{');
    case '&':
      return /^#?\w{1,31};/u.test(after);
    case '#':
      return atStart || /^#*\s*$/u.test(after);
    case '+':
    case '-':
    case '=':
      return atStart;
    case '.':
    case ')':
      return /^[\s>]*\d{1,9}$/u.test(before);
    case '|':
      return /(?<!\\)\|/u.test(before) || /(?<!\\)\|/u.test(after);
    case ':':
      return after.startsWith('//');
    case '@':
      return /\w$/u.test(before) && /^\w/u.test(after);
    default:
      return false;
  }
}

/** The words of a link or an image are looked for so far around a backslash. */
const LABEL_REACH = 1_000;

/** The beginning of the address behind the words of a link or an image in which this offset stands; null: in none. */
function addressBehindLabel(source: string, at: number): string | null {
  let open = 0;
  for (let begin = at - 1; ; begin -= 1) {
    const sign = source.charAt(begin);
    if (begin < 0 || begin < at - LABEL_REACH || sign === '\n' || sign === '\r') return null;
    if ((sign !== '[' && sign !== ']') || isEscapedByCount(source, begin)) continue;
    open += sign === '[' ? 1 : -1;
    if (open === 1) break;
  }
  const behind = /^(?:\\.|\[(?:\\.|[^\\[\]\n])*\]|[^\\[\]\n])*\]\(\s*([^\s)]{0,12})/u.exec(
    source.slice(at, at + LABEL_REACH),
  );
  return behind?.[1] ?? null;
}

function isEscapedByCount(source: string, at: number): boolean {
  let count = 0;
  while (source.charAt(at - 1 - count) === '\\') count += 1;
  return count % 2 === 1;
}

/**
 * A word with a drive, a share, a step or a name behind a backslash: its backslashes part names. Or a pattern, with a
 * backslash before a sign that no prose escapes, or in a class that excludes.
 */
const path =
  /\\[A-Za-z0-9]|(?<!^\d{1,9})\\[./+?^$](?=\S)|\[\^[^\s\]]*\\|^["'(<[{]*(?:[A-Za-z]:|\.{1,2}|~|\\)\\|[%$]\\|(?:^|[^A-Za-z0-9_\\])[A-Z][A-Z0-9-]*\\_[a-z]/u;

function isInPath(source: string, at: number): boolean {
  return path.test(wordAround(source, at));
}

function wordAround(source: string, at: number): string {
  const before = /\S*$/u.exec(source.slice(Math.max(0, at - REACH), at))?.[0] ?? '';
  const after = /^\S*/u.exec(source.slice(at, at + REACH))?.[0] ?? '';
  return before + after;
}

/** The form in which placeholders are filled, and the blank that has no sign of its own. Payloads stay as typed. */
function isReference(source: string, at: number): boolean {
  return /^&(?:nbsp|#X[0-9A-F]{6});/u.test(source.slice(at, at + 10));
}

/** A backslash at the end of a line; behind a blank it is what a shell reads, in a path a part of it. */
function isHardBreak(source: string, at: number): boolean {
  return /\S/u.test(source.charAt(at - 1)) && !isInPath(source, at);
}

/** Tags that are shown as what they mean, wherever they stand: they begin no block of foreign HTML. */
function isInlineTag(source: string, at: number): boolean {
  return /^<\/?(?:br|details|img|kbd|sub|summary|sup)(?=[\s/>])/iu.test(source.slice(at, at + 12));
}

/** Whether a line of dashes or equals signs makes a heading of the line before: one line of words, and no row of a table. */
function underlinesHeading(source: string, at: number): boolean {
  if (!/^(?:-{3,}|={3,})/u.test(source.slice(at, at + 3))) return false;
  const start = source.lastIndexOf('\n', at - 1);
  const before = source.lastIndexOf('\n', start - 1);
  const words = unquoted(source.slice(before + 1, start));
  const above = unquoted(source.slice(source.lastIndexOf('\n', before - 1) + 1, Math.max(0, before)));
  if (words.startsWith('|')) return false;
  return above === '' || beginsBlock.test(words) || otherBlock.test(above);
}

function unquoted(line: string): string {
  return line.replace(/^[\s>]+/u, '').trimEnd();
}

/** A list begins with this line. */
const beginsBlock = /^(?:[*+-]|\d{1,9}[.)])\s/u;
/** A line that no paragraph goes on from: a heading, a fence, a rule, a row of a table. */
const otherBlock = /^(?:#{1,6}\s|`{3}|~{3}|[-=*_]{3,}\s*$|\|)/u;
