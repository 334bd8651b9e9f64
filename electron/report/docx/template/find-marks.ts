import { posix } from 'node:path';
import {
  childElements,
  childNamed,
  elementsWithin,
  isElement,
  type XmlNodeElement,
} from '../../office/xml-tree.ts';
import { fieldDepth, fieldsIn, isContentsField, textIn } from './fields-in.ts';
import { closestMark, markOf, writtenMark, type BlockMark, type ValueMark } from './marks.ts';
import type { WordTemplate } from './read-template.ts';

/** A stretch of letters of a paragraph: an element `w:t`, and where its letters begin in the paragraph's text. */
interface Letters {
  readonly element: XmlNodeElement;
  readonly from: number;
}

/** A place that words are put into. */
export type ValuePlace =
  | {
      readonly kind: 'text';
      readonly letters: readonly Letters[];
      readonly from: number;
      readonly to: number;
    }
  | { readonly kind: 'control'; readonly control: XmlNodeElement; readonly parent: XmlNodeElement };

/** Nodes that a chapter stands in place of, one behind the other in their parent. */
export interface BlockPlace {
  readonly parent: XmlNodeElement;
  readonly nodes: readonly XmlNodeElement[];
  /** It is a table of contents of the template's own under its own heading. */
  readonly hasHeading: boolean;
}

/** A mark as it stands in a template. */
export interface FoundMark {
  /** As it is written. */
  readonly name: string;
  readonly paragraph: number;
  readonly part: string;
  readonly meaning:
    | { readonly kind: 'value'; readonly mark: ValueMark; readonly place: ValuePlace }
    | { readonly kind: 'block'; readonly mark: BlockMark; readonly place: BlockPlace }
    /** What is wrong with it. */
    | { readonly kind: 'fault'; readonly message: string; readonly known: boolean };
}

/** All marks of a template, part by part in the order of their paragraphs. Marks in a text are found across its runs. */
export function findMarks({ main, parts }: WordTemplate): FoundMark[] {
  return [...parts.values()].flatMap(({ path, tree, type }) => {
    if (tree === null) return [];
    if (path === main) return new MarkSearch('document').all(tree);
    if (!/\.(?:header|footer|footnotes|endnotes)\+xml$/u.test(type)) return [];
    return new MarkSearch(posix.basename(path, '.xml')).all(tree);
  });
}

/** What an element stands in. */
interface Surroundings {
  readonly parent: XmlNodeElement;
  /** Whether it is a paragraph of the text itself: in no table, text box, header or note. */
  readonly isFree: boolean;
  /** What older programs show in place of a drawing: it is filled as the drawing, and not counted. */
  readonly isFallback: boolean;
}

class MarkSearch {
  readonly #part: string;
  readonly #found: FoundMark[] = [];
  #paragraph = 0;

  constructor(part: string) {
    this.#part = part;
  }

  all(tree: XmlNodeElement): FoundMark[] {
    const body = childNamed(tree, 'w:body');
    this.#children(body ?? tree, { isFree: body !== undefined, isFallback: false });
    return this.#found;
  }

