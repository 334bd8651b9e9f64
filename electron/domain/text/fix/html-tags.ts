import type { Nodes, Parents } from 'mdast';
import type { TextSpot } from '#contract/procedures/deliverables/preflight.ts';
import { safeHref } from '../tree/allowed.ts';
import { attributeOf } from '../tree/embedded.ts';
import { parseText, visibleText } from '../index.ts';
import { spotsIn } from './spots.ts';

/** The marks of Markdown for tags that format words; those without marks leave the words alone. */
const marks: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  var: '*',
  s: '~~',
  strike: '~~',
  del: '~~',
  code: '`',
  tt: '`',
  samp: '`',
  a: '',
  u: '',
  ins: '',
  mark: '',
  small: '',
  span: '',
  font: '',
};
const names = Object.keys(marks).join('|');

/** Words between tags that format them, without other such tags between. */
const innermost = new RegExp(
  `<(${names})((?:\\s[^<>]*)?)>((?:(?!</?(?:${names})\\b)[^<])*(?:<(?!/?(?:${names})\\b)[^<]*)*)</\\1\\s*>`,
  'giu',
);
const tag = new RegExp(`^<(/?)(${names})(?:\\s[^<>]*)?>$`, 'iu');

/**
 * Words of a Markdown text between tags of HTML that format words, with those tags, which are printed as they stand. Only
 * what `withoutTags` can convert. Never throws.
 */
export function shownTagsIn(source: string): TextSpot[] {
  return /<\/[a-z]/iu.test(source) ? spotsIn(source, shownIn) : [];
}

function shownIn(node: Nodes, source: string): TextSpot[] {
  if (!('children' in node)) return [];
  const spots: TextSpot[] = [];
  let done = -1;
  for (const [at, child] of node.children.entries()) {
    if (at <= done) continue;
    const end = child.type === 'html' ? closing(node, at) : -1;
    if (end === -1) {
      spots.push(...shownIn(child, source));
      continue;
    }
    const from = child.position?.start.offset ?? 0;
    const to = node.children[end]?.position?.end.offset ?? from;
    const text = source.slice(from, to);
    if (withoutTags(text) === null) continue;
    spots.push({ from, to, text });
    done = end;
  }
  return spots;
}

/** Where the tag at a place is closed; -1 if it is none that opens, or nowhere. */
function closing({ children }: Parents, at: number): number {
  const nameAt = (index: number): { readonly name: string; readonly ends: boolean } | null => {
    const child = children[index];
    const found = child?.type === 'html' ? tag.exec(child.value) : null;
    return found === null ? null : { name: (found[2] ?? '').toLowerCase(), ends: found[1] === '/' };
  };
  const first = nameAt(at);
  if (first === null || first.ends) return -1;
  let open = 0;
  for (let index = at; index < children.length; index += 1) {
    const found = nameAt(index);
    if (found?.name !== first.name) continue;
    open += found.ends ? -1 : 1;
    if (open === 0) return index;
  }
  return -1;
}

/** Formatted words with the signs of Markdown in place of tags; null if they would not print as the tags mean them. */
export function withoutTags(text: string): string | null {
  const words = (source: string, format: 'markdown' | 'html'): string =>
    visibleText(parseText(source, format)).replace(/\s+/gu, ' ').trim();
  const meant = words(text, 'html');
  let made = text;
  for (let depth = 0; depth < 20; depth += 1) {
    const next = made.replace(innermost, (_whole, name: string, attributes: string, inside: string) =>
      marked(name.toLowerCase(), attributes, inside),
    );
    if (next === made) break;
    made = next;
  }
  return meant !== '' && made !== text && words(made, 'markdown') === words(meant, 'markdown') ? made : null;
}

function marked(name: string, attributes: string, inside: string): string {
  const inner = inside.trim();
  const [before = '', behind = ''] = [/^\s*/u.exec(inside)?.[0], /\s*$/u.exec(inside)?.[0]];
  if (inner === '') return inside;
  const href = name === 'a' ? safeHref(attributeOf(attributes, 'href')) : undefined;
  if (href !== undefined) return `${before}[${inner}](${href})${behind}`;
  const mark = marks[name] ?? '';
  const sign = mark === '`' ? codeMark(inner) : mark;
  return `${before}${sign}${inner}${sign}${behind}`;
}

function codeMark(code: string): string {
  const longest = Math.max(0, ...Array.from(code.matchAll(/`+/gu), ([run]) => run.length));
  return '`'.repeat(longest + 1);
}
