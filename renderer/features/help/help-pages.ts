import { evidenceMarkdown } from '#domain/text/references/evidence-address.ts';
import { firstPlace, type HelpPlace } from './place.ts';

/** What stands under one heading. */
interface HelpPart {
  readonly heading: string;
  readonly anchor: string;
  readonly text: string;
}

export interface HelpPage {
  readonly name: string;
  readonly title: string;
  /** Markdown whose links between pages are addresses that `placeOfLink` reads. */
  readonly text: string;
  readonly parts: readonly HelpPart[];
}

/** A part that has all words that were looked for. */
export interface HelpHit {
  readonly place: HelpPlace;
  readonly title: string;
  readonly heading: string;
  readonly excerpt: string;
}

/** Stands before the names of pages in links, since a text has absolute addresses alone. */
const base = 'https://help.dossier.invalid/';
const fence = /^(```[^]*?^```)/m;
const maxHits = 30;

/**
 * Pages of the help from their files, in the order in which the first one links them.
 * @param files Markdown by name, without an ending
 */
export function readHelp(files: ReadonlyMap<string, string>): HelpPage[] {
  const linked = [...(files.get(firstPlace.page) ?? '').matchAll(/\]\(([\w-]+)\.md/g)].map(
    ([, name = '']) => name,
  );
  const names = new Set([firstPlace.page, ...linked, ...files.keys()]);
  const titles = new Map([...files].map(([name, markdown]) => [name, titleOf(markdown) ?? name]));
  return [...names].flatMap((name) => {
    const markdown = files.get(name);
    if (markdown === undefined) return [];
    const title = titles.get(name) ?? name;
    return [{ name, title, text: linkedText(name, markdown, titles), parts: partsOf(markdown, title) }];
  });
}

/** The place that a link of a page leads to; null if it leads elsewhere. */
export function placeOfLink(href: string): HelpPlace | null {
  if (!href.startsWith(base)) return null;
  const [page = '', anchor = ''] = href.slice(base.length).split('#');
  return { page, anchor };
}

/** The name that a heading is linked by. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Parts that have every word, those with one in their heading first. */
export function findInHelp(pages: readonly HelpPage[], typed: string): HelpHit[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return [];
  const hits = pages.flatMap(({ name, title, parts }) =>
    parts.flatMap(({ heading, anchor, text }) => {
      const [head, all] = [heading.toLowerCase(), `${title} ${heading} ${text}`.toLowerCase()];
      if (!words.every((word) => all.includes(word))) return [];
      const hit: HelpHit = { place: { page: name, anchor }, title, heading, excerpt: excerptOf(text, first) };
      return [{ hit, inHeading: words.filter((word) => head.includes(word)).length }];
    }),
  );
  return hits
    .toSorted((one, other) => other.inHeading - one.inHeading)
    .slice(0, maxHits)
    .map(({ hit }) => hit);
}

function titleOf(markdown: string): string | undefined {
  return /^# (.+)$/m.exec(markdown)?.[1];
}

/** Runs over what is no block of code. */
function outsideCode(markdown: string, change: (prose: string) => string): string {
  return markdown
    .split(fence)
    .map((piece) => (piece.startsWith('```') ? piece : change(piece)))
    .join('');
}

function linkedText(own: string, markdown: string, titles: ReadonlyMap<string, string>): string {
  return outsideCode(markdown, (prose) =>
    prose
      .replaceAll(
        /(?:<p>\s*)?<img src="\.\.\/images\/([^"]+)"([^>]*)>(?:\s*<\/p>)?/g,
        (_, name: string, about: string) => figure(name, valueOf('alt', about), valueOf('width', about)),
      )
      .replaceAll(/!\[([^\]]*)\]\(\.\.\/images\/([^)\s]+)\)/g, (_, alt: string, name: string) =>
        figure(name, alt),
      )
      .replaceAll(/(?<!!)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, words: string, target: string) => {
        if (/^[a-z]+:/i.test(target)) return whole;
        const [, name = own, anchor = ''] = /^(?:([\w-]+)\.md)?(#.*)?$/.exec(target) ?? [null, ''];
        // What is no page of the help is not with the program.
        if (!titles.has(name)) return words;
        return `[${words === `${name}.md` ? (titles.get(name) ?? words) : words}](${base}${name}${anchor})`;
      }),
  );
}

const valueOf = (name: string, attributes: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];

/** An image by its name; its own size is not known here, so it has a share of the column. */
const figure = (name: string, caption = '', width = '100%'): string =>
  `${evidenceMarkdown(name, caption)}{width=${width}}`;

function partsOf(markdown: string, title: string): HelpPart[] {
  const parts: { heading: string; anchor: string; lines: string[] }[] = [
    { heading: title, anchor: '', lines: [] },
  ];
  for (const piece of markdown.split(fence)) {
    const isCode = piece.startsWith('```');
    for (const line of piece.split('\n')) {
      const heading = isCode ? undefined : /^##+ (.+)$/.exec(line)?.[1];
      // The title stands already; lines of dashes and fences say nothing.
      const isMark = isCode ? line.startsWith('```') : /^# |^<\/?p>$|^[|\s:-]*$/.test(line);
      if (heading !== undefined)
        parts.push({ heading: readable(heading), anchor: anchorOf(heading), lines: [] });
      else if (!isMark) parts.at(-1)?.lines.push(readable(line));
    }
  }
  return parts.map(({ heading, anchor, lines }) => ({ heading, anchor, text: lines.join(' ') }));
}

/** A line without the marks of Markdown. */
function readable(line: string): string {
  return line
    .replaceAll(/<img [^>]*alt="([^"]*)"[^>]*>/g, '$1')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function excerptOf(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word);
  const start = at < 40 ? 0 : text.indexOf(' ', at - 30) + 1;
  return text.slice(start, start + 140);
}
