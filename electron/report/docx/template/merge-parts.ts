import type { Markup } from '../../html/markup.ts';
import {
  childElements,
  childNamed,
  elementsWithin,
  isElement,
  xmlElement,
  type XmlNodeElement,
} from '../../office/xml-tree.ts';
import type { DocxFile } from '../file.ts';
import { numberingParts } from '../side-parts.ts';

/** Adds the lists of the report behind those of a template: kinds before lists, as the schema asks for. */
export function mergeNumbering(tree: XmlNodeElement, file: DocxFile): void {
  const kinds = childElements(tree).filter(({ name }) => name === 'w:abstractNum');
  const numbers = kinds.map(({ attributes }) => Number(attributes.get('w:abstractNumId')) || 0);
  const own = numberingParts(file, Math.max(-1, ...numbers) + 1);
  const insert = (isBehind: (name: string) => boolean, raw: readonly Markup[]): void => {
    const at = tree.children.findIndex((child) => isElement(child) && isBehind(child.name));
    tree.children.splice(at < 0 ? tree.children.length : at, 0, ...raw.map((one) => ({ raw: one })));
  };
  insert((name) => name === 'w:num' || name === 'w:numIdMacAtCleanup', own.kinds);
  insert((name) => name === 'w:numIdMacAtCleanup', own.lists);
}

/** What of a template's settings a report does not have: who it belongs to, what protects it, what asks when it is opened. */
const left =
  /^w:(?:attachedTemplate|documentProtection|writeProtection|mailMerge|updateFields|trackRevisions|docVars|attachedSchema|saveThroughXslt|linkStyles|formsDesign|readModeInkLockDown|revisionView)$/u;
/** Before what the footnotes are told of in the settings. */
const behindNotes =
  /^(?:w:(?:endnotePr|compat|rsids|themeFontLang|clrSchemeMapping|doNotIncludeSubdocsInStats|doNotAutoCompressPictures|forceUpgrade|captions|smartTagType|shapeDefaults|doNotEmbedSmartTags|decimalSymbol|listSeparator)|m:.*|sl:.*|w1\d:.*)$/u;

/** Settings of a template as those of a report. @param addsNotes the report adds the part of the footnotes */
export function mergeSettings(tree: XmlNodeElement, addsNotes: boolean): void {
  tree.children = tree.children.filter((child) => !isElement(child) || !left.test(child.name));
  if (!addsNotes || childNamed(tree, 'w:footnotePr') !== undefined) return;
  const notes = ['-1', '0'].map((id) => xmlElement('w:footnote', { 'w:id': id }));
  const at = tree.children.findIndex((child) => isElement(child) && behindNotes.test(child.name));
  tree.children.splice(at < 0 ? tree.children.length : at, 0, xmlElement('w:footnotePr', {}, notes));
}

/** Puts a mark that every page shows into a header. */
export function addToHeader(tree: XmlNodeElement, mark: Markup): void {
  const holders = [...elementsWithin(tree)].filter(({ name }) => name === 'w:hdr' || name === 'w:sdtContent');
  const paragraph = holders.flatMap(childElements).find(({ name }) => name === 'w:p');
  if (paragraph === undefined) {
    tree.children.push(xmlElement('w:p', {}, [{ raw: mark }]));
    return;
  }
  const [first] = paragraph.children;
  const hasProperties = first !== undefined && isElement(first) && first.name === 'w:pPr';
  paragraph.children.splice(hasProperties ? 1 : 0, 0, { raw: mark });
}

/** Tells the prefixes that markup of ours is written with. */
export function declareNames(tree: XmlNodeElement, names: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(names)) {
    if (!tree.attributes.has(name)) tree.attributes.set(name, value);
  }
}

/** Leaves out bookmarks of names that the report gives to places of its own. */
export function dropBookmarks(tree: XmlNodeElement, names: ReadonlySet<string>): void {
  const ids = new Set<string>();
  for (const { name, attributes } of elementsWithin(tree)) {
    if (name === 'w:bookmarkStart' && names.has((attributes.get('w:name') ?? '').toLowerCase())) {
      ids.add(attributes.get('w:id') ?? '');
    }
  }
  if (ids.size === 0) return;
  for (const element of [...elementsWithin(tree)]) {
    element.children = element.children.filter(
      (child) =>
        !isElement(child) ||
        !/^w:bookmark(?:Start|End)$/u.test(child.name) ||
        !ids.has(child.attributes.get('w:id') ?? ''),
    );
  }
}
