import { posix } from 'node:path';
import type { TemplateEnding } from '#contract/deliverable/word-template.ts';
import { readPackage } from '../../office/read-package.ts';
import {
  childElements,
  childNamed,
  elementsWithin,
  parseXml,
  XmlRefusal,
  type XmlNodeElement,
} from '../../office/xml-tree.ts';
import { relationshipNames } from '../side-parts.ts';
import { wordNames } from '../styles.ts';
import { acceptChanges } from './accepted-changes.ts';
import { fieldsIn } from './fields-in.ts';

/** A part of a template that a report takes over. */
export interface TemplatePart {
  readonly path: string;
  /** Its media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Null for pictures and fonts. */
  readonly tree: XmlNodeElement | null;
  readonly links: readonly TemplateLink[];
}

/** What a part of a template leads to. */
export interface TemplateLink {
  readonly id: string;
  /** Address of its type. */
  readonly type: string;
  readonly target: string;
  readonly external: boolean;
}

/** A template as its file says it, with its changes accepted. */
export interface WordTemplate {
  /** Path of the part that holds the text. */
  readonly main: string;
  readonly body: XmlNodeElement;
  readonly parts: ReadonlyMap<string, TemplatePart>;
}

/** A template, or why it cannot be used. */
export type TemplateRead =
  | { readonly kind: 'read'; readonly template: WordTemplate }
  | { readonly kind: 'refused'; readonly message: string };

class Refusal extends Error {}

/** Reads the file of a template. Never throws. */
export function readTemplate(bytes: Uint8Array): TemplateRead {
  const read = readPackage(bytes);
  if (read.kind === 'refused') return read;
  try {
    return { kind: 'read', template: templateIn(read.parts) };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', message: error.message };
    throw error;
  }
}

/** How the name of a template must end; `docx` for a file that is none. */
export function endingOf(bytes: Uint8Array): TemplateEnding {
  const read = readTemplate(bytes);
  const type = read.kind === 'read' ? read.template.parts.get(read.template.main)?.type : undefined;
  return type === `${mainTypes}template.main+xml` ? 'dotx' : 'docx';
}

const mainTypes = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
/** What a report takes over of a template. */
const kept = new Set([
  ...['styles', 'numbering', 'settings', 'webSettings', 'fontTable', 'font', 'theme', 'themeOverride'],
  ...['header', 'footer', 'footnotes', 'endnotes', 'image', 'hdphoto', 'hyperlink'],
  ...['chart', 'chartEx', 'chartStyle', 'chartColorStyle', 'chartUserShapes'],
  ...['diagramData', 'diagramLayout', 'diagramQuickStyle', 'diagramColors', 'diagramDrawing'],
]);
/** What runs, or shows what is not in the file. */
const refused: Readonly<Record<string, string>> = {
  vbaProject: 'macros',
  wordVbaData: 'macros',
  oleObject: 'an embedded object',
  package: 'an embedded object',
  control: 'an ActiveX control',
  activeXControlBinary: 'an ActiveX control',
  aFChunk: 'a file within the file',
  subDocument: 'a subdocument',
  frame: 'a frame',
};

const strictNames = 'http://purl.oclc.org/ooxml/';
const wordPrefixes: Readonly<Record<string, string>> = {
  w: wordNames,
  r: relationshipNames,
  wp: 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  pic: 'http://schemas.openxmlformats.org/drawingml/2006/picture',
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
};

function templateIn(files: ReadonlyMap<string, Uint8Array>): WordTemplate {
  const types = typesOf(treeOf(files, '[Content_Types].xml'));
  const named = linksOf(files, '').find(({ type }) => type.endsWith('/officeDocument'));
  if (named === undefined) throw new Refusal('The file is no document of Word.');
  if (named.type.startsWith(strictNames)) throw new Refusal(strict);
  const main = pathOf('', named.target);
  if (!files.has(main)) throw new Refusal('The file is damaged: it has no text.');
  refuseKind(types(main), files);
  const parts = new Map<string, TemplatePart>();
  const add = (path: string): void => {
    if (parts.has(path)) return;
    const bytes = files.get(path);
    if (bytes === undefined) throw new Refusal(`The file is damaged: its part ${path} is missing.`);
    const type = types(path);
    const tree = /\+xml$|\/xml$/u.test(type) ? treeOf(files, path) : null;
    const links = linksOf(files, path).filter((link) => isKept(link, type));
    const isText = /\.(?:document|template)\.main\+xml$|\.(?:header|footer|footnotes|endnotes)\+xml$/u.test(
      type,
    );
    if (tree !== null && type.startsWith(mainTypes)) refusePrefixes(tree, path);
    if (tree !== null && isText) {
      acceptChanges(tree);
      refuseFields(tree, path);
    }
    parts.set(path, { path, type, bytes, tree, links });
    for (const { target, external } of links)
      if (!external && !target.startsWith('#')) add(pathOf(path, target));
  };
  add(main);
  const body = childNamed(parts.get(main)?.tree ?? undefined, 'w:body');
  if (body === undefined) throw new Refusal('The file is damaged: it has no text.');
  for (const part of parts.values()) refuseUnknownLinks(part);
  return { main, body, parts };
}

const strict =
  'The file is saved as “Strict Open XML”. Save it in Word as a template (.dotx) or document (.docx) of the usual kind.';

