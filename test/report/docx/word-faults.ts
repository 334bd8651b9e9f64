import { packageFaults, type OfficeFile } from '../support/office-file.ts';
import { elementsOf, within, wordsIn, type XmlElement } from '../support/xml.ts';

/*
 * What Word refuses or repairs, although the schema allows it, and the order that the schema asks for: a file without
 * these faults is no proof that Word opens it, but a file with one of them is none that it should get.
 */

const order: Readonly<Record<string, readonly string[]>> = {
  'w:pPr':
    'pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens bidi spacing ind contextualSpacing jc textDirection textAlignment outlineLvl rPr sectPr'.split(
      ' ',
    ),
  'w:rPr':
    'rStyle rFonts b bCs i iCs caps smallCaps strike noProof color spacing kern sz szCs u shd vertAlign rtl cs lang'.split(
      ' ',
    ),
  'w:tcPr': 'tcW gridSpan vMerge tcBorders shd noWrap tcMar textDirection vAlign'.split(' '),
  'w:tblPr':
    'tblStyle bidiVisual tblW jc tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption'.split(' '),
  'w:sectPr':
    'headerReference footerReference footnotePr type pgSz pgMar pgBorders pgNumType cols titlePg docGrid'.split(
      ' ',
    ),
};

/** Everything that is wrong with a document of Word; empty if nothing is known to be. */
export function wordFaults(file: OfficeFile): string[] {
  const document = file.parts.get('word/document.xml');
  if (document === undefined) return ['no document'];
  const named = namesOf(file);
  const stories = [...file.parts].filter(([path]) =>
    /^word\/(?:document|footnotes|comments|header\d+|footer\d+)\.xml$/u.test(path),
  );
  return [
    ...packageFaults(file),
    ...stories.flatMap(([path, part]) => storyFaults(part, named).map((fault) => `${path}: ${fault}`)),
    ...uniqueFaults(stories.map(([, part]) => part)),
    ...noteFaults(file, document),
    ...commentFaults(file, document),
  ];
}

interface Names {
  readonly styles: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
  readonly places: ReadonlySet<string>;
}

function namesOf({ parts }: OfficeFile): Names {
  const all = (path: string): XmlElement[] => {
    const part = parts.get(path);
    return part === undefined ? [] : [...within(part)];
  };
  const values = (path: string, name: string, attribute: string): Set<string> =>
    new Set(all(path).flatMap((one) => (one.name === name ? [one.attributes[attribute] ?? ''] : [])));
  return {
    styles: values('word/styles.xml', 'w:style', 'w:styleId'),
    lists: values('word/numbering.xml', 'w:num', 'w:numId'),
    places: values('word/document.xml', 'w:bookmarkStart', 'w:name'),
  };
}

function storyFaults(part: XmlElement, names: Names): string[] {
  const faults: string[] = [];
  const depth: string[] = [];
  for (const element of within(part)) {
    const value = element.attributes['w:val'] ?? '';
    switch (element.name) {
      case 'w:pStyle':
      case 'w:rStyle':
      case 'w:tblStyle':
        if (!names.styles.has(value)) faults.push(`the style ${value} is not there`);
        break;
      case 'w:numId':
        if (value !== '0' && !names.lists.has(value)) faults.push(`the list ${value} is not there`);
        break;
      case 'w:hyperlink': {
        const anchor = element.attributes['w:anchor'];
        if (anchor !== undefined && !names.places.has(anchor)) faults.push(`a link leads to ${anchor}`);
        break;
      }
      case 'w:instrText': {
        const [kind = '', place = ''] = wordsIn(element).trim().split(/\s+/u);
        if (/^(?:REF|PAGEREF|NOTEREF)$/u.test(kind) && !names.places.has(place))
          faults.push(`a field refers to ${place}`);
        if (depth.at(-1) !== 'begin') faults.push('an instruction outside of a field');
        break;
      }
      case 'w:fldChar': {
        const type = element.attributes['w:fldCharType'] ?? '';
        if (type === 'begin') depth.push('begin');
        else if (type === 'separate' && depth.at(-1) === 'begin') depth[depth.length - 1] = 'separate';
        else if (type === 'end' && depth.at(-1) === 'separate') depth.pop();
        else faults.push(`a field has ${type} behind ${depth.at(-1) ?? 'nothing'}`);
        break;
      }
      case 'w:tc':
        if (elementsOf(element).at(-1)?.name !== 'w:p') faults.push('a cell does not end with a paragraph');
        break;
      case 'w:tbl':
        faults.push(...tableFaults(element));
        break;
      default:
    }
    faults.push(...orderFaults(element), ...besideFaults(element));
  }
  if (depth.length > 0) faults.push('a field does not end');
  return faults;
}