  #children(parent: XmlNodeElement, around: Omit<Surroundings, 'parent'>): void {
    let contents: XmlNodeElement[] = [];
    for (const child of childElements(parent)) {
      if (around.isFree && (contents.length > 0 || startsContents(child))) {
        contents.push(child);
        if (contents.reduce((sum, one) => sum + fieldDepth(one), 0) > 0) continue;
        this.#contents(parent, contents, true);
        contents = [];
      } else this.#element(child, { ...around, parent });
    }
    // A field that does not end is left as it stands.
    for (const child of contents) this.#element(child, { ...around, parent });
  }

  #element(element: XmlNodeElement, around: Surroundings): void {
    const { isFree } = around;
    const isFallback = around.isFallback || element.name === 'mc:Fallback';
    switch (element.name) {
      case 'w:p':
        this.#inParagraph(element, { ...around, isFallback });
        return;
      case 'w:sdt':
        this.#control(element, { ...around, isFallback });
        return;
      default:
        this.#children(element, { isFree: isFree && element.name === 'w:sdtContent', isFallback });
    }
  }

  #control(control: XmlNodeElement, around: Surroundings): void {
    const { parent, isFree, isFallback } = around;
    if (isFree && isContentsControl(control)) {
      this.#contents(parent, [control], false);
      return;
    }
    const name = tagOf(control);
    const meaning = markOf(name);
    if (meaning === null) {
      this.#children(control, { isFree, isFallback });
      return;
    }
    const paragraph = this.#paragraph + (parent.name === 'w:p' ? 0 : 1);
    this.#count(control, isFallback);
    if (meaning.kind === 'value') {
      this.#add(name, paragraph, { ...meaning, place: { kind: 'control', control, parent } }, isFallback);
    } else if (isFree) {
      const place = { parent, nodes: [control], hasHeading: false };
      this.#add(name, paragraph, { ...meaning, place }, isFallback);
    } else this.#fault(name, paragraph, needsParagraph(name), true, isFallback);
  }

  #contents(parent: XmlNodeElement, nodes: XmlNodeElement[], hasHeading: boolean): void {
    const paragraph = this.#paragraph + 1;
    for (const node of nodes) this.#count(node, false);
    this.#add(
      'contents',
      paragraph,
      { kind: 'block', mark: 'contents', place: { parent, nodes, hasHeading } },
      false,
    );
  }

  #count(element: XmlNodeElement, isFallback: boolean): void {
    if (isFallback) return;
    for (const { name } of elementsWithin(element)) if (name === 'w:p') this.#paragraph += 1;
  }

  #inParagraph(paragraph: XmlNodeElement, around: Surroundings): void {
    if (!around.isFallback) this.#paragraph += 1;
    const number = this.#paragraph;
    const line: Line = { letters: [], text: '', nested: [], controls: [] };
    readLine(paragraph, line);
    const alone = line.text.trim();
    for (const { 0: written, 1: name = '', index } of line.text.matchAll(writtenMark)) {
      const meaning = markOf(name);
      if (meaning === null) this.#fault(name, number, unknown(name), false, around.isFallback);
      else if (meaning.kind === 'value') {
        const place: ValuePlace = {
          kind: 'text',
          letters: line.letters,
          from: index,
          to: index + written.length,
        };
        this.#add(name, number, { ...meaning, place }, around.isFallback);
      } else if (
        around.isFree &&
        alone === written &&
        line.controls.length === 0 &&
        line.nested.length === 0
      ) {
        const place = { parent: around.parent, nodes: [paragraph], hasHeading: false };
        this.#add(name, number, { ...meaning, place }, around.isFallback);
      } else this.#fault(name, number, needsParagraph(name), true, around.isFallback);
    }
    if (/\{\{(?![^{}]*\}\})/u.test(line.text.replace(writtenMark, ''))) {
      this.#fault(
        '{{',
        number,
        'a mark begins with {{ and does not end in the same paragraph',
        false,
        around.isFallback,
      );
    }
    for (const { control, parent } of line.controls)
      this.#inlineControl(control, parent, paragraph, around, alone);
    for (const element of line.nested) {
      this.#children(element, {
        isFree: false,
        isFallback: around.isFallback || element.name === 'mc:Fallback',
      });
    }
  }

  #inlineControl(
    control: XmlNodeElement,
    parent: XmlNodeElement,
    paragraph: XmlNodeElement,
    around: Surroundings,
    alone: string,
  ): void {
    const name = tagOf(control);
    const meaning = markOf(name);
    if (meaning === null) return;
    if (meaning.kind === 'value') {
      this.#add(
        name,
        this.#paragraph,
        { ...meaning, place: { kind: 'control', control, parent } },
        around.isFallback,
      );
      return;
    }
    const line: Line = { letters: [], text: '', nested: [], controls: [] };
    readLine(control, line);
    if (around.isFree && alone === line.text.trim() && parent === paragraph) {
      const place = { parent: around.parent, nodes: [paragraph], hasHeading: false };
      this.#add(name, this.#paragraph, { ...meaning, place }, around.isFallback);
    } else this.#fault(name, this.#paragraph, needsParagraph(name), true, around.isFallback);
  }

  #add(name: string, paragraph: number, meaning: FoundMark['meaning'], isFallback: boolean): void {
    // Shown twice, but written once.
    const where = isFallback ? 0 : paragraph;
    this.#found.push({ name, paragraph: where, part: this.#part, meaning });
  }

  #fault(name: string, paragraph: number, message: string, known: boolean, isFallback: boolean): void {
    if (!isFallback) this.#add(name, paragraph, { kind: 'fault', message, known }, false);
  }
}

/** What a paragraph holds, without what lies in boxes within it. */
interface Line {
  readonly letters: Letters[];
  text: string;
  /** Drawings and boxes, which hold paragraphs of their own. */
  readonly nested: XmlNodeElement[];
  readonly controls: { readonly control: XmlNodeElement; readonly parent: XmlNodeElement }[];
}

const boxes = /^(?:w:drawing|w:pict|w:object|mc:AlternateContent)$/u;
/** What separates letters; anything else in a run has no width in a mark. */
const breaks = /^w:(?:tab|br|cr|ptab|sym|footnoteReference|endnoteReference)$/u;

function readLine(element: XmlNodeElement, line: Line): void {
  for (const child of element.children) {
    if (!isElement(child)) continue;
    if (child.name === 'w:t') {
      line.letters.push({ element: child, from: line.text.length });
      line.text += textIn(child);
    } else if (breaks.test(child.name)) line.text += '\n';
    else if (boxes.test(child.name)) line.nested.push(child);
    else if (child.name === 'w:sdt') {
      if (markOf(tagOf(child)) === null) readLine(child, line);
      else line.controls.push({ control: child, parent: element });
    } else if (!/^w:(?:pPr|rPr|sdtPr|instrText|delText)$/u.test(child.name)) readLine(child, line);
  }
}

function tagOf(control: XmlNodeElement): string {
  const properties = childNamed(control, 'w:sdtPr');
  return childNamed(properties, 'w:tag')?.attributes.get('w:val')?.trim() ?? '';
}

function isContentsControl(control: XmlNodeElement): boolean {
  const part = childNamed(childNamed(control, 'w:sdtPr'), 'w:docPartObj');
  return childNamed(part, 'w:docPartGallery')?.attributes.get('w:val') === 'Table of Contents';
}

function startsContents(element: XmlNodeElement): boolean {
  return element.name === 'w:p' && fieldsIn(element).some(isContentsField);
}

function unknown(name: string): string {
  const closest = closestMark(name);
  const meant = closest === null ? '' : `; did you mean {{${closest}}}?`;
  return `there is no mark {{${name}}}${meant}`;
}

function needsParagraph(name: string): string {
  return `{{${name}}} needs a paragraph of its own in the text, outside of tables, text boxes, headers, footers and notes`;
}
