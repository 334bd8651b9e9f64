import type { Content } from 'pdfmake/interfaces.js';
import type { Block, ReportDocument } from '../../document/blocks.ts';
import { levelUnder } from '../../document/text/heading-levels.ts';
import { backNodes } from './back.ts';
import { partItems, sentenceItems } from './body.ts';
import { chartItems } from './chart.ts';
import { contentsItems } from './contents.ts';
import { coverNodes } from './cover.ts';
import { assetItems, matrixItems } from './asset-matrix.ts';
import { factItems } from './facts.ts';
import { findingItems } from './finding.ts';
import { newPage, type Item } from '../layout/flow.ts';
import { pageStartNode } from '../layout/gap.ts';
import { headingItems } from './headings.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { letterHeadItems, passageItems, signatureItems } from './letter.ts';
import { ratingItem } from './rating.ts';
import { summaryItems } from './summary.ts';
import { retestItems } from './retest.ts';
import { tableItem } from './plain-table.ts';

/** What a block needs to know of its document, which says nothing of the other blocks. */
export type DocumentFrame = Omit<ReportDocument, 'blocks'>;

/**
 * The pieces of a block, in order. They follow from the block, its frame and the ctx alone, so that a block's pages can
 * be kept while it stays the same.
 */
export function blockItems(block: Block, frame: DocumentFrame, ctx: LayoutContext): Item[] {
  switch (block.kind) {
    case 'cover':
      return [...loose(coverNodes(block, frame, ctx)), newPage];
    case 'back':
      return [...loose([pageStartNode(), ...backNodes(block, frame, ctx)]), newPage];
    case 'contents':
      return contentsItems(block, ctx);
    case 'chapter':
      // Not on a page of its own: a table that ends on the first lines of a page would leave the rest empty.
      return [...headingItems(block, ctx, true), ...sentenceItems(block.empty ?? '', ctx, true)];
    case 'text':
      return [...headingItems(block, ctx), ...partItems(block.parts, levelUnder(block.parent), ctx)];
    case 'facts':
      return [...headingItems(block, ctx), ...factItems(block.facts, ctx)];
    case 'table':
      return [
        ...headingItems(block, ctx),
        tableItem(block, ctx),
        ...sentenceItems(block.note ?? '', ctx, false),
      ];
    case 'rating':
      return [
        ...headingItems(block, ctx),
        ratingItem(block, ctx),
        ...partItems(block.parts, levelUnder(block.parent), ctx),
      ];
    case 'summary':
      return [...headingItems(block, ctx), ...summaryItems(block, ctx)];
    case 'charts':
      return [
        ...headingItems(block, ctx),
        ...sentenceItems(block.sentence, ctx, true),
        ...block.charts.flatMap((chart) => chartItems(chart, ctx)),
      ];
    case 'matrix':
      return [...headingItems(block, ctx), ...matrixItems(block, ctx)];
    case 'assets':
      return [...headingItems(block, ctx), ...assetItems(block, ctx)];
    case 'retest':
      return [...headingItems(block, ctx), ...retestItems(block, ctx)];
    case 'letter-head':
      return letterHeadItems(block, frame, ctx);
    case 'passage':
      return passageItems(block, ctx);
    case 'signatures':
      return signatureItems(block, ctx);
    case 'finding':
      return findingItems(block, ctx);
    default:
      return block satisfies never;
  }
}

function loose(nodes: readonly Content[]): Item[] {
  return nodes.map((node) => ({ node, keep: false }));
}
