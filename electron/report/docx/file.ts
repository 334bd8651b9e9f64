import type { Element } from 'hast';
import type { ReportDocument } from '../document/blocks.ts';
import { installedFonts } from '../fonts/installed-fonts.ts';
import { imageBytes, imageName } from '../images/bytes.ts';
import { ChartLetters } from '../images/chart-letters.ts';
import { printable, type Printable } from '../images/printable.ts';
import { wordsOf, type Words } from '../languages/index.ts';
import type { Markup } from '../html/markup.ts';
import type { OfficePart, Relationship } from '../office/package.ts';
import { PageEstimate } from './page-estimate.ts';

/** A picture in the file: what draws it is told by its relationship. */
export interface PlacedPicture {
  readonly relationship: string;
  readonly picture: Printable;
}

/** A list with numbers of its own. */
interface NumberedList {
  readonly id: number;
  readonly start: number;
  /** Its entries are lines of code. */
  readonly isCode: boolean;
}

/** The footnotes of all texts, by the names that their signs lead to. */
export interface Footnotes {
  readonly bodies: ReadonlyMap<string, Element>;
  /** Those that a sign leads to. */
  readonly named: ReadonlySet<string>;
}

/** Ids of lists: the one of all lists without numbers comes first. */
export const bulletList = 1;

/** What a file has already, so that nothing of the report gets a name or number of it. */
export interface TakenNames {
  /** Numbers of bookmarks and drawings. */
  readonly ids: ReadonlySet<number>;
  /** What ids of our relationships begin with. */
  readonly relationships: string;
  /** The folder of the main part, and what paths of our pictures begin with in it. */
  readonly folder: string;
  readonly media: string;
  /** The highest number of a list and of a footnote. */
  readonly lists: number;
  readonly notes: number;
}

/** A file that has nothing yet. */
export const nothingTaken: TakenNames = {
  ids: new Set(),
  relationships: 'rId',
  folder: 'word',
  media: 'media/',
  lists: 0,
  notes: 0,
};

/** Longer addresses are cut by Word. */
const maxAddress = 2_000;

/**
 * The file while it is written: pictures, links, footnotes, comments and lists get their numbers in the order in which the
 * text asks for them, so that the same document gives the same bytes.
 */
export class DocxFile {
  readonly words: Words;
  readonly theme: ReportDocument['theme'];
  readonly pages: PageEstimate;
  /** Whether it is written by a company's template. */
  readonly isTemplate: boolean;
  /** Footnotes of a template before those of the report. */
  notesBefore = 0;
  /** What the main part leads to. */
  readonly relationships: Relationship[] = [];
  readonly media: OfficePart[] = [];
  /** Footnotes as they are written, by their number. */
  readonly footnotes: { readonly id: number; readonly content: Markup }[] = [];
  readonly comments: Markup[] = [];
  readonly lists: NumberedList[] = [];
  readonly #images: ReadonlyMap<string, Uint8Array>;
  readonly #notes: Footnotes;
  readonly #noteIds = new Map<string, number>();
  readonly #pictures = new Map<string, PlacedPicture | null>();
  readonly #links = new Map<string, string>();
  readonly #taken: TakenNames;
  #column: number;
  #room: number;
  #isPageTop = false;
  #lastId = 0;
  #damaged = 0;
  #drawn = 0;
  #letters: ChartLetters | undefined;

  constructor(
    { language, theme }: Pick<ReportDocument, 'language' | 'theme'>,
    images: ReadonlyMap<string, Uint8Array>,
    notes: Footnotes,
    page: { readonly column: number; readonly room: number },
    taken: TakenNames = nothingTaken,
  ) {
    this.words = wordsOf(language);
    this.theme = theme;
    this.#images = images;
    this.#notes = notes;
    this.pages = new PageEstimate(page.room);
    this.#column = page.column;
    this.#room = page.room;
    this.#taken = taken;
    this.isTemplate = taken !== nothingTaken;
  }

  /** Points between the margins of a page. */
  get column(): number {
    return this.#column;
  }

  /** Points between head and foot of a page. */
  get room(): number {
    return this.#room;
  }

