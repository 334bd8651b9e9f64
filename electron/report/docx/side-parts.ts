import { tag, voidTag, type Markup } from '../html/markup.ts';
import { bulletList, type DocxFile } from './file.ts';
import { listStep, twips } from './paragraph.ts';
import { wordColor } from './runs.ts';
import { wordNames } from './styles.ts';

/* The parts beside the text: numbers of lists, footnotes, comments, settings. */

const signs = ['\u2022', '\u2013', '\u25aa'] as const;
const numbers = ['decimal', 'lowerLetter', 'lowerRoman'] as const;
const levelCount = 9;

/** The lists of the file: one without numbers, and each with numbers that begins where its author says. */
export function numberingXml(file: DocxFile): Markup {
  const { kinds, lists } = numberingParts(file, 0);
  return tag('w:numbering', { 'xmlns:w': wordNames }, [...kinds, ...lists]);
}

/** The kinds of lists and the lists of the file. @param kind number of the first kind */
export function numberingParts(
  file: DocxFile,
  kind: number,
): { readonly kinds: readonly Markup[]; readonly lists: readonly Markup[] } {
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
  const kindXml = (id: number, bullets: boolean): Markup =>
    tag('w:abstractNum', { 'w:abstractNumId': id }, [
      voidTag('w:multiLevelType', { 'w:val': 'hybridMultilevel' }),
      ...levels(bullets),
    ]);
  const numbersLines = file.lists.some(({ isCode }) => isCode);
  return {
    kinds: [
      kindXml(kind, true),
      kindXml(kind + 1, false),
      ...(numbersLines ? [lineNumbers(kind + 2, file)] : []),
    ],
    lists: [
      tag('w:num', { 'w:numId': file.listId(bulletList) }, voidTag('w:abstractNumId', { 'w:val': kind })),
      ...file.lists.map(({ id, start, isCode }) =>
        tag('w:num', { 'w:numId': file.listId(id) }, [
          voidTag('w:abstractNumId', { 'w:val': isCode ? kind + 2 : kind + 1 }),
          // Each level begins anew: the list may stand at any of them.
          ...Array.from({ length: isCode ? 1 : levelCount }, (_, level) =>
            tag('w:lvlOverride', { 'w:ilvl': level }, voidTag('w:startOverride', { 'w:val': start })),
          ),
        ]),
      ),
    ],
  };
}

/** Numbers of lines of code: a list, so that Word copies none of them with the words. */
function lineNumbers(id: number, { theme }: DocxFile): Markup {
  return tag('w:abstractNum', { 'w:abstractNumId': id }, [
    voidTag('w:multiLevelType', { 'w:val': 'singleLevel' }),
    tag('w:lvl', { 'w:ilvl': 0 }, [
      voidTag('w:start', { 'w:val': 1 }),
      voidTag('w:numFmt', { 'w:val': 'decimal' }),
      voidTag('w:lvlText', { 'w:val': '%1' }),
      voidTag('w:lvlJc', { 'w:val': 'left' }),
      tag('w:rPr', {}, voidTag('w:color', { 'w:val': wordColor(theme.colors.muted) })),
    ]),
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

/** Settings of the file. Fields show what they are filled with: Word asks nothing when it opens it. */
export function settingsXml(language: string, decimal: string, hasNotes = true): Markup {
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
    ...(hasNotes
      ? [
          tag('w:footnotePr', {}, [
            voidTag('w:footnote', { 'w:id': -1 }),
            voidTag('w:footnote', { 'w:id': 0 }),
          ]),
        ]
      : []),
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
