import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { EngineFont } from 'pdfmake/js/PDFDocument.js';
import {
  engineFiles,
  EngineContext,
  EngineDocument,
  EngineLayout,
  EngineMeasure,
  EnginePreprocessor,
  EngineTextInlines,
  EngineWriter,
  SvgMeasure,
  tableLayouts,
} from '#report/pdf/pdfmake/stages.ts';

/*
 * The stages of pdfmake alone, put together as its own run does it. What the report relies on is asserted with them, so
 * that after an update the name of a red test says what broke.
 */

const { resolve } = createRequire(import.meta.url);

/** A font file under the name by which the stages find it. */
export const fontFile = 'contract.ttf';
engineFiles.writeFileSync(fontFile, readFileSync(resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')));

export const otherFontFile = 'contract-mono.ttf';
engineFiles.writeFileSync(otherFontFile, readFileSync(resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf')));

export type Paper = InstanceType<typeof EngineDocument>;

const created = new Date('2026-03-04T10:00:00.000Z');
const options = { autoFirstPage: false, font: null, fontLayoutCache: false, compress: false };

/** A document with one font, whose streams are readable. */
export function newPaper(more: object = {}, mayOpen: (path: string) => boolean = () => false): Paper {
  const fonts = { sans: { normal: fontFile } };
  const all = { ...options, info: { CreationDate: created }, ...more };
  return new EngineDocument(fonts, {}, {}, {}, all, engineFiles, mayOpen);
}

/** A document with a page of 300 by 400 points. */
export function newPage(more: object = {}): Paper {
  return newPaper(more).addPage({ size: [300, 400] });
}

/** Gathers what is drawn from now on. */
export function operatorsOf(paper: Paper): string[] {
  const operators: string[] = [];
  paper.addContent = (some) => {
    operators.push(some);
    return paper;
  };
  return operators;
}

/** The file as PDFKit itself gives it, a character for each byte. */
export async function fileOf(paper: Paper): Promise<string> {
  const chunks: Uint8Array[] = [];
  const ended = new Promise<void>((done) => paper.on('end', done));
  paper.end();
  for (let chunk = paper.read(); chunk !== null; chunk = paper.read()) chunks.push(chunk);
  const file = Buffer.concat(chunks).toString('latin1');
  if (!file.endsWith('%%EOF\n')) throw new Error('The file has no end: something in it was not ended.');
  await ended;
  return file;
}

/** A font of a document. */
export function fontOf(paper: Paper): EngineFont {
  return paper.provideFont('sans', false, false);
}

export const size = { width: 300, height: 400, orientation: 'portrait' as const };
export const margins = { left: 30, top: 40, right: 50, bottom: 60 };
export const room = { width: 220, height: 300 };

/** The stages of one run. */
export function stagesOf(paper = newPaper()) {
  const layout = new EngineLayout(size, margins, new SvgMeasure());
  layout.registerTableLayouts(tableLayouts);
  const preprocessor = new EnginePreprocessor();
  const measure = new EngineMeasure(paper, {}, { font: 'sans', fontSize: 10 }, null, layout.tableLayouts);
  measure.textInlines = new EngineTextInlines(paper);
  const context = new EngineContext();
  layout.docPreprocessor = preprocessor;
  layout.docMeasure = measure;
  layout.linearNodeList = [];
  layout.writer = new EngineWriter(context);
  layout.writer.addPage(size, null, margins);
  const place = (node: unknown): void => {
    layout.processNode(measure.measureDocument(preprocessor.preprocessDocument(node)));
  };
  return { paper, layout, preprocessor, measure, context, place };
}

/** A line as it stands on a page. */
export interface PlacedLine {
  readonly x: number;
  readonly y: number;
  readonly inlines: readonly Record<string, unknown>[];
  readonly id?: string;
  readonly _outline?: object;
  readonly _pageNodeRef?: object;
  getHeight(): number;
  getAscenderHeight(): number;
}

/** The items of one kind, page by page. */
export function itemsOf<Item>(context: InstanceType<typeof EngineContext>, type: string): Item[][] {
  return context.pages.map(({ items }) =>
    items.filter((item) => item.type === type).map(({ item }) => item as Item),
  );
}

/** The lines of each page. */
export function linesOf(context: InstanceType<typeof EngineContext>): PlacedLine[][] {
  return itemsOf<PlacedLine>(context, 'line');
}

/** The words of each page's lines. */
export function wordsOf(context: InstanceType<typeof EngineContext>): string[][] {
  return linesOf(context).map((lines) =>
    lines.map(({ inlines }) => inlines.map(({ text }) => String(text)).join('')),
  );
}

/** A text that is one line of this height in points, whatever its font. */
export function line(text: string, more: object = {}): object {
  return { text, noWrap: true, ...more };
}

/** Points of a line of ten points. */
export const lineHeight = 10 * 1.1640625;

/** A block without words that takes these points. */
export function spacer(height: number): object {
  return { canvas: [], margin: [0, 0, 0, height] };
}
