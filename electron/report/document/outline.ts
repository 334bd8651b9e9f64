import type { Root, RootContent } from 'hast';
import type { Words } from '../languages/index.ts';
import type { Block, Body, ContentsEntry, Value } from './blocks.ts';

/** The lines of the contents: every heading and every finding, in order. */
export function contentsEntries(blocks: readonly Block[]): ContentsEntry[] {
  return blocks.flatMap((block): ContentsEntry[] => {
    switch (block.kind) {
      case 'cover':
      case 'back':
      case 'contents':
      case 'letter-head':
      case 'signatures':
        return [];
      case 'passage':
        return block.title === '' ? [] : [{ kind: 'chapter', target: block.target, title: block.title }];
      case 'finding':
        return [{ kind: 'finding', ref: block.ref }];
      default: {
        const { target, title, parent } = block;
        return [{ kind: parent === undefined ? 'chapter' : 'section', target, title }];
      }
    }
  });
}

/** Tells each finding where else the document speaks of it: references lead both ways. */
export function withMentions(blocks: readonly Block[], words: Words): Block[] {
  const mentions = new Map<string, Value[]>();
  for (const block of blocks) {
    if (!('target' in block) || !('title' in block) || block.title === '') continue;
    for (const target of new Set(targetsOf(block))) {
      const known = mentions.get(target) ?? [];
      known.push({ text: block.title, target: block.target });
      mentions.set(target, known);
    }
  }
  return blocks.map((block) => {
    if (block.kind !== 'finding') return block;
    const values = mentions.get(block.ref.target)?.filter(({ target }) => target !== block.chapter) ?? [];
    return values.length === 0
      ? block
      : { ...block, mentions: { label: words.finding.mentions, values, layout: 'row' } };
  });
}

/** The places in the document that a block leads to. */
function targetsOf(block: Block): string[] {
  switch (block.kind) {
    case 'summary':
      return block.rows.flatMap(({ target }) => target ?? []);
    case 'matrix':
    case 'retest':
      return block.rows.flatMap(({ ref }) => ref.target ?? []);
    case 'assets':
      return block.rows.flatMap(({ findings }) => findings.flatMap(({ target }) => target ?? []));
    case 'table':
      return block.rows.flat(2).flatMap(({ target }) => target ?? []);
    case 'text':
    case 'rating':
    case 'passage':
      return block.parts.flatMap(({ body }) => linksOf(body));
    case 'cover':
    case 'back':
    case 'contents':
    case 'chapter':
    case 'charts':
    case 'facts':
    case 'finding':
    case 'letter-head':
    case 'signatures':
      return [];
    default:
      return block satisfies never;
  }
}

function linksOf(body: Body): string[] {
  return body.kind === 'rich' ? links(body.root) : [];
}

function links(node: Root | RootContent): string[] {
  if (node.type !== 'element' && node.type !== 'root') return [];
  const href = node.type === 'element' ? node.properties['href'] : undefined;
  const own = typeof href === 'string' && href.startsWith('#') ? [href.slice(1)] : [];
  return [...own, ...node.children.flatMap(links)];
}
