import type { Block, FindingRef, SummaryRow, Value } from '../document/blocks.ts';
import type { Words } from '../languages/index.ts';
import type { PlainTable } from '../document/text/plain-tables.ts';
import type { Inside, Markup } from './markup.ts';
import { emptyTag, tag, text } from './markup.ts';

/** A row for each finding, leading to it where it stands in the file. */
export function findingTable(rows: readonly SummaryRow[], { columns, captions }: Words): Markup {
  // As in the PDF: a column of dashes alone would only take the room of the titles.
  const scored = rows.some((ref) => ref.cvss !== '');
  const heads = [columns.number, columns.severity, columns.title, ...(scored ? [columns.cvss] : [])].map(
    head,
  );
  return wide(captions.allFindings, [
    tag('table', { class: 'findings' }, [
      tag('thead', {}, tag('tr', {}, heads)),
      tag(
        'tbody',
        {},
        rows.map((ref) =>
          tag('tr', { class: `sev-${ref.severity}`, 'data-of': ref.target }, [
            tag('td', {}, text(ref.number)),
            tag('td', {}, tag('span', { class: 'chip' }, tag('bdi', {}, text(ref.severityText)))),
            tag('td', {}, [
              placed(tag('bdi', {}, text(ref.title)), ref.target),
              ...(ref.sentence === undefined
                ? []
                : [tag('div', { class: 'sentence' }, tag('bdi', {}, text(ref.sentence)))]),
            ]),
            ...(scored ? [tag('td', {}, text(ref.cvss === '' ? '\u2013' : ref.cvss))] : []),
          ]),
        ),
      ),
    ]),
  ]);
}

/** A table of values under its heads. */
export function plainTable({ columns, rows }: PlainTable, name: string): Markup {
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  const width = (share: number): string => `${String(Math.round((100 * share) / all))}%`;
  return wide(name, [
    tag('table', {}, [
      tag(
        'colgroup',
        {},
        columns.map(({ share }) => emptyTag('col', { width: width(share) })),
      ),
      tag(
        'thead',
        {},
        tag(
          'tr',
          {},
          columns.map(({ title }) => head(title)),
        ),
      ),
      tag(
        'tbody',
        {},
        rows.map((cells) =>
          tag(
            'tr',
            {},
            cells.map((values, at) =>
              tag('td', {}, columns[at]?.isRow === true ? rowHtml(values) : valuesHtml(values)),
            ),
          ),
        ),
      ),
    ]),
  ]);
}

/** Findings against assets: a cell says yes or no to a screen reader, and shows a mark to others. */
export function matrixHtml(block: Extract<Block, { kind: 'matrix' }>, { columns, screen }: Words): Markup {
  const cell = (there: boolean): Markup =>
    tag('td', { class: 'meets' }, [
      ...(there ? [tag('span', { class: 'dot', 'aria-hidden': 'true' }, text('\u25cf'))] : []),
      tag('span', { class: 'heard' }, text(there ? screen.yes : screen.no)),
    ]);
  return wide(block.title, [
    tag('table', { class: 'matrix' }, [
      tag(
        'thead',
        {},
        tag('tr', {}, [
          head(columns.finding),
          ...block.columns.map(({ text: name, target }) =>
            tag('th', { scope: 'col' }, placed(tag('bdi', {}, breakable(name)), target)),
          ),
        ]),
      ),
      tag(
        'tbody',
        {},
        block.rows.map(({ ref, cells }) =>
          tag('tr', { class: `sev-${ref.severity}`, 'data-of': ref.target }, [
            tag('th', { scope: 'row' }, tag('span', { class: 'chip' }, refHtml(ref))),
            ...cells.map(cell),
          ]),
        ),
      ),
    ]),
  ]);
}