function orderFaults(element: XmlElement): string[] {
  const wanted = order[element.name];
  if (wanted === undefined) return [];
  const places = elementsOf(element).map(({ name }) => wanted.indexOf(name.replace('w:', '')));
  if (places.includes(-1))
    return [
      `<${element.name}> holds ${elementsOf(element)
        .map(({ name }) => name)
        .join(' ')}`,
    ];
  return places.every((place, at) => at === 0 || place >= (places[at - 1] ?? 0))
    ? []
    : [`the order within <${element.name}>`];
}

/** Two tables beside each other are one for Word. */
function besideFaults(element: XmlElement): string[] {
  const names = elementsOf(element).map(({ name }) => name);
  return names.some((name, at) => name === 'w:tbl' && names[at + 1] === 'w:tbl')
    ? ['two tables side by side']
    : [];
}

function tableFaults(table: XmlElement): string[] {
  const grid = elementsOf(table).find(({ name }) => name === 'w:tblGrid');
  const columns = grid === undefined ? 0 : elementsOf(grid).length;
  if (columns === 0 || columns > 63) return [`a table of ${String(columns)} columns`];
  const rows = elementsOf(table).filter(({ name }) => name === 'w:tr');
  if (rows.length === 0) return ['a table without rows'];
  return rows.flatMap((row) => {
    const cells = elementsOf(row).filter(({ name }) => name === 'w:tc');
    const width = cells.reduce((sum, cell) => {
      const span = [...(elementsOf(cell)[0]?.children ?? [])].find(
        (one) => typeof one !== 'string' && one.name === 'w:gridSpan',
      );
      return sum + (span === undefined || typeof span === 'string' ? 1 : Number(span.attributes['w:val']));
    }, 0);
    return width === columns
      ? []
      : [`a row of ${String(width)} cells in a table of ${String(columns)} columns`];
  });
}

/** Numbers of bookmarks and drawings, and names of bookmarks, are there once in the whole file. */
function uniqueFaults(stories: readonly XmlElement[]): string[] {
  const seen = new Map<string, number>();
  const count = (key: string): void => {
    seen.set(key, (seen.get(key) ?? 0) + 1);
  };
  const long: string[] = [];
  for (const element of stories.flatMap((story) => [...within(story)])) {
    const { name, attributes } = element;
    if (name === 'w:bookmarkStart') {
      count(`bookmark ${attributes['w:name'] ?? ''}`);
      count(`bookmark begins ${attributes['w:id'] ?? ''}`);
      if (!/^[A-Za-z_]\w{0,39}$/u.test(attributes['w:name'] ?? ''))
        long.push(`the bookmark ${attributes['w:name'] ?? ''}`);
    }
    if (name === 'w:bookmarkEnd') count(`bookmark ends ${attributes['w:id'] ?? ''}`);
    if (name === 'wp:docPr') count(`drawing ${attributes['id'] ?? ''}`);
    if (name === 'w:footnote') count(`footnote ${attributes['w:id'] ?? ''}`);
    if (name === 'w:comment') count(`comment ${attributes['w:id'] ?? ''}`);
  }
  const open = [...seen.keys()].filter(
    (key) => key.startsWith('bookmark begins') && !seen.has(key.replace('begins', 'ends')),
  );
  return [...long, ...open, ...[...seen].filter(([, times]) => times > 1).map(([key]) => `${key} twice`)];
}

function noteFaults({ parts }: OfficeFile, document: XmlElement): string[] {
  const notes = parts.get('word/footnotes.xml');
  const isNamed = [...within(document)].some(({ name }) => name === 'w:footnoteReference');
  if (notes === undefined) return isNamed ? ['no footnotes'] : [];
  const [before, behind, ...own] = elementsOf(notes);
  const separators = [before, behind].map((one) =>
    [
      one?.attributes['w:id'],
      one?.attributes['w:type'],
      one === undefined ? '' : [...within(one)].at(-1)?.name,
    ].join(' '),
  );
  const wanted = ['-1 separator w:separator', '0 continuationSeparator w:continuationSeparator'];
  const ids = new Set(own.map(({ attributes }) => attributes['w:id']));
  const named = [...within(document)].flatMap(({ name, attributes }) =>
    name === 'w:footnoteReference' ? [attributes['w:id']] : [],
  );
  return [
    ...(separators.join() === wanted.join() ? [] : [`separators ${separators.join()}`]),
    ...named.filter((id) => !ids.has(id)).map((id) => `footnote ${String(id)} is not there`),
    ...[...ids].filter((id) => !named.includes(id)).map((id) => `footnote ${String(id)} is named nowhere`),
  ];
}

function commentFaults({ parts }: OfficeFile, document: XmlElement): string[] {
  const comments = parts.get('word/comments.xml');
  const ids = new Set(
    comments === undefined ? [] : elementsOf(comments).map(({ attributes }) => attributes['w:id']),
  );
  return [...within(document)].flatMap(({ name, attributes }) =>
    /^w:comment/u.test(name) && !ids.has(attributes['w:id'])
      ? [`${name} of ${String(attributes['w:id'])}`]
      : [],
  );
}
