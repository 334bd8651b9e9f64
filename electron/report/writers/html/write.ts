import { createHash } from 'node:crypto';
import type { Block, FindingRef, ReportDocument, SeverityCount } from '../../document/blocks.ts';
import { factList, findingHtml, pictureBook, refTitle, type Pictures } from './finding.ts';
import type { Inside, Markup } from './markup.ts';
import { emptyTag, tag, text } from './markup.ts';
import { searchScript } from './search.ts';
import { styleSheet } from './style.ts';

/** The file, whole. */
export interface WrittenHtml {
  readonly bytes: Uint8Array;
  /** Figures whose image is damaged or missing; a line says so in their place. */
  readonly damagedImages: number;
}

/** Width of the longest bar, in units of the drawing. */
const BAR = 100;

/**
 * Writes a document as one HTML file that needs nothing else: pictures are inside, its policy lets nothing be loaded,
 * and no script run but the one that searches, without which everything can be read. The same document gives the same
 * bytes. `images` holds the bytes of the figures, by their hash.
 */
export function writeHtml(document: ReportDocument, images: ReadonlyMap<string, Uint8Array>): WrittenHtml {
  const pictures = pictureBook(images);
  const placed = document.blocks.map((block) => ({
    kind: block.kind,
    html: blockHtml(block, document, pictures),
  }));
  const only = (...kinds: readonly Block['kind'][]): Markup[] =>
    placed.filter(({ kind }) => kinds.includes(kind)).map(({ html }) => html);
  const main = placed.filter(({ kind }) => kind !== 'cover' && kind !== 'contents').map(({ html }) => html);
  const body = tag('body', { class: document.draft ? 'is-draft' : undefined }, [
    tag('a', { class: 'skip', href: '#main' }, text('Skip to the report')),
    ...only('cover'),
    tag('div', { class: 'columns' }, [...only('contents'), tag('main', { id: 'main', tabindex: -1 }, main)]),
    tag('footer', {}, text(`${document.classification} \u00b7 ${document.generatedAt.slice(0, 10)}`)),
    raw('script', searchScript),
  ]);
  const page = `<!doctype html>\n${tag('html', { lang: 'en' }, [head(document), body])}\n`;
  return { bytes: Buffer.from(page), damagedImages: pictures.damaged() };
}

