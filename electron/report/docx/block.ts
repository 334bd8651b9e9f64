import type { Element, ElementContent } from 'hast';
import type { Block, Body, ReportDocument } from '../document/blocks.ts';
import { levelUnder } from '../document/text/heading-levels.ts';
import { partsOf } from '../document/text/captions.ts';
import { assetTable } from '../document/text/plain-tables.ts';
import type { Markup } from '../html/markup.ts';
import { chapterHeading, factBlocks, partBlocks, sentenceBlocks } from './body.ts';
import { chartBlocks } from './figures.ts';
import type { DocxFile, Footnotes } from './file.ts';
import { findingBlocks } from './finding.ts';
import { findingTable, matrixBlocks, retestBlocks } from './finding-tables.ts';
import { backBlocks, contentsBlocks, coverBlocks } from './front.ts';
import { letterHeadBlocks, passageBlocks, signatureBlocks } from './letter.ts';
import { ratingBlock } from './rating.ts';
import { plainTableXml } from './text/tables.ts';

/** One block of the document. @param room points between head and foot of a page */
export function blockXml(block: Block, document: ReportDocument, room: number, file: DocxFile): Markup[] {
  switch (block.kind) {
    case 'cover':
      return coverBlocks(block, document, file);
    case 'back':
      return backBlocks(block, document, file);
    case 'contents':
      return contentsBlocks(block, file);
    case 'chapter':
      return [chapterHeading(block, file), ...sentenceBlocks(block.empty ?? '', file)];
    case 'text':
      return [
        chapterHeading(block, file),
        ...block.parts.flatMap((part) => partBlocks(part, levelUnder(block.parent), room, file)),
      ];
    case 'facts':
      return [chapterHeading(block, file), ...factBlocks(block.facts, file)];
    case 'table':
      return [
        chapterHeading(block, file),
        ...plainTableXml(block, block.title, file),
        ...sentenceBlocks(block.note ?? '', file),
      ];
    case 'rating':
      return [
        chapterHeading(block, file),
        ratingBlock(block.rating, file),
        ...sentenceBlocks(block.sentence, file),
        ...block.parts.flatMap((part) => partBlocks(part, levelUnder(block.parent), room, file)),
      ];
    case 'summary':
      return [
        chapterHeading(block, file),
        ...sentenceBlocks(block.sentence, file),
        ...(block.chart === undefined ? [] : chartBlocks(block.chart, file)),
        ...(block.rows.length === 0 ? [] : findingTable(block.rows, file)),
      ];
    case 'charts':
      return [
        chapterHeading(block, file),
        ...sentenceBlocks(block.sentence, file),
        ...block.charts.flatMap((chart) => chartBlocks(chart, file)),
      ];
    case 'matrix':
      return [
        chapterHeading(block, file),
        ...sentenceBlocks(block.sentence, file),
        ...matrixBlocks(block, file),
      ];
    case 'assets':
      return [
        chapterHeading(block, file),
        ...sentenceBlocks(block.sentence, file),
        ...plainTableXml(assetTable(block, file.words), block.title, file),
      ];
    case 'retest':
      return [
        chapterHeading(block, file),
        ...sentenceBlocks(block.sentence, file),
        ...block.charts.flatMap((chart) => chartBlocks(chart, file)),
        ...(block.rows.length === 0 ? [] : retestBlocks(block, file)),
      ];
    case 'letter-head':
      return letterHeadBlocks(block, document, file);
    case 'passage':
      return passageBlocks(block, room, file);
    case 'signatures':
      return signatureBlocks(block, file);
    case 'finding':
      return findingBlocks(block, document, room, file);
    default:
      return block satisfies never;
  }
}

/** The footnotes of all texts: their words stand at the end of their text, and with Word at the foot of a page. */
export function footnotesOf(blocks: readonly Block[]): Footnotes {
  const bodies = new Map<string, Element>();
  const named = new Set<string>();
  const walk = (node: ElementContent, inSign: boolean): void => {
    if (node.type !== 'element') return;
    const { dataNote, href } = node.properties;
    const isSign = node.tagName === 'sup';
    if (typeof dataNote === 'string' && !isSign) bodies.set(`note-${dataNote}`, node);
    if (inSign && typeof href === 'string' && href.startsWith('#note-')) named.add(href.slice(1));
    for (const child of node.children) walk(child, inSign || isSign);
  };
  for (const body of blocks.flatMap(bodiesOf)) {
    if (body.kind !== 'rich') continue;
    for (const child of body.root.children) if (child.type !== 'doctype') walk(child, false);
  }
  return { bodies, named };
}

function bodiesOf(block: Block): Body[] {
  return partsOf(block).map(({ body }) => body);
}
