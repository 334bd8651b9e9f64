import type { Box } from '../display-list.ts';
import type { PdfFile, PdfObject } from '../pdfmake/pdf-file.ts';
import type { Role } from '../roles.ts';

/** A node of the tree in the file. */
interface Element {
  readonly type: string;
  readonly written: PdfObject;
  /** Its parts in order: elements, stretches of pages by their numbers there, and annotations. */
  readonly parts: unknown[];
  /** The page of the stretches that are told by their number alone. */
  page: PdfObject | undefined;
}

/** What a stretch says, in the order in which it is read, and the tag of its language. */
export interface Saying {
  readonly written: string;
  readonly lang: string;
}

/**
 * The structure of a file (ISO 32000-1, 14.7 and 14.8): the element of each stretch of a page, so screen readers find
 * headings, lists, tables and links. PDFKit's own leaves every link on the last page.
 */
export class Structure {
  readonly #file: PdfFile;
  readonly #root: PdfObject;
  readonly #document: Element;
  readonly #elements: Element[] = [];
  readonly #known = new Map<Role, Element>();
  /** For each number that a page or an annotation has: the elements of the page's stretches, or the annotation's element. */
  readonly #owners: (PdfObject | PdfObject[])[] = [];
  #stretches: PdfObject[] = [];
  #open: Role | Element | null | undefined;

  constructor(file: PdfFile) {
    this.#file = file;
    this.#root = file.object({ Type: 'StructTreeRoot' });
    this.#document = this.#add('Document', { written: this.#root, parts: [] }, {});
    Object.assign(file.catalog, { StructTreeRoot: this.#root, MarkInfo: file.object({ Marked: true }) });
  }

  /** A new page has begun. */
  page(): void {
    this.#stretches = [];
    Object.assign(this.#file.page.data, {
      StructParents: this.#owners.push(this.#stretches) - 1,
      // Links are reached in the order of the structure.
      Tabs: 'S',
    });
  }

  /** What is drawn from now on belongs to an element; null: it says nothing to a screen reader. */
  begin(role: Role | null, box?: Box): void {
    if (this.#open === role) return;
    this.end();
    this.#open = role;
    if (role === null) this.#file.write('/Artifact BMC');
    else {
      const element = this.#elementOf(role);
      if (box !== undefined) element.written.data['A'] = this.#place(box);
      this.#stretch(element);
    }
  }

  /** What is drawn from now on is a link within an element. @returns the number that its annotation has to name */
  beginLink(role: Role, said?: Saying): number {
    this.end();
    const link = this.#add('Link', this.#elementOf(role), said === undefined ? {} : entriesOf(said));
    this.#open = link;
    this.#stretch(link);
    return this.#owners.push(link.written) - 1;
  }

  /** What is drawn from now on is a stretch of an element that is drawn otherwise than it is read. */
  beginSpan(role: Role, said: Saying): void {
    this.end();
    const span = this.#add('Span', this.#elementOf(role), entriesOf(said));
    this.#open = span;
    this.#stretch(span);
  }

  /** The link that was begun has this annotation. */
  annotated(annotation: PdfObject | undefined): void {
    const open = this.#open;
    if (open === null || open === undefined || !('parts' in open)) return;
    open.parts.push({ Type: 'OBJR', Obj: annotation });
  }

  /** Nothing is open any more: at the end of a page, and where drawing is nested otherwise. */
  end(): void {
    if (this.#open !== undefined) this.#file.write('EMC');
    this.#open = undefined;
  }

  /** Writes the tree. Nothing can be drawn afterwards. */
  finish(): void {
    for (const { written, parts, page } of this.#elements) {
      Object.assign(written.data, { ...(page === undefined ? {} : { Pg: page }), K: only(parts) });
      written.end();
    }
    Object.assign(this.#root.data, {
      K: this.#document.written,
      ParentTree: { Nums: this.#owners.flatMap((owner, key) => [key, owner]) },
      ParentTreeNextKey: this.#owners.length,
    });
  }

  #elementOf(role: Role): Element {
    let element = this.#known.get(role);
    if (element === undefined) {
      const under = role.under === null ? this.#document : this.#elementOf(role.under);
      const { alt, scope, colSpan, rowSpan } = role;
      const cell = {
        ...(scope === undefined ? {} : { Scope: scope }),
        ...(colSpan === undefined ? {} : { ColSpan: colSpan }),
        ...(rowSpan === undefined ? {} : { RowSpan: rowSpan }),
      };
      element = this.#add(role.type, under, {
        ...(alt === undefined ? {} : { Alt: pdfText(alt) }),
        ...(Object.keys(cell).length === 0 ? {} : { A: { O: 'Table', ...cell } }),
      });
      this.#known.set(role, element);
    }
    return element;
  }

  #add(type: string, under: Pick<Element, 'written' | 'parts'>, more: object): Element {
    const written = this.#file.object({ S: type, P: under.written, ...more });
    const element: Element = { type, written, parts: [], page: undefined };
    under.parts.push(written);
    this.#elements.push(element);
    return element;
  }

  #stretch(element: Element): void {
    const number = this.#stretches.push(element.written) - 1;
    const page = this.#file.page;
    element.page ??= page;
    element.parts.push(element.page === page ? number : { Type: 'MCR', Pg: page, MCID: number });
    this.#file.write(`/${element.type} <</MCID ${String(number)}>> BDC`);
  }

  #place([x, y, width, height]: Box): object {
    const bottom = this.#file.pageSize.height - y - height;
    return { O: 'Layout', Placement: 'Block', BBox: [x, bottom, x + width, bottom + height] };
  }
}

function entriesOf({ written, lang }: Saying): object {
  return { Lang: pdfText(lang), ActualText: pdfText(written) };
}

/** A list of one is written as that one. */
function only(parts: readonly unknown[]): unknown {
  return parts.length === 1 ? parts[0] : parts;
}

/** A text as PDFKit tells it from a name. */
function pdfText(text: string): object {
  return Object(text.toWellFormed()) as object;
}