  /** What charts are drawn with: the fonts of the report, read when the first one asks. */
  get letters(): ChartLetters {
    return (this.#letters ??= new ChartLetters(installedFonts(this.theme, this.#images)));
  }

  /** The text goes on in a section of a template. @param isPageTop a new page begins there already */
  enterSection(
    { column, room }: { readonly column: number; readonly room: number },
    isPageTop: boolean,
  ): void {
    this.#column = column;
    this.#room = room;
    this.#isPageTop = isPageTop;
    this.pages.setRoom(room);
  }

  /** Whether a paragraph that begins a page has to say so. */
  breaksPage(): boolean {
    const breaks = !this.#isPageTop;
    this.#isPageTop = false;
    return breaks;
  }

  /** The number of a list in the file. */
  listId(id: number): number {
    return this.#taken.lists + id;
  }

  /** A number for a bookmark or a drawing, which no other has. */
  nextId(): number {
    do this.#lastId += 1;
    while (this.#taken.ids.has(this.#lastId));
    return this.#lastId;
  }

  /** The relationship of a part that is there once. */
  relate(kind: string, target: string): string {
    const id = this.#relationshipId();
    this.relationships.push({ id, kind, target });
    return id;
  }

  /** The relationship of an address; null for one that Word could not open. */
  link(href: string): string | null {
    const address = wordAddress(href);
    if (address === null) return null;
    const known = this.#links.get(address);
    if (known !== undefined) return known;
    const id = this.#relationshipId();
    this.relationships.push({ id, kind: 'hyperlink', target: address, external: true });
    this.#links.set(address, id);
    return id;
  }

  #relationshipId(): string {
    return `${this.#taken.relationships}${String(this.relationships.length + 1)}`;
  }

  /** The bytes of a picture as it came; undefined if they are lost. */
  imageBytes(image: string): Uint8Array | undefined {
    return imageBytes(this.#images, image);
  }

  /** A picture of the document; null if it is missing or damaged, which is counted. */
  picture(image: string): PlacedPicture | null {
    const name = imageName(image);
    const known = this.#pictures.get(name);
    const placed = known === undefined ? this.#place(image, name) : known;
    this.#pictures.set(name, placed);
    if (placed === null) this.#damaged += 1;
    return placed;
  }

  #place(image: string, name: string): PlacedPicture | null {
    const content = imageBytes(this.#images, image);
    const picture = content === undefined ? null : printable(content);
    if (picture === null) return null;
    const ending = picture.bytes[0] === 0xff ? 'jpeg' : 'png';
    const { folder, media } = this.#taken;
    const target = `${media}${name.slice(0, 16)}.${ending}`;
    this.media.push({ path: `${folder}/${target}`, content: picture.bytes });
    return { relationship: this.relate('image', target), picture };
  }

  /** Takes a picture that was drawn for the file (PNG). @returns its relationship */
  drawnPicture(png: Uint8Array): string {
    const { folder, media } = this.#taken;
    const target = `${media}chart${String((this.#drawn += 1))}.png`;
    this.media.push({ path: `${folder}/${target}`, content: png });
    return this.relate('image', target);
  }

  get damagedImages(): number {
    return this.#damaged;
  }

  /** The words of a footnote that a text names. */
  noteOf(name: string): Element | undefined {
    return this.#notes.bodies.get(name);
  }

  /** Whether a text has a sign that leads to this footnote: its words stand with that one. */
  isNamedNote({ properties }: Element): boolean {
    return this.#notes.named.has(`note-${String(properties['dataNote'])}`);
  }

  /** The number of a footnote, and whether this is the first sign that names it. */
  noteId(name: string): { readonly id: number; readonly first: boolean } {
    const known = this.#noteIds.get(name);
    if (known !== undefined) return { id: known, first: false };
    const id = this.#taken.notes + this.#noteIds.size + 1;
    this.#noteIds.set(name, id);
    return { id, first: true };
  }

  /** The number that Word shows for a footnote. */
  shownNote(id: number): number {
    return id - this.#taken.notes + this.notesBefore;
  }

  /** A list whose numbers begin there. @returns its number */
  numberedList(start: number, isCode = false): number {
    const id = bulletList + 1 + this.lists.length;
    this.lists.push({ id, start: Math.max(0, Math.min(32_767, Math.trunc(start))), isCode });
    return id;
  }
}

/** An address as Word can open it; null for one that it would refuse, and the file with it. */
export function wordAddress(href: string): string | null {
  let address: string;
  try {
    address = new URL(href).href;
  } catch {
    return null;
  }
  const written = address
    .replace(/[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/gu, (sign) => encodeURIComponent(sign))
    .replace(/%(?![0-9A-Fa-f]{2})/gu, '%25');
  // Brackets stand around an address of version 6 alone, and a second # begins nothing.
  const [, before = '', host = '', rest = ''] = /^([^:]*:(?:\/\/)?)([^/?#]*)(.*)$/su.exec(written) ?? [];
  const path = rest.replace(/\[/gu, '%5B').replace(/\]/gu, '%5D');
  const hash = path.indexOf('#');
  const tail = hash === -1 ? path : path.slice(0, hash + 1) + path.slice(hash + 1).replaceAll('#', '%23');
  const whole = before + host + tail;
  return whole.length > maxAddress ? null : whole;
}
