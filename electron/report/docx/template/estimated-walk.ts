import { childElements, childNamed, elementsWithin, type XmlNodeElement } from '../../office/xml-tree.ts';
import type { DocxFile } from '../file.ts';
import { lineCount } from '../page-estimate.ts';
import { textIn } from './fields-in.ts';
import { pageOf, sectionsIn } from './sections.ts';

/** Points of a line of a template, and of the space behind a paragraph. */
const line = { size: 11, height: 14, around: 6 } as const;

/**
 * Goes through the text of a template from page to page, as far as pages can be estimated, and stops at the places of
 * the report. @param places what is done at the first node of each place @param skipped the other nodes of places
 */
export function walkPages(
  file: DocxFile,
  body: XmlNodeElement,
  places: ReadonlyMap<XmlNodeElement, () => void>,
  skipped: ReadonlySet<XmlNodeElement>,
): void {
  new PageWalk(file, body, places, skipped).go(body);
}

class PageWalk {
  readonly #file: DocxFile;
  readonly #places: ReadonlyMap<XmlNodeElement, () => void>;
  readonly #skipped: ReadonlySet<XmlNodeElement>;
  readonly #sections: readonly XmlNodeElement[];
  #section = 0;
  #isPageTop = true;

  constructor(
    file: DocxFile,
    body: XmlNodeElement,
    places: ReadonlyMap<XmlNodeElement, () => void>,
    skipped: ReadonlySet<XmlNodeElement>,
  ) {
    this.#file = file;
    this.#places = places;
    this.#skipped = skipped;
    this.#sections = sectionsIn(body);
  }

  go(body: XmlNodeElement): void {
    this.#enter();
    this.#children(body);
  }

  #children(parent: XmlNodeElement): void {
    for (const child of childElements(parent)) {
      const place = this.#places.get(child);
      if (place !== undefined) {
        this.#enterPage();
        place();
        this.#isPageTop = false;
      } else if (!this.#skipped.has(child)) this.#element(child);
      if (child.name !== 'w:p' || place === undefined) continue;
      if (childNamed(childNamed(child, 'w:pPr'), 'w:sectPr') !== undefined) this.#endSection();
    }
  }

  #element(element: XmlNodeElement): void {
    if (element.name !== 'w:p') {
      if (element.name === 'w:tbl') this.#isPageTop = false;
      this.#children(element);
      return;
    }
    const { pages, column } = this.#file;
    const properties = childNamed(element, 'w:pPr');
    if (childNamed(properties, 'w:pageBreakBefore') !== undefined) this.#break();
    let text = '';
    for (const one of elementsWithin(element)) {
      const { name, attributes } = one;
      if (name === 'w:footnoteReference') this.#file.notesBefore += 1;
      if (name === 'w:t') text += textIn(one);
      if (name === 'w:drawing' || name === 'w:pict') this.#isPageTop = false;
      if (name === 'w:br' && attributes.get('w:type') === 'page') {
        this.#break();
        text = '';
      }
    }
    if (text.trim() !== '') this.#isPageTop = false;
    pages.add(lineCount(text.length, column, line.size) * line.height + line.around);
    if (childNamed(properties, 'w:sectPr') !== undefined) this.#endSection();
  }

  #break(): void {
    this.#file.pages.newPage();
    this.#isPageTop = true;
  }

  #endSection(): void {
    this.#section += 1;
    const type = childNamed(this.#sections[this.#section], 'w:type')?.attributes.get('w:val');
    if (type !== 'continuous') this.#break();
    this.#enter();
  }

  /** The pages of the section in which the walk is. */
  #enter(): void {
    const section = this.#sections[this.#section];
    const start = Number(childNamed(section, 'w:pgNumType')?.attributes.get('w:start') ?? Number.NaN);
    if (Number.isSafeInteger(start)) this.#file.pages.restart(start);
    this.#enterPage();
  }

  #enterPage(): void {
    const { column, height, top, bottom } = pageOf(this.#sections[this.#section]);
    this.#file.enterSection({ column, room: Math.max(200, height - top - bottom) }, this.#isPageTop);
  }
}
