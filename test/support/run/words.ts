import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse, type AST } from 'svelte/compiler';
import ts from 'typescript';

/*
 * `npm run words [-- PART]` prints every text of window, terminal, report and messages as a table, to be read in one
 * sitting. A part of a path limits the files.
 */

/** A text that a user may read, and where it stands. */
export interface UiText {
  readonly line: number;
  readonly text: string;
}

/** The texts of a module: its sentences and labels, not the names that the program uses itself. */
export function textsInModule(source: string): UiText[] {
  const file = ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest, true);
  const texts: UiText[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    const text = textOf(node);
    if (text === null) {
      ts.forEachChild(node, visit);
      return;
    }
    if (isForPeople(text)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      texts.push({ line: line + 1, text });
    }
    if (ts.isTemplateExpression(node)) for (const span of node.templateSpans) visit(span.expression);
  };
  visit(file);
  return texts;
}

/** The texts of a component: what stands in its markup and attributes, and the sentences of its scripts. */
export function textsInComponent(source: string): UiText[] {
  const lineOf = (offset: number): number => source.slice(0, offset).split('\n').length;
  const texts: UiText[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (node === null || typeof node !== 'object' || Array.isArray(node)) return;
    const { type, start } = node as { readonly type?: string; readonly start?: number };
    // Styles, types and imports hold no text of the window.
    const isType = type?.startsWith('TS') === true && !type.endsWith('Expression');
    if (type === 'StyleSheet' || isType || type === 'ImportDeclaration') return;
    if (type === 'Attribute' && silent.has((node as AST.Attribute).name)) return;
    const text = markupText(node);
    if (text !== null && isForPeople(text, type === 'Text')) texts.push({ line: lineOf(start ?? 0), text });
    for (const [name, child] of Object.entries(node)) if (name !== 'parent') visit(child);
  };
  const { fragment, instance, module } = parse(source, { modern: true });
  visit([module?.content, instance?.content, fragment]);
  return texts.sort((one, other) => one.line - other.line);
}

/** Attributes whose values are names. */
const silent = new Set([
  'class',
  'style',
  'id',
  'for',
  'type',
  'd',
  'viewBox',
  'transform',
  'autocomplete',
  'icon',
  'look',
]);

function markupText(node: object): string | null {
  const { type } = node as { readonly type?: string };
  if (type === 'Text') return (node as AST.Text).data.replaceAll(/\s+/gu, ' ').trim();
  if (type === 'Literal') {
    const { value } = node as { readonly value?: unknown };
    return typeof value === 'string' ? value : null;
  }
  if (type !== 'TemplateLiteral') return null;
  const { quasis } = node as { readonly quasis: readonly { readonly value: { readonly raw: string } }[] };
  return quasis.map(({ value }) => value.raw).join('{…}');
}

/** The text of a literal, with `{…}` for what is put in; null for any other node. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join('');
}

/** Whether a text is written for people: a word with a capital, or more than one word, and no code. */
function isForPeople(text: string, isMarkup = false): boolean {
  if (!/\p{L}{2}/u.test(text)) return false;
  if (isMarkup) return true;
  if (/^[\w./#:@-]*$/u.test(text)) return /^\p{Lu}\p{Ll}+$/u.test(text);
  return (
    /\p{L} |\p{L}$/u.test(text) &&
    !/^(?:SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|WITH|ALTER|DROP)\b/u.test(text)
  );
}

/** Every text of the product, by file; paths as they are from the root of the repository. */
export function* allTexts(root: string): Generator<{ readonly file: string; readonly texts: UiText[] }> {
  const files = globSync(['renderer/**/*.{svelte,ts}', 'electron/**/*.ts'], { cwd: root }).sort();
  for (const file of files) {
    const source = readFileSync(resolve(root, file), 'utf8');
    yield { file, texts: file.endsWith('.svelte') ? textsInComponent(source) : textsInModule(source) };
  }
}

function main(part: string): void {
  for (const { file, texts } of allTexts(resolve(import.meta.dirname, '../../..'))) {
    if (texts.length === 0 || !file.includes(part)) continue;
    const rows = texts.map(({ line, text }) => `| ${String(line)} | ${inCell(text)} |`);
    process.stdout.write([`## ${file}`, '', '| line | text |', '|---|---|', ...rows, '', ''].join('\n'));
  }
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ⏎ ');
}

if (process.argv[1] === import.meta.filename) main(process.argv[2] ?? '');
