import type { ElementContent, Root } from 'hast';
import type {
  Block,
  Body,
  Fact,
  FindingRef,
  Heading,
  Part,
  ReportDocument,
} from '#report/document/blocks.ts';
import { wordsOf } from '#report/languages/index.ts';
import {
  assetTable,
  chartTable,
  matrixTable,
  retestTable,
  type PlainTable,
} from '#report/document/text/plain-tables.ts';

const style = `
@page { size: A4; margin: 22mm 20mm; }
body { font: 9.5pt/1.45 "IBM Plex Sans", "DejaVu Sans", sans-serif; color: #1d2430; }
h1 { font-size: 26pt; } h2 { font-size: 17pt; break-before: page; } h3 { font-size: 12.5pt; margin: 18pt 0 4pt; }
h4 { font-size: 10pt; margin: 10pt 0 2pt; } a { color: #0b57a4; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: 2pt 5pt; vertical-align: top; }
table.summary td { border-bottom: .5pt solid #ccd; } table.facts { background: #f2f4f8; }
pre { font: 8pt/1.35 "IBM Plex Mono", "DejaVu Sans Mono", monospace; background: #f5f6f8; padding: 6pt;
  white-space: pre-wrap; overflow-wrap: anywhere; }
td, p, li { overflow-wrap: anywhere; }`;

/** The same content as the PDF has, from the same tree of blocks, as a page for a browser to print. */
export function htmlOf(report: ReportDocument): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(report.title)}</title>` +
    `<style>${style}</style></head><body>${report.blocks.map(block).join('\n')}</body></html>`
  );
}

function block(each: Block): string {
  switch (each.kind) {
    case 'cover': {
      const counts = each.counts.map(({ label, count }) => `<td>${String(count)} ${escaped(label)}</td>`);
      return `<h1>${escaped(each.title)}</h1><p>${escaped(each.client)}</p>${facts(each.facts)}<table><tr>${counts.join('')}</tr></table>`;
    }
    case 'contents': {
      const entries = each.entries.map((entry) =>
        entry.kind === 'finding' ? reference(entry.ref) : link(entry.target, entry.title),
      );
      return `<h2>${escaped(each.title)}</h2>${entries.map((entry) => `<div>${entry}</div>`).join('')}`;
    }
    case 'summary': {
      const rows = each.rows.map(
        (ref) =>
          `<tr><td>${reference(ref)}</td><td>${escaped(ref.severityText)}</td><td>${escaped(ref.cvss)}</td></tr>`,
      );
      return `<h2 id="${each.target}">${escaped(each.title)}</h2><p>${escaped(each.sentence)}</p><table class="summary">${rows.join('')}</table>`;
    }
    case 'chapter':
      return `<h2 id="${each.target}">${escaped(each.title)}</h2><p>${escaped(each.empty ?? '')}</p>`;
    case 'text':
      return `${heading(each)}${partsOf(each.parts)}`;
    case 'rating':
      return `${heading(each)}<p>${escaped(each.rating.text)}</p><p>${escaped(each.sentence)}</p>${partsOf(each.parts)}`;
    case 'facts':
      return `${heading(each)}${facts(each.facts)}`;
    case 'table':
      return `${heading(each)}${tableOf(each)}`;
    case 'charts': {
      const tables = each.charts.map((chart) => tableOf(chartTable(chart)));
      return `${heading(each)}<p>${escaped(each.sentence)}</p>${tables.join('')}`;
    }
    case 'matrix':
      return `${heading(each)}<p>${escaped(each.sentence)}</p>${tableOf(matrixTable(each, wordsOf('en')))}`;
    case 'assets':
      return `${heading(each)}<p>${escaped(each.sentence)}</p>${tableOf(assetTable(each, wordsOf('en')))}`;
    case 'retest':
      return `${heading(each)}<p>${escaped(each.sentence)}</p>${tableOf(retestTable(each, wordsOf('en')))}`;
    case 'letter-head':
      return `<h1 id="${each.target}">${escaped(each.subject)}</h1>${facts(each.facts)}`;
    case 'passage':
      return `${heading(each)}${facts(each.facts)}${partsOf(each.parts)}`;
    case 'signatures':
      return `<p>${escaped(each.closing)}</p>`;
    case 'finding': {
      const sections = [
        ...each.verdicts.map(({ round, mark, parts }) => ({ title: `${round}: ${mark.text}`, parts })),
        ...each.sections,
      ].map(({ title, parts }) => `<h4>${escaped(title)}</h4>${partsOf(parts)}`);
      const card = each.mentions === null ? each.facts : [...each.facts, each.mentions];
      return `<h3 id="${each.ref.target}">${escaped(`${each.ref.number} ${each.ref.title}`)}</h3>${facts(card)}${sections.join('')}`;
    }
    case 'back':
      return `<address>${escaped([each.company, ...each.address].join(', '))}${facts(each.reach)}</address>`;
    default:
      return each satisfies never;
  }
}

function heading({ target, title }: Heading): string {
  return `<h2 id="${target}">${escaped(title)}</h2>`;
}

function partsOf(parts: readonly Part[]): string {
  return parts.map((part) => `<p><b>${escaped(part.title ?? '')}</b></p>${bodyOf(part.body)}`).join('');
}

function tableOf({ columns, rows }: PlainTable): string {
  const heads = columns.map(({ title }) => `<th>${escaped(title)}</th>`).join('');
  const body = rows.map((cells) => {
    const written = cells.map(
      (values) =>
        `<td>${values.map(({ text, target }) => (target === undefined ? escaped(text) : link(target, text))).join('<br>')}</td>`,
    );
    return `<tr>${written.join('')}</tr>`;
  });
  return `<table class="summary"><tr>${heads}</tr>${body.join('')}</table>`;
}

function link(target: string, text: string): string {
  return `<a href="#${target}">${escaped(text)}</a>`;
}

function reference({ target, number, title }: FindingRef): string {
  const text = `${number} ${title}`;
  return target === undefined ? escaped(text) : link(target, text);
}

function facts(lines: readonly Fact[]): string {
  const rows = lines.map(({ label, values, layout }) => {
    const texts = values.map(({ text, href }) =>
      href === undefined ? escaped(text) : `<a href="${escaped(href)}">${escaped(text)}</a>`,
    );
    return `<tr><th>${escaped(label)}</th><td>${texts.join(layout === 'row' ? ' · ' : '<br>')}</td></tr>`;
  });
  return `<table class="facts">${rows.join('')}</table>`;
}

function bodyOf(body: Body): string {
  if (body.kind === 'figure') return `<p>${escaped(`${body.figure.label} ${body.figure.caption}`)}</p>`;
  if (body.kind === 'table') {
    const rows = body.table.rows.map(
      (cells) =>
        `<tr>${cells.map((values) => `<td>${values.map(({ text }) => escaped(text)).join('<br>')}</td>`).join('')}</tr>`,
    );
    return `<table>${rows.join('')}</table>`;
  }
  return body.kind === 'code' ? `<pre>${escaped(body.text)}</pre>` : rich(body.root.children);
}

function rich(nodes: Root['children'] | readonly ElementContent[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return escaped(node.value);
      if (node.type !== 'element') return '';
      const href = node.properties['href'];
      const attribute = typeof href === 'string' ? ` href="${escaped(href)}"` : '';
      const inner: string = rich(node.children);
      return node.tagName === 'br' || node.tagName === 'hr'
        ? `<${node.tagName}>`
        : `<${node.tagName}${attribute}>${inner}</${node.tagName}>`;
    })
    .join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