function refuseKind(type: string, files: ReadonlyMap<string, Uint8Array>): void {
  const hasMacros = [...files.keys()].some((path) => /vbaProject\.bin$|vbaData\.xml$/iu.test(path));
  if (/macroEnabled/iu.test(type) || hasMacros) {
    throw new Refusal('The file holds macros, which are not taken. Save it as .dotx or .docx.');
  }
  if (/spreadsheetml|ms-excel/u.test(type)) throw new Refusal('The file is a workbook of Excel.');
  if (/presentationml|ms-powerpoint/u.test(type))
    throw new Refusal('The file is a presentation of PowerPoint.');
  if (type !== `${mainTypes}document.main+xml` && type !== `${mainTypes}template.main+xml`) {
    throw new Refusal('The file is no document of Word.');
  }
}

function treeOf(files: ReadonlyMap<string, Uint8Array>, path: string): XmlNodeElement {
  try {
    return parseXml(files.get(path) ?? new Uint8Array());
  } catch (error) {
    if (error instanceof XmlRefusal) throw new Refusal(`The part ${path} of the file ${error.message}.`);
    throw error;
  }
}

/** The media type of a part, by its name or its ending. */
function typesOf(tree: XmlNodeElement): (path: string) => string {
  const endings = new Map<string, string>();
  const names = new Map<string, string>();
  for (const { name, attributes } of childElements(tree)) {
    const type = attributes.get('ContentType') ?? '';
    if (name === 'Default') endings.set((attributes.get('Extension') ?? '').toLowerCase(), type);
    if (name === 'Override') names.set((attributes.get('PartName') ?? '').toLowerCase(), type);
  }
  return (path) => {
    const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
    return names.get(`/${path.toLowerCase()}`) ?? endings.get(ending) ?? 'application/octet-stream';
  };
}

function linksOf(files: ReadonlyMap<string, Uint8Array>, path: string): TemplateLink[] {
  const at = path.lastIndexOf('/') + 1;
  const name = `${path.slice(0, at)}_rels/${path.slice(at)}.rels`;
  if (!files.has(name)) return [];
  return childElements(treeOf(files, name)).map(({ attributes }) => ({
    id: attributes.get('Id') ?? '',
    type: attributes.get('Type') ?? '',
    target: attributes.get('Target') ?? '',
    external: attributes.get('TargetMode') === 'External',
  }));
}

/** The path that a relationship of a part leads to. */
export function pathOf(path: string, target: string): string {
  return posix.resolve('/', posix.dirname(path), safelyDecoded(target.replace(/#.*$/su, ''))).slice(1);
}

function safelyDecoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** The last word of the type of a relationship. */
export function kindOf({ type }: Pick<TemplateLink, 'type'>): string {
  return type.slice(type.lastIndexOf('/') + 1);
}

function isKept(link: TemplateLink, from: string): boolean {
  const kind = kindOf(link);
  if (link.type.startsWith(strictNames)) throw new Refusal(strict);
  // The numbers of a chart are a workbook.
  if (kind === 'package' && /drawingml\.chart|ms-office\.chart/u.test(from)) return !link.external;
  const what = refused[kind];
  if (what !== undefined) throw new Refusal(`The file holds ${what}, which a report does not take over.`);
  if (!kept.has(kind)) return false;
  if (link.external && kind !== 'hyperlink') {
    throw new Refusal(
      'The file shows something that lies outside of it (a linked picture). Embed it instead.',
    );
  }
  return true;
}

function refusePrefixes(tree: XmlNodeElement, path: string): void {
  const known = new Map(Object.entries(wordPrefixes));
  for (const { attributes } of elementsWithin(tree)) {
    for (const [name, value] of attributes) {
      if (!name.startsWith('xmlns')) continue;
      if (value.startsWith(strictNames)) throw new Refusal(strict);
      const expected = known.get(name.slice('xmlns:'.length));
      const isWordElsewhere = value === wordNames && name !== 'xmlns:w';
      if ((expected !== undefined && expected !== value) || isWordElsewhere) {
        throw new Refusal(
          `The part ${path} is not written as Word writes it. Open the file in Word and save it again.`,
        );
      }
    }
  }
  if (!tree.name.startsWith('w:')) throw new Refusal(`The file is damaged: ${path} is no part of Word.`);
}

/** Fields that read other files, or start a program. */
const outwardField =
  /^\s*(?:DDE|DDEAUTO|INCLUDEPICTURE|INCLUDETEXT|INCLUDE|IMPORT|LINK|DATABASE|RD)(?:\s|$)/iu;

function refuseFields(tree: XmlNodeElement, path: string): void {
  for (const instruction of fieldsIn(tree)) {
    const [word = ''] = outwardField.exec(instruction) ?? [];
    if (word === '') continue;
    throw new Refusal(`The part ${path} has a field that reads another file (${word.trim()}). Leave it out.`);
  }
}

/** Elements that lead to what a report does not take over are left out with it; any other would be a dead end. */
function refuseUnknownLinks({ path, tree, links }: TemplatePart): void {
  if (tree === null) return;
  if (/settings/iu.test(path)) return;
  const ids = new Set(links.map(({ id }) => id));
  for (const { attributes } of elementsWithin(tree)) {
    for (const [name, value] of attributes) {
      if (/^r:(?:id|embed|link|pict|dm|lo|qs|cs)$/u.test(name) && value !== '' && !ids.has(value)) {
        throw new Refusal(
          `The part ${path} leads to something that is not in the file, or is not taken over.`,
        );
      }
    }
  }
}
