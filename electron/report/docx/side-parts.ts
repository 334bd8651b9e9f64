import type { ReportDocument } from '../document/blocks.ts';
import { tag, voidTag, type Inside, type Markup } from '../html/markup.ts';
import { bulletList, type DocxFile } from './file.ts';
import { field } from './fields.ts';
import { listStep, twips } from './paragraph.ts';
import { runs } from './runs.ts';
import { wordNames } from './styles.ts';

/* The parts beside the text: numbers of lists, footnotes, comments, head and foot of pages, settings. */

const signs = ['\u2022', '\u2013', '\u25aa'] as const;
const numbers = ['decimal', 'lowerLetter', 'lowerRoman'] as const;
const levelCount = 9;

/** The lists of the file: one without numbers, and each with numbers that begins where its author says. */
export function numberingXml({ lists }: DocxFile): Markup {
  const levels = (bullets: boolean): Markup[] =>
    Array.from({ length: levelCount }, (_, level) =>
      tag('w:lvl', { 'w:ilvl': level }, [
        voidTag('w:start', { 'w:val': 1 }),
        voidTag('w:numFmt', { 'w:val': bullets ? 'bullet' : (numbers[level % numbers.length] ?? 'decimal') }),
        voidTag('w:lvlText', {
          'w:val': bullets ? (signs[level % signs.length] ?? '') : `%${String(level + 1)}.`,
        }),
        voidTag('w:lvlJc', { 'w:val': 'left' }),
        tag(
          'w:pPr',
          {},
          voidTag('w:ind', { 'w:left': twips(listStep * (level + 1)), 'w:hanging': twips(listStep) }),
        ),
      ]),
    );
  const kind = (id: number, bullets: boolean): Markup =>
    tag('w:abstractNum', { 'w:abstractNumId': id }, [
      voidTag('w:multiLevelType', { 'w:val': 'hybridMultilevel' }),
      ...levels(bullets),
    ]);
  return tag('w:numbering', { 'xmlns:w': wordNames }, [
    kind(0, true),
    kind(1, false),
    tag('w:num', { 'w:numId': bulletList }, voidTag('w:abstractNumId', { 'w:val': 0 })),
    ...lists.map(({ id, start }) =>
      tag('w:num', { 'w:numId': id }, [
        voidTag('w:abstractNumId', { 'w:val': 1 }),
        // Each level begins anew: the list may stand at any of them.
        ...Array.from({ length: levelCount }, (_, level) =>
          tag('w:lvlOverride', { 'w:ilvl': level }, voidTag('w:startOverride', { 'w:val': start })),
        ),
      ]),
    ),
  ]);
}

/** The footnotes, with the two lines over them that Word draws. */
export function footnotesXml({ footnotes }: DocxFile): Markup {
  const line = (id: number, type: string, what: string): Markup =>
    tag(
      'w:footnote',
      { 'w:type': type, 'w:id': id },
      tag('w:p', {}, [
        tag('w:pPr', {}, voidTag('w:spacing', { 'w:after': 0, 'w:line': 240, 'w:lineRule': 'auto' })),
        tag('w:r', {}, voidTag(what)),
      ]),
    );
  return tag('w:footnotes', { 'xmlns:w': wordNames, 'xmlns:r': relationshipNames }, [
    line(-1, 'separator', 'w:separator'),
    line(0, 'continuationSeparator', 'w:continuationSeparator'),
    ...footnotes.toSorted((one, other) => one.id - other.id).map(({ content }) => content),
  ]);
}

/** The comments of colleagues. */
export function commentsXml({ comments }: DocxFile): Markup {
  return tag('w:comments', { 'xmlns:w': wordNames, 'xmlns:r': relationshipNames }, comments);
}

/** Names of what leads from a part to another. */
export const relationshipNames = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

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
function pageNumbers({ words, pages }: DocxFile): Markup[] {
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

const partNames = {
  'xmlns:w': wordNames,
  'xmlns:r': relationshipNames,
  'xmlns:v': 'urn:schemas-microsoft-com:vml',
  'xmlns:o': 'urn:schemas-microsoft-com:office:office',
  'xmlns:w10': 'urn:schemas-microsoft-com:office:word',
};

/** The word across the page, as Word itself writes one. */
function watermark(word: string, number: number): Markup {
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
      'o:spid': `_x0000_s20${String(48 + number)}`,
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

/** Settings of the file. Fields show what they are filled with: Word asks nothing when it opens it. */
export function settingsXml(language: string, decimal: string): Markup {
  const compatibility = (name: string, value: number): Markup =>
    voidTag('w:compatSetting', {
      'w:name': name,
      'w:uri': 'http://schemas.microsoft.com/office/word',
      'w:val': value,
    });
  return tag('w:settings', { 'xmlns:w': wordNames }, [
    voidTag('w:zoom', { 'w:percent': 100 }),
    voidTag('w:defaultTabStop', { 'w:val': 720 }),
    voidTag('w:characterSpacingControl', { 'w:val': 'doNotCompress' }),
    tag('w:footnotePr', {}, [voidTag('w:footnote', { 'w:id': -1 }), voidTag('w:footnote', { 'w:id': 0 })]),
    tag('w:compat', {}, [
      compatibility('compatibilityMode', 15),
      compatibility('overrideTableStyleFontSizeAndJustification', 1),
      compatibility('enableOpenTypeFeatures', 1),
      compatibility('doNotFlipMirrorIndents', 1),
    ]),
    voidTag('w:themeFontLang', { 'w:val': language }),
    voidTag('w:decimalSymbol', { 'w:val': decimal }),
    voidTag('w:listSeparator', { 'w:val': decimal === ',' ? ';' : ',' }),
  ]);
}