function head(document: ReportDocument): Markup {
  const policy = [
    `default-src 'none'`,
    'img-src data:',
    `style-src ${hashOf(styleSheet)}`,
    `script-src ${hashOf(searchScript)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `require-trusted-types-for 'script'`,
  ].join('; ');
  const title = document.client === '' ? document.title : `${document.title}: ${document.client}`;
  return tag('head', {}, [
    emptyTag('meta', { charset: 'utf-8' }),
    emptyTag('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    emptyTag('meta', { name: 'referrer', content: 'no-referrer' }),
    emptyTag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    emptyTag('meta', { name: 'generator', content: 'Dossier' }),
    ...(document.author === '' ? [] : [emptyTag('meta', { name: 'author', content: document.author })]),
    tag('title', {}, text(title)),
    raw('style', styleSheet),
  ]);
}

/** Script and style of the writer's own; none of the data is in them. */
function raw(name: 'script' | 'style', source: string): Markup {
  return tag(name, {}, source as Markup);
}

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}

function blockHtml(block: Block, document: ReportDocument, pictures: Pictures): Markup {
  switch (block.kind) {
    case 'cover':
      return tag('header', { class: 'cover' }, [
        ...(document.draft ? [draftNote()] : []),
        tag('p', { class: 'classification' }, text(document.classification)),
        tag('h1', {}, text(block.title)),
        ...(block.client === '' ? [] : [tag('p', { class: 'client' }, tag('bdi', {}, text(block.client)))]),
        factList(block.facts),
      ]);
    case 'contents':
      return contents(block);
    case 'summary':
      return tag('section', { id: 'summary-section', 'aria-labelledby': block.target }, [
        tag('h2', { id: block.target }, text(block.title)),
        tag('p', {}, text(block.sentence)),
        chart(block.counts),
        ...(block.rows.length === 0 ? [] : [findingTable(block.rows)]),
      ]);
    case 'chapter':
      return tag('div', {}, [
        tag('h2', { id: block.target }, text(block.title)),
        ...(block.empty === undefined ? [] : [tag('p', {}, text(block.empty))]),
      ]);
    case 'finding':
      return findingHtml(block, pictures);
    default:
      return block satisfies never;
  }
}

function draftNote(): Markup {
  return tag('p', { class: 'draft' }, text('DRAFT: this report is not finished.'));
}

/** The search box stays hidden until its script runs. */
function contents({ title, entries }: Extract<Block, { kind: 'contents' }>): Markup {
  const chapters: { entry: Inside; findings: Markup[] }[] = [];
  for (const entry of entries) {
    if (entry.kind === 'chapter') {
      chapters.push({ entry: tag('a', { href: `#${entry.target}` }, text(entry.title)), findings: [] });
    } else {
      const link = tag('a', { href: `#${entry.ref.target}` }, refTitle(entry.ref));
      const item = tag('li', { 'data-of': entry.ref.target }, link);
      const chapter = chapters.at(-1);
      if (chapter === undefined) chapters.push({ entry: [], findings: [item] });
      else chapter.findings.push(item);
    }
  }
  return tag('nav', { id: 'contents', 'aria-labelledby': 'contents-title', tabindex: -1 }, [
    tag('h2', { id: 'contents-title' }, text(title)),
    tag('div', { id: 'search', role: 'search', hidden: true }, [
      tag('label', { for: 'search-words' }, text('Search the findings')),
      emptyTag('input', { id: 'search-words', type: 'search', autocomplete: 'off', spellcheck: 'false' }),
      tag('p', { id: 'search-found', role: 'status' }),
    ]),
    tag(
      'ol',
      {},
      chapters.map(({ entry, findings }) =>
        tag('li', {}, [entry, ...(findings.length === 0 ? [] : [tag('ol', {}, findings)])]),
      ),
    ),
  ]);
}

/** A bar per severity beside its name and number: it reads in grey, and without the drawing. */
function chart(counts: readonly SeverityCount[]): Markup {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const bar = (count: number): Markup =>
    tag(
      'svg',
      { viewBox: `0 0 ${String(BAR)} 10`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      tag('rect', { x: 0, y: 0, height: 10, width: Math.round((BAR * 100 * count) / most) / 100 }),
    );
  return tag('table', { class: 'chart' }, [
    tag('caption', {}, text('Findings by severity')),
    tag(
      'tbody',
      {},
      counts.map(({ severity, label, count }) =>
        tag('tr', { class: `sev-${severity}` }, [
          tag('th', { scope: 'row' }, tag('span', { class: 'chip' }, text(label))),
          tag('td', { class: 'count' }, text(String(count))),
          tag('td', { 'aria-hidden': 'true' }, bar(count)),
        ]),
      ),
    ),
  ]);
}

function findingTable(rows: readonly FindingRef[]): Markup {
  const heads = ['No.', 'Severity', 'Title', 'CVSS'].map((head) => tag('th', { scope: 'col' }, text(head)));
  return tag('table', { class: 'findings' }, [
    tag('caption', {}, text('All findings')),
    tag('thead', {}, tag('tr', {}, heads)),
    tag(
      'tbody',
      {},
      rows.map((ref) =>
        tag('tr', { class: `sev-${ref.severity}`, 'data-of': ref.target }, [
          tag('td', {}, text(ref.number)),
          tag('td', {}, tag('span', { class: 'chip' }, tag('bdi', {}, text(ref.severityText)))),
          tag('td', {}, tag('a', { href: `#${ref.target}` }, tag('bdi', {}, text(ref.title)))),
          tag('td', {}, text(ref.cvss === '' ? '\u2013' : ref.cvss)),
        ]),
      ),
    ),
  ]);
}
