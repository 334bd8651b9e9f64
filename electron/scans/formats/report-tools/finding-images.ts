import type { ScanImage } from '#contract/scans/item.ts';
import { evidenceAddress, freeImageName } from '#domain/text/references/evidence-address.ts';
import { withAddresses } from '#domain/text/with-addresses.ts';

/** An `img` tag; none goes on behind another tag, so that no text takes long. */
const tag = /<img\b[^<>]*>/giu;

/**
 * The images of one finding. Texts that refer to them by an address of their tool refer to them by name afterwards, and the
 * finding gets each image once.
 */
export class FindingImages {
  readonly #find: (address: string) => ScanImage | null;
  readonly #names = new Map<string, string | null>();
  readonly #images: ScanImage[] = [];

  /** @param find gives the image at an address of the tool; null if the file does not hold it */
  constructor(find: (address: string) => ScanImage | null) {
    this.#find = find;
  }

  /** Those that texts refer to, in the order of the first reference. */
  images(): readonly ScanImage[] {
    return this.#images;
  }

  /** How many addresses lead to no image. */
  missing(): number {
    return [...this.#names.values()].filter((name) => name === null).length;
  }

  /** What the finding calls the image at an address; null if the file does not hold it. */
  nameOf(address: string): string | null {
    const known = this.#names.get(address);
    if (known !== undefined) return known;
    const image = embedded(address) ?? this.#find(address);
    const name = image === null ? null : this.#keep(image);
    this.#names.set(address, name);
    return name;
  }

  /** @param isOwn whether an address is one of the tool's images; others stay */
  inMarkdown(text: string, isOwn: (address: string) => boolean): string {
    const named = (address: string): string | null => {
      const name = isOwn(address) ? this.nameOf(address) : null;
      return name === null ? null : evidenceAddress(name);
    };
    return withAddresses(text, ['image', 'link'], named).replace(tag, (whole) => {
      const address = attributeOf(whole, 'src');
      const become = address === null ? null : named(address);
      return address === null || become === null ? whole : whole.replace(address, () => become);
    });
  }

  /** An image that is elsewhere becomes a link to it, and one that is nowhere its caption. */
  inHtml(html: string): string {
    return html.replace(tag, (whole) => {
      const address = attributeOf(whole, 'src') ?? '';
      const caption = (attributeOf(whole, 'alt') ?? '').replaceAll('"', '&quot;');
      if (/^https?:/iu.test(address)) return `<a href="${address}">${caption || address}</a>`;
      const name = this.nameOf(address);
      return name === null
        ? `[${caption || 'image'}]`
        : `<img src="${evidenceAddress(name)}" alt="${caption}">`;
    });
  }

  #keep({ name: given, bytes }: ScanImage): string {
    const same = this.#images.find((image) => Buffer.compare(image.bytes, bytes) === 0);
    if (same !== undefined) return same.name;
    const file = baseName(given);
    const others = this.#images.map((image) => ({ evidence: '', name: image.name }));
    const name = freeImageName(file === '' ? 'image.png' : file, others);
    this.#images.push({ name, bytes });
    return name;
  }
}

/** The image of an archive whose file is called by this name, with or without its ending. */
export function imageCalled(images: ReadonlyMap<string, Uint8Array>, called: string): ScanImage | null {
  const wanted = baseName(called);
  if (wanted === '') return null;
  for (const [path, bytes] of images) {
    const name = baseName(path);
    if (name === wanted || name.replace(/\.[^.]+$/u, '') === wanted) return { name, bytes };
  }
  return null;
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).trim();
}

/** The image that an address is itself. */
function embedded(address: string): ScanImage | null {
  const [, type, content] = /^data:image\/(png|jpe?g|gif|webp|bmp);base64,(.+)$/isu.exec(address) ?? [];
  if (type === undefined || content === undefined) return null;
  return { name: `image.${type.toLowerCase()}`, bytes: new Uint8Array(Buffer.from(content, 'base64')) };
}

function attributeOf(written: string, name: string): string | null {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'iu').exec(written);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null;
}
