import { posix } from 'node:path';
import type { ReportOptions, ReportSnapshot } from '#contract/deliverable/report.ts';
import { chaptersOf } from '#domain/deliverable/templates.ts';
import type { ReportDocument } from '../document/blocks.ts';
import { chapteredDocument, type ChapteredDocument } from '../document/document.ts';
import { wordsOf } from '../languages/index.ts';
import { markup, tag, voidTag, type Markup } from '../html/markup.ts';
import {
  frameParts,
  officeFile,
  relationshipsPart,
  type OfficePart,
  type Relationship,
} from '../office/package.ts';
import {
  childElements,
  childNamed,
  serializeXml,
  xmlElement,
  type XmlNodeElement,
} from '../office/xml-tree.ts';
import { pageMargins, pageSizes } from '../pdf/layout/theme.ts';
import { blockXml, footnotesOf } from './block.ts';
import { DocxFile } from './file.ts';
import { contentsBlocks } from './front.ts';
import { partNames, watermark } from './header-footer.ts';
import { wordLanguages } from './language.ts';
import { twips } from './paragraph.ts';
import { commentsXml, footnotesXml, numberingXml, settingsXml } from './side-parts.ts';
import { docxFonts, ownStyles, stylesXml } from './styles.ts';
import { chapterPlaces, type ChapterPlace } from './template/chapter-places.ts';
import { walkPages } from './template/estimated-walk.ts';
import { fillBlock, fillValues, releaseControls } from './template/fill-marks.ts';
import { findMarks, type BlockPlace, type FoundMark } from './template/find-marks.ts';
import type { ValueMark } from './template/marks.ts';
import {
  addToHeader,
  declareNames,
  dropBookmarks,
  mergeNumbering,
  mergeSettings,
} from './template/merge-parts.ts';
import { fillPropertyFields } from './template/property-fields.ts';
import { mergeStyles, withStyleIds } from './template/merge-styles.ts';
import { readTemplate, type WordTemplate } from './template/read-template.ts';
import { pageOf, sectionsIn } from './template/sections.ts';
import { WordTemplateError } from './template/template-error.ts';
import { takenNames } from './template/taken-names.ts';
import { partOf, TemplateStyles, textBase } from './template/template-styles.ts';
import { documentNames, linksIn, withPagesIn, wordType, type WrittenDocx } from './write.ts';

/** What a report by a template is made from; `bytes` are those of the template. */
export interface TemplateOrder {
  readonly snapshot: ReportSnapshot;
  readonly options: ReportOptions;
  readonly images: ReadonlyMap<string, Uint8Array>;
  readonly bytes: Uint8Array | undefined;
}

/**
 * Writes a document for Word by a company's template: its pages, styles, cover, headers, footers and fixed texts, with
 * marks filled. The same order gives the same bytes. @throws WordTemplateError if the template cannot be used
 */
export function writeByTemplate({ snapshot, options, images, bytes }: TemplateOrder): WrittenDocx {
  if (bytes === undefined) throw new WordTemplateError('The Word template of this report is missing.');
  const read = readTemplate(bytes);
  if (read.kind === 'refused') {
    throw new WordTemplateError(`The Word template of this report cannot be used. ${read.message}`);
  }
  const { template } = read;
  const marks = findMarks(template);
  const wanted = chaptersOf(options);
  const places = chapterPlaces(template, marks, wanted);
  const printed = places.flatMap(({ chapters }) => chapters);
  // What is printed nowhere is named nowhere. The cover alone also gives words to marks.
  const sections = wanted.filter((key) => key === 'cover' && !printed.includes(key)).concat(printed);
  const source = chapteredDocument(snapshot, { ...options, sections });
  const { begins, ends } = snapshot.facts;
  const period = wordsOf(source.document.language).period(begins, ends);
  return new TemplateWriter(source, period, images, template).write(marks, places);
}

/** Markup of chapters, and where it goes. */
interface PlacedMarkup {
  readonly place: BlockPlace;
  readonly xml: Markup;
}

class TemplateWriter {
  readonly #document: ReportDocument;
  readonly #source: ChapteredDocument;
  readonly #period: string;
  readonly #images: ReadonlyMap<string, Uint8Array>;
  readonly #template: WordTemplate;
  readonly #styles: TemplateStyles;
  readonly #file: DocxFile;
  readonly #language: string;
  /** Parts of the report beside those of the template, and what leads to them. */
  readonly #added: OfficePart[] = [];
  #styleIds: ReadonlyMap<string, string> = new Map();

