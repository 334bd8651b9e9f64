import type { ReportDocument } from '../document/blocks.ts';
import { tag, voidTag, type Inside, type Markup } from '../html/markup.ts';
import { field } from './fields.ts';
import type { DocxFile } from './file.ts';
import { runs } from './runs.ts';
import { relationshipNames } from './side-parts.ts';
import { wordNames } from './styles.ts';

/** What stands at the head of every page but the first, and on the first the mark of a draft alone. */
export function headerXml(document: ReportDocument, first: boolean, draftMark: string): Markup {
  const start = document.header === '' ? document.title : document.header;
  const words: Inside = first
    ? []
    : [runs(start, { bold: true }), tag('w:r', {}, voidTag('w:tab')), runs(document.client)];
  return tag('w:hdr', partNames, [
    tag('w:p', {}, [
      tag('w:pPr', {}, voidTag('w:pStyle', { 'w:val': 'Header' })),
      ...(document.draft ? [watermark(draftMark, first ? 1 : 2)] : []),
      words,
    ]),
  ]);
}

/** Classification and number of the page; nothing on the first one. */
export function footerXml(document: ReportDocument, first: boolean, file: DocxFile): Markup {
  const start = document.footer === '' ? document.classification.toUpperCase() : document.footer;
  const number = tag('w:r', {}, voidTag('w:tab'));
  return tag('w:ftr', partNames, [
    tag('w:p', {}, [
      tag('w:pPr', {}, voidTag('w:pStyle', { 'w:val': 'Footer' })),
      ...(first ? [] : [runs(start, { bold: true }), number, ...pageNumbers(file)]),
    ]),
  ]);
}

/** The words of the language around the numbers of the page and of all pages. */
export function pageNumbers({ words, pages }: Pick<DocxFile, 'words' | 'pages'>): Markup[] {
  return words
    .page(1, 2)
    .split(/([12])/u)
    .map((part) =>
      part === '1'
        ? field('PAGE', runs('1'))
        : part === '2'
          ? field('NUMPAGES', runs(String(pages.pages)))
          : runs(part),
    );
}

/** Names of a header or footer with a drawing in it. */
export const partNames = {
  'xmlns:w': wordNames,
  'xmlns:r': relationshipNames,
  'xmlns:v': 'urn:schemas-microsoft-com:vml',
  'xmlns:o': 'urn:schemas-microsoft-com:office:office',
  'xmlns:w10': 'urn:schemas-microsoft-com:office:word',
};

/** The word across the page, as Word itself writes one. */
export function watermark(word: string, number: number): Markup {
  const name = `Watermark${String(number)}`;
  const type = tag(
    'v:shapetype',
    {
      id: '_x0000_t136',
      coordsize: '21600,21600',
      'o:spt': 136,
      adj: '10800',
      path: 'm@7,l@8,m@5,21600l@6,21600e',
    },
    [voidTag('v:path', { textpathok: 't' }), voidTag('v:textpath', { on: 't', fitshape: 't' })],
  );
  const width = Math.min(460, 62 * word.length + 60);
  const shape = tag(
    'v:shape',
    {
      id: name,
      'o:spid': `_x0000_s${String(2048 + number)}`,
      type: '#_x0000_t136',
      alt: word,
      style: [
        'position:absolute;margin-left:0;margin-top:0',
        `width:${String(width)}pt;height:${String(Math.round(width / 3.4))}pt;rotation:315;z-index:-251658240`,
        'mso-position-horizontal:center;mso-position-horizontal-relative:margin',
        'mso-position-vertical:center;mso-position-vertical-relative:margin',
      ].join(';'),
      'o:allowincell': 'f',
      fillcolor: '#f1e0e0',
      stroked: 'f',
    },
    voidTag('v:textpath', { style: 'font-family:"Calibri";font-size:1pt', string: word }),
  );
  return tag('w:r', {}, [tag('w:rPr', {}, voidTag('w:noProof')), tag('w:pict', {}, [type, shape])]);
}
