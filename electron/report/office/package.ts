import { strToU8, zipSync, type Zippable } from 'fflate';
import { tag, type Markup } from '../html/markup.ts';

/*
 * A file of Word or Excel: parts of XML and pictures in a ZIP archive, with a list of their types and of what leads to
 * what (ECMA-376, Open Packaging Conventions).
 */

/** A part of the file. */
export interface OfficePart {
  /** Where it stands in the file, `word/document.xml`. */
  readonly path: string;
  readonly content: Uint8Array | Markup;
  /** Its media type; absent for pictures, whose type follows from their ending. */
  readonly type?: string;
}

/** What a part leads to. */
export interface Relationship {
  readonly id: string;
  /** The last word of its type: `image`, `hyperlink`, `styles`; or its whole address. */
  readonly kind: string;
  /** A path from the folder of the part, or the address of a page on the web. */
  readonly target: string;
  readonly external?: boolean;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const packageNames = 'http://schemas.openxmlformats.org/package/2006';
const documentKinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Some relationships are of the package, the others of the office document. */
function kindAddress(kind: string): string {
  if (kind.includes(':')) return kind;
  return kind === 'core-properties'
    ? `${packageNames}/relationships/metadata/core-properties`
    : `${documentKinds}/${kind}`;
}

/** The relationships of a part, as a part of their own. @param path of the part; empty for the file as a whole */
export function relationshipsPart(path: string, all: readonly Relationship[]): OfficePart {
  const at = path.lastIndexOf('/') + 1;
  const content = tag(
    'Relationships',
    { xmlns: `${packageNames}/relationships` },
    all.map(({ id, kind, target, external }) =>
      tag('Relationship', {
        Id: id,
        Type: kindAddress(kind),
        Target: target,
        TargetMode: external === true ? 'External' : undefined,
      }),
    ),
  );
  return { path: `${path.slice(0, at)}_rels/${path.slice(at)}.rels`, content };
}

const pictureTypes = { png: 'image/png', jpeg: 'image/jpeg' } as const;

function contentTypes(parts: readonly OfficePart[]): Markup {
  const defaults = {
    rels: 'application/vnd.openxmlformats-package.relationships+xml',
    xml: 'application/xml',
    ...pictureTypes,
  };
  return tag('Types', { xmlns: `${packageNames}/content-types` }, [
    ...Object.entries(defaults).map(([Extension, ContentType]) => tag('Default', { Extension, ContentType })),
    ...parts.flatMap(({ path, type }) =>
      type === undefined ? [] : [tag('Override', { PartName: `/${path}`, ContentType: type })],
    ),
  ]);
}

/** The day that every entry of the archive bears, so that the same parts give the same bytes: the first that ZIP knows. */
const entryTime = new Date(1980, 0, 1);

/** The file, whole: the same parts give the same bytes. */
export function officeFile(parts: readonly OfficePart[]): Uint8Array {
  const all: readonly OfficePart[] = [
    { path: '[Content_Types].xml', content: contentTypes(parts) },
    ...parts,
  ];
  const entries: Zippable = {};
  for (const { path, content } of all) {
    // Pictures are packed already.
    const isPacked = /\.(?:png|jpe?g|gif)$/iu.test(path);
    entries[path] = [
      typeof content === 'string' ? strToU8(declaration + content) : content,
      { level: isPacked ? 0 : 6, mtime: entryTime },
    ];
  }
  return zipSync(entries);
}

/** What a file says of itself; never who was logged in. */
export interface FileProperties {
  readonly title: string;
  /** Empty if nobody is named. */
  readonly author: string;
  readonly client: string;
  /** ISO date and time. */
  readonly at: string;
  readonly language: string;
}

/** The parts that say what the file is, and the relationships of the file that lead to them and to its main part. */
export function frameParts(
  main: string,
  { title, author, client, at, language }: FileProperties,
): readonly OfficePart[] {
  const moment = at.replace(/\.\d+/u, '');
  const dated = { 'xsi:type': 'dcterms:W3CDTF' };
  const core = tag(
    'cp:coreProperties',
    {
      'xmlns:cp': `${packageNames}/metadata/core-properties`,
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      'xmlns:dcterms': 'http://purl.org/dc/terms/',
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    },
    [
      tag('dc:title', {}, { text: title }),
      tag('dc:subject', {}, { text: client }),
      tag('dc:creator', {}, { text: author }),
      tag('dc:language', {}, { text: language }),
      tag('dcterms:created', dated, { text: moment }),
      tag('dcterms:modified', dated, { text: moment }),
    ],
  );
  const app = tag(
    'Properties',
    { xmlns: 'http://schemas.openxmlformats.org/officeDocument/2006/extended-properties' },
    tag('Application', {}, { text: 'Dossier' }),
  );
  return [
    relationshipsPart('', [
      { id: 'rId1', kind: 'officeDocument', target: main },
      { id: 'rId2', kind: 'core-properties', target: 'docProps/core.xml' },
      { id: 'rId3', kind: 'extended-properties', target: 'docProps/app.xml' },
    ]),
    {
      path: 'docProps/core.xml',
      content: core,
      type: 'application/vnd.openxmlformats-package.core-properties+xml',
    },
    {
      path: 'docProps/app.xml',
      content: app,
      type: 'application/vnd.openxmlformats-officedocument.extended-properties+xml',
    },
  ];
}
