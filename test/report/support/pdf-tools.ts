import type { ElementContent, Root } from 'hast';
import type { MissingGlyph, PageLine, ReportOptions, ReportSnapshot } from '#contract/deliverable/report.ts';
import type { Body, ReportDocument } from '#report/document/blocks.ts';
import { tableText } from './format-texts.ts';
import { document } from '#report/document/document.ts';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import { hasRightToLeft, replacementFor } from '#report/fonts/printable.ts';
import { writePdf } from '#report/pdf/write.ts';
import { pdfFile } from './pdf-file.ts';

/** A report that was really written, with the tools that look into the file. */
export interface Printed {
  readonly document: ReportDocument;
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly missing: readonly MissingGlyph[];
  readonly damagedImages: number;
  readonly cutLines: readonly PageLine[];
  /** Runs a poppler or qpdf program on the file; `FILE` among the arguments stands for its path. */
  run(program: string, args: readonly string[]): string;
  /** Text of the pages in the order in which it was drawn, without header and footer. */
  text(first: number, last: number): string;
  /** Page (from 1) of every named destination. */
  destinations(): Map<string, number>;
  dispose(): void;
}

export async function print(
  snapshot: ReportSnapshot,
  options: ReportOptions,
  images: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<Printed> {
  const made = document(snapshot, options);
  const written = await writePdf(made, installedFonts(), images, () => undefined);
  const { bytes, pages, damagedImages, cutLines, missingGlyphs: missing } = written;
  const { run, dispose } = pdfFile(bytes);
  return {
    document: made,
    bytes,
    pages,
    missing,
    damagedImages,
    cutLines,
    run,
    text: (first, last) =>
      run('pdftotext', `-raw -enc UTF-8 -x 0 -y 60 -W 612 -H 726 -f ${first} -l ${last} FILE -`.split(' ')),
    destinations: () =>
      new Map(
        [...run('pdfinfo', ['-dests', 'FILE']).matchAll(/^\s*(\d+) .*"([^"]+)"\s*$/gm)].map((match) => [
          match[2] ?? '',
          Number(match[1]),
        ]),
      ),
    dispose,
  };
}

/** Text as it can be compared: what fonts replace is replaced, blanks and bullets are left out. */
export function comparable(text: string, missing: readonly MissingGlyph[] = []): string {
  const absent = new Set(missing.map(({ codePoint }) => codePoint));
  let shown = '';
  for (const character of text.replace(/\r\n/g, '\n').replace(/[\t\n]/g, ' ')) {
    const codePoint = character.codePointAt(0) ?? 0;
    const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
    shown += absent.has(name) ? name : (replacementFor(codePoint) ?? character);
  }
  return shown.normalize('NFC').replace(/[\s\u2022]+/gu, '');
}

/** A rich text as it is printed: with the numbers of its ordered lists. */
function printedText(node: Root | ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'element' && node.tagName === 'br') return ' ';
  if (!('children' in node)) return '';
  const start = node.type === 'element' ? node.properties['start'] : undefined;
  let number = typeof start === 'number' ? start : 1;
  const parts = node.children.map((child) => {
    if (child.type === 'doctype') return '';
    const numbered = node.type === 'element' && node.tagName === 'ol';
    const marker = numbered && child.type === 'element' && child.tagName === 'li' ? `${number++}. ` : '';
    return marker + printedText(child);
  });
  return `${parts.join('')} `;
}

function printedBody(body: Body): string {
  if (body.kind === 'code') return body.text;
  if (body.kind === 'rich') return printedText(body.root);
  if (body.kind === 'table') return tableText(body.table);
  const { label, caption } = body.figure;
  return caption === '' ? label : `${label}: ${caption}`;
}

/** Every text of the findings in the order in which it is printed. */
function expectedTexts(printed: Printed): { readonly where: string; readonly text: string }[] {
  return printed.document.blocks.flatMap((block) => {
    if (block.kind !== 'finding') return [];
    const at = (what: string, text: string) => ({
      where: `${block.ref.number} ${what}`,
      text: comparable(text, printed.missing),
    });
    return [
      at('title', block.ref.title),
      ...block.facts.flatMap((fact) => fact.values.map(({ text }) => at(fact.label, text))),
      ...block.sections.flatMap((section) =>
        section.parts.map(({ title, body }) => at(`${section.title} ${title ?? ''}`, printedBody(body))),
      ),
    ];
  });
}

/**
 * Texts that do not stand in the file in their order. Text with letters from right to left comes back in the
 * order in which it was drawn; there the characters are compared, not their order.
 */
export function lostTexts(printed: Printed): string[] {
  const first = printed.destinations().get('findings') ?? 1;
  const page = printed
    .text(first, printed.pages)
    .normalize('NFC')
    .replace(/[\s\u2022\u202a-\u202e]+/gu, '');
  let from = 0;
  return expectedTexts(printed).flatMap(({ where, text }) => {
    const turned = hasRightToLeft(text);
    const index = page.indexOf(turned ? text.slice(0, text.search(/[\u0590-\u08ff]/)) : text, from);
    if (index < 0 || (turned && !sameLetters(page.slice(index, index + text.length + 99), text))) {
      return [`${where}: ${text.slice(0, 60)}`];
    }
    from = index + text.length;
    return [];
  });
}

/**
 * True when `found` begins with the letters of `text` in any order. Brackets, which are mirrored between letters
 * from right to left, and marks, which may come before or after theirs, are left out.
 */
function sameLetters(found: string, text: string): boolean {
  const letters = (given: string) =>
    Array.from(given.normalize('NFD').replace(/[\p{M}()[\]{}<>\u00ab\u00bb]/gu, ''));
  const wanted = letters(text);
  return letters(found).slice(0, wanted.length).sort().join('') === wanted.sort().join('');
}