/** Every asset with its counts and the findings on it. */
export function assetsHtml(block: Extract<Block, { kind: 'assets' }>, { columns }: Words): Markup {
  const counts = ({ counts: all }: (typeof block.rows)[number]): string =>
    all
      .filter(({ count }) => count > 0)
      .map(({ label, count }) => `${String(count)} ${label}`)
      .join(', ');
  return wide(block.title, [
    tag('table', { class: 'assets' }, [
      tag('thead', {}, tag('tr', {}, [columns.asset, columns.severity, columns.findings].map(head))),
      tag(
        'tbody',
        {},
        block.rows.map((row) =>
          tag('tr', {}, [
            tag('th', { scope: 'row' }, valueHtml(row.asset)),
            tag('td', {}, text(counts(row))),
            tag(
              'td',
              {},
              row.findings.map((ref) =>
                tag('div', { class: `sev-${ref.severity}` }, tag('span', { class: 'chip' }, refHtml(ref))),
              ),
            ),
          ]),
        ),
      ),
    ]),
  ]);
}

/** A row for each finding, a column for each round. */
export function retestHtml(block: Extract<Block, { kind: 'retest' }>, { columns }: Words): Markup {
  const rounds = block.rounds.map(({ name, period }) =>
    tag('th', { scope: 'col' }, [
      tag('bdi', {}, text(name)),
      ...(period === '' ? [] : [tag('div', { class: 'period' }, text(period))]),
    ]),
  );
  return wide(block.title, [
    tag('table', { class: 'findings' }, [
      tag('thead', {}, tag('tr', {}, [head(columns.finding), head(columns.severity), ...rounds])),
      tag(
        'tbody',
        {},
        block.rows.map(({ ref, cells }) =>
          tag('tr', { class: `sev-${ref.severity}`, 'data-of': ref.target }, [
            tag('th', { scope: 'row' }, refHtml(ref)),
            tag('td', {}, tag('span', { class: 'chip' }, tag('bdi', {}, text(ref.severityText)))),
            ...cells.map((mark) =>
              mark === null
                ? tag('td', {}, text('\u2013'))
                : tag(
                    'td',
                    { class: `sev-${mark.verdict}` },
                    tag('span', { class: 'chip' }, text(mark.text)),
                  ),
            ),
          ]),
        ),
      ),
    ]),
  ]);
}

/** Values of a cell, one under the other. */
function valuesHtml(values: readonly Value[]): Markup[] {
  return values.map((value) => tag('div', {}, valueHtml(value)));
}

/** Values of a cell behind one another. */
function rowHtml(values: readonly Value[]): Inside[] {
  return values.flatMap((value, at) => [...(at === 0 ? [] : [text(', ')]), valueHtml(value)]);
}

/** A value, leading to its address on the web or its place in the file if it has one. */
export function valueHtml({ text: words, href, target, severity }: Value): Markup {
  const shown = tag('bdi', {}, text(words));
  if (severity !== undefined) return tag('span', { class: `chip sev-${severity}` }, shown);
  return href === undefined ? placed(shown, target) : tag('a', { href, rel: 'noreferrer noopener' }, shown);
}

/** An address that may go on in the next line behind its dots and slashes. */
function breakable(address: string): Inside {
  return address
    .split(/(?<=[./])/u)
    .flatMap((part, at) => [...(at === 0 ? [] : [emptyTag('wbr')]), text(part)]);
}

function refHtml({ number, title, target }: FindingRef): Markup {
  return placed(tag('bdi', {}, text(`${number} ${title}`)), target);
}

function placed(shown: Markup, target: string | undefined): Markup {
  return target === undefined ? shown : tag('a', { href: `#${target}` }, shown);
}

function head(title: string): Markup {
  return tag('th', { scope: 'col' }, text(title));
}

/** A table may be wider than the screen: it scrolls by itself, also with the keyboard. */
function wide(name: string, inside: Inside): Markup {
  return tag('div', { class: 'wide', tabindex: 0, role: 'group', 'aria-label': name }, inside);
}
