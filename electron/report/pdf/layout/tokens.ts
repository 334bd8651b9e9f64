import type { Element, Root, RootContent } from 'hast';
import bash from 'highlight.js/lib/languages/bash';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

/** What a stretch of code is, as far as a reader is helped by seeing it. */
export type TokenKind = 'plain' | 'keyword' | 'name' | 'string' | 'value' | 'comment';

/** A stretch of code of one kind. */
export interface CodeToken {
  readonly text: string;
  readonly kind: TokenKind;
}

/** Longer texts are printed in one colour: nobody reads them for their grammar, and each colour costs time. */
const MAX_LENGTH = 60_000;

const known = createLowlight({
  bash,
  csharp,
  css,
  diff,
  ini,
  java,
  javascript,
  json,
  php,
  powershell,
  python,
  sql,
  xml,
  yaml,
});

const KINDS: Readonly<Record<string, TokenKind>> = {
  'hljs-keyword': 'keyword',
  'hljs-built_in': 'keyword',
  'hljs-type': 'keyword',
  'hljs-literal': 'keyword',
  'hljs-name': 'keyword',
  'hljs-tag': 'keyword',
  'hljs-selector-tag': 'keyword',
  'hljs-section': 'keyword',
  'hljs-attr': 'name',
  'hljs-attribute': 'name',
  'hljs-property': 'name',
  'hljs-variable': 'name',
  'hljs-title': 'name',
  'hljs-selector-class': 'name',
  'hljs-selector-id': 'name',
  'hljs-string': 'string',
  'hljs-regexp': 'string',
  'hljs-addition': 'string',
  'hljs-number': 'value',
  'hljs-symbol': 'value',
  'hljs-bullet': 'value',
  'hljs-deletion': 'value',
  'hljs-comment': 'comment',
  'hljs-quote': 'comment',
  'hljs-meta': 'comment',
};

/**
 * Splits code into stretches by what they are; together they are the text, character by character. `language` is what its
 * author calls it; without one it is told from how the text begins, and a text that looks like nothing known is plain.
 * Never throws.
 */
export function tokensOf(text: string, language?: string): readonly CodeToken[] {
  if (text.length > MAX_LENGTH) return [{ text, kind: 'plain' }];
  const head = /^(?:[A-Z]{3,12} \S.* HTTP\/\d|HTTP\/\d(?:\.\d)? \d{3})/.test(text) ? headLength(text) : 0;
  if (head === 0) return tokensIn(text, language ?? languageOf(text));
  const type = /^content-type:\s*(.*)$/im.exec(text.slice(0, head))?.[1];
  const body = text.slice(head);
  return [...headTokens(text.slice(0, head)), ...tokensIn(body, languageOf(body, type))];
}

/** How much of a recorded exchange is its start line and its headers, with the empty line behind them. */
function headLength(text: string): number {
  const end = /\r?\n\r?\n/.exec(text);
  return end === null ? text.length : end.index + end[0].length;
}

function headTokens(head: string): CodeToken[] {
  return head.split(/(?<=\n)/).flatMap((line, index): CodeToken[] => {
    const found = index === 0 ? /^(HTTP\/\S+ \d{3}|[A-Z]+)(.*)$/s.exec(line) : /^([\w-]+:)(.*)$/s.exec(line);
    if (found === null) return [{ text: line, kind: 'plain' }];
    return [
      { text: found[1] ?? '', kind: index === 0 ? 'keyword' : 'name' },
      { text: found[2] ?? '', kind: 'plain' },
    ];
  });
}

function languageOf(text: string, type = ''): string | undefined {
  if (/json/i.test(type)) return 'json';
  if (/javascript/i.test(type)) return 'javascript';
  if (/css/i.test(type)) return 'css';
  const start = text.slice(0, 400).trimStart();
  if (/^<(?:[!?a-z])/i.test(start)) return start.startsWith('<?php') ? 'php' : 'xml';
  if (/^[[{]\s*(?:["{[\]}]|-?\d)/.test(start)) return 'json';
  if (/^(?:\$ |#!\/|(?:curl|wget|nmap|sqlmap|ffuf|python3?|sudo|cat|nc|ssh) )/.test(start)) return 'bash';
  if (/^(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|ALTER TABLE|DROP) /i.test(start)) return 'sql';
  if (/^(?:const|let|var|function|import|export|async) /.test(start)) return 'javascript';
  return undefined;
}

function tokensIn(text: string, language: string | undefined): readonly CodeToken[] {
  if (text === '') return [];
  if (language === undefined || !known.registered(language.toLowerCase())) return [{ text, kind: 'plain' }];
  return text.length > MAX_REMEMBERED
    ? highlighted(text, language.toLowerCase())
    : remembered(text, language.toLowerCase());
}

function highlighted(text: string, language: string): readonly CodeToken[] {
  const tokens: { text: string; kind: TokenKind }[] = [];
  collect(known.highlight(language, text), 'plain', tokens);
  return tokens;
}

/** Bodies up to this length, and as many of them, are remembered: many answers of a scan are the same page. */
const MAX_REMEMBERED = 8_192;
const REMEMBERED = 64;
const latest = new Map<string, readonly CodeToken[]>();

/** The same as `highlighted`, which is most of what code costs; what was asked for last is forgotten last. */
function remembered(text: string, language: string): readonly CodeToken[] {
  const key = `${language}\n${text}`;
  const tokens = latest.get(key) ?? highlighted(text, language);
  latest.delete(key);
  latest.set(key, tokens);
  const [oldest] = latest.keys();
  if (latest.size > REMEMBERED && oldest !== undefined) latest.delete(oldest);
  return tokens;
}

function collect(node: Root | RootContent, kind: TokenKind, into: { text: string; kind: TokenKind }[]): void {
  if (node.type === 'text') {
    const last = into.at(-1);
    // Blanks have no colour: they go on in the one before, which makes fewer pieces to be drawn.
    if (last !== undefined && (last.kind === kind || node.value.trim() === '')) last.text += node.value;
    else into.push({ text: node.value, kind });
  } else if ('children' in node) {
    const inner = node.type === 'element' ? kindOf(node.properties['className']) : undefined;
    for (const child of node.children) collect(child, inner ?? kind, into);
  }
}

function kindOf(classes: unknown): TokenKind | undefined {
  const first: unknown = Array.isArray(classes) ? classes[0] : undefined;
  return typeof first === 'string' ? KINDS[first] : undefined;
}

/** What the author of a fenced block calls its language. */
export function fencedLanguage(pre: Element): string | undefined {
  const code = pre.children.find((child) => child.type === 'element' && child.tagName === 'code');
  const classes: unknown = code?.type === 'element' ? code.properties['className'] : undefined;
  const names: readonly unknown[] = Array.isArray(classes) ? classes : [];
  const found = names.find((name) => typeof name === 'string' && name.startsWith('language-'));
  return typeof found === 'string' ? found.slice('language-'.length) : undefined;
}