  constructor(
    source: ChapteredDocument,
    period: string,
    images: ReadonlyMap<string, Uint8Array>,
    template: WordTemplate,
  ) {
    const { document } = source;
    this.#document = document;
    this.#source = source;
    this.#period = period;
    this.#images = images;
    this.#template = template;
    this.#styles = new TemplateStyles(template);
    this.#language = wordLanguages[document.language];
    this.#withLastSection();
    const { column } = pageOf(sectionsIn(template.body).at(-1));
    const notes = footnotesOf(document.blocks);
    this.#file = new DocxFile(document, images, notes, { column, room: 600 }, takenNames(template));
  }

  write(marks: readonly FoundMark[], places: readonly ChapterPlace[]): WrittenDocx {
    const placed = this.#written(places);
    const values = this.#values();
    fillValues(marks, values);
    const whole = placed.map(({ xml }) => xml).join('');
    const names = new Set(
      [...whole.matchAll(/<w:bookmarkStart [^>]*w:name="([^"]*)"/gu)].map(([, name = '']) =>
        name.toLowerCase(),
      ),
    );
    for (const { tree } of this.#template.parts.values()) {
      if (tree === null) continue;
      releaseControls(tree, values);
      fillPropertyFields(tree, values);
      dropBookmarks(tree, names);
    }
    this.#mergeStyles();
    for (const { place, xml } of placed) fillBlock(place, [{ raw: withStyleIds(xml, this.#styleIds) }]);
    if (this.#document.draft) this.#markDraft();
    this.#mergeSideParts();
    declareNames(this.#tree(this.#template.main), documentNames);
    const parts = this.#parts().map((part) => withPagesIn(part, this.#file));
    return { bytes: officeFile(parts), damagedImages: this.#file.damagedImages };
  }

  /** A text ends with the properties of its last section. */
  #withLastSection(): void {
    const { body } = this.#template;
    if (childNamed(body, 'w:sectPr') !== undefined) return;
    const [width, height] = pageSizes[this.#document.pageSize];
    const [left, top, right, bottom] = pageMargins;
    const of = (name: string, lengths: Readonly<Record<string, number>>): XmlNodeElement =>
      xmlElement(
        name,
        Object.fromEntries(
          Object.entries(lengths).map(([key, points]) => [`w:${key}`, String(twips(points))]),
        ),
      );
    body.children.push(
      xmlElement('w:sectPr', {}, [
        of('w:pgSz', { w: width, h: height }),
        of('w:pgMar', { top, right, bottom, left, header: 34, footer: 30, gutter: 0 }),
      ]),
    );
  }

  /** The chapters as markup, in the order in which they stand. */
  #written(all: readonly ChapterPlace[]): PlacedMarkup[] {
    const file = this.#file;
    const written: PlacedMarkup[] = [];
    const places = new Map<XmlNodeElement, () => void>();
    const skipped = new Set<XmlNodeElement>();
    for (const { place, chapters } of all) {
      const [first, ...others] = place.nodes;
      for (const node of others) skipped.add(node);
      if (first === undefined) continue;
      places.set(first, () => {
        const blocks = chapters.flatMap((key) => this.#source.chapters.get(key) ?? []);
        const xml = blocks.map((block) =>
          block.kind === 'contents'
            ? contentsBlocks(block, file, place.hasHeading)
            : blockXml(block, this.#document, file.room, file),
        );
        written.push({ place, xml: markup(xml) });
      });
    }
    walkPages(file, this.#template.body, places, skipped);
    return written;
  }

  #values(): Readonly<Record<ValueMark, string>> {
    const { document } = this.#source;
    const { values } = this.#source;
    const cover = document.blocks.find((block) => block.kind === 'cover');
    return {
      ...values,
      title: document.title,
      subtitle: cover?.subtitle ?? '',
      client: document.client,
      author: document.author,
      classification: document.classification,
      version: values.version === '' ? '1' : values.version,
      period: this.#period,
      draft: document.draft ? this.#file.words.draftMark : '',
    };
  }

  #mergeStyles(): void {
    const { theme } = this.#document;
    const fonts = docxFonts(theme, this.#images);
    const { column } = this.#file;
    const part = partOf(this.#template, 'styles');
    if (part?.tree == null) {
      this.#add('styles', stylesXml(theme, fonts, column, this.#language));
      return;
    }
    const styles = this.#styles;
    const own = ownStyles(theme, fonts, column, textBase(styles));
    this.#styleIds = mergeStyles(part.tree, styles, own, this.#language);
  }

  /** Lists, footnotes, comments and settings of the report beside those of the template. */
  #mergeSideParts(): void {
    const file = this.#file;
    const numbering = partOf(this.#template, 'numbering')?.tree;
    if (numbering == null) this.#add('numbering', numberingXml(file));
    else mergeNumbering(numbering, file);
    const notes = partOf(this.#template, 'footnotes')?.tree;
    const addsNotes = notes == null && file.footnotes.length > 0;
    if (addsNotes) {
      const path = this.#add('footnotes', withStyleIds(footnotesXml(file), this.#styleIds));
      this.#addLinks(
        path,
        linksIn(
          file.footnotes.map(({ content }) => content),
          file,
        ),
      );
    } else if (notes != null) {
      const own = file.footnotes.toSorted((one, other) => one.id - other.id);
      notes.children.push(...own.map(({ content }) => ({ raw: withStyleIds(content, this.#styleIds) })));
      declareNames(notes, documentNames);
    }
    if (file.comments.length > 0) {
      const path = this.#add('comments', withStyleIds(commentsXml(file), this.#styleIds));
      this.#addLinks(path, linksIn(file.comments, file));
    }
    const settings = partOf(this.#template, 'settings')?.tree;
    if (settings == null) this.#add('settings', settingsXml(this.#language, file.words.decimal, addsNotes));
    else mergeSettings(settings, addsNotes);
  }

  #add(kind: string, content: Markup): string {
    const folder = posix.dirname(this.#template.main);
    let path = posix.join(folder, `${kind}.xml`);
    for (let at = 2; this.#isTaken(path); at += 1) path = posix.join(folder, `${kind}${String(at)}.xml`);
    this.#file.relate(kind.replace(/\d+$/u, ''), posix.relative(folder, path));
    this.#added.push({ path, content, type: `${wordType}.${kind.replace(/\d+$/u, '')}+xml` });
    return path;
  }

  #isTaken(path: string): boolean {
    const all = [...this.#template.parts.keys(), ...this.#added.map((part) => part.path)];
    return all.some((one) => one.toLowerCase() === path.toLowerCase());
  }

  #addLinks(path: string, links: readonly Relationship[]): void {
    if (links.length > 0) this.#added.push(relationshipsPart(path, links));
  }

  /** Every page of a draft says so: headers get the word across the page, and pages without a header get one. */
  #markDraft(): void {
    const word = this.#file.words.draftMark;
    let number = 1_000;
    for (const { type, tree } of this.#template.parts.values()) {
      if (tree === null || !type.endsWith('.header+xml')) continue;
      number += 1;
      addToHeader(tree, watermark(word, number));
      declareNames(tree, partNames);
    }
    const sections = sectionsIn(this.#template.body);
    const [first] = sections;
    if (first === undefined) return;
    const has = (name: string, attribute: string, value: string): boolean =>
      childElements(first).some(
        (child) => child.name === name && (child.attributes.get(attribute) ?? 'default') === value,
      );
    const settings = partOf(this.#template, 'settings')?.tree ?? undefined;
    const needed = [
      'default',
      ...(sections.some((section) => childNamed(section, 'w:titlePg') !== undefined) ? ['first'] : []),
      ...(childNamed(settings, 'w:evenAndOddHeaders') === undefined ? [] : ['even']),
    ];
    for (const type of needed) {
      if (has('w:headerReference', 'w:type', type)) continue;
      number += 1;
      const paragraph = tag('w:p', {}, [
        tag('w:pPr', {}, voidTag('w:pStyle', { 'w:val': 'Header' })),
        watermark(word, number),
      ]);
      const content = withStyleIds(tag('w:hdr', partNames, paragraph), this.#styleIds);
      this.#add(`header${String(number)}`, content);
      const id = this.#file.relationships.at(-1)?.id ?? '';
      first.children.unshift(xmlElement('w:headerReference', { 'w:type': type, 'r:id': id }));
    }
  }

  #tree(path: string): XmlNodeElement {
    return this.#template.parts.get(path)?.tree ?? this.#template.body;
  }

  #parts(): OfficePart[] {
    const { title, author, client, generatedAt } = this.#document;
    const { main, parts } = this.#template;
    const notes = partOf(this.#template, 'footnotes')?.path;
    const file = this.#file;
    const own = (path: string): readonly Relationship[] => {
      if (path === main) return file.relationships;
      if (path !== notes) return [];
      return linksIn(
        file.footnotes.map(({ content }) => content),
        file,
      );
    };
    return [
      ...frameParts(main, { title, author, client, at: generatedAt, language: this.#language }),
      ...[...parts.values()].flatMap(({ path, type, bytes, tree, links }): OfficePart[] => {
        const all = [
          ...links.map((one) => ({ id: one.id, kind: one.type, target: one.target, external: one.external })),
          ...own(path),
        ];
        const part = {
          path,
          type: type.replace('template.main', 'document.main'),
          content: tree === null ? bytes : serializeXml(tree),
        };
        return all.length === 0 ? [part] : [part, relationshipsPart(path, all)];
      }),
      ...this.#added,
      ...file.media,
    ];
  }
}
