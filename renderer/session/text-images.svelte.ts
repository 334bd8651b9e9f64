import { figureNumber, figureStarts, type RichField } from '#domain/finding/placed-images.ts';
import { phoneDensity } from '#domain/images/figure-size.ts';
import { imageNamed } from '#domain/text/references/evidence-address.ts';
import type { Evidence } from '#contract/finding/evidence.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';

/** An image as a text shows it; `url` is undefined while its pixels are fetched, null if they cannot be had. */
export interface TextImage extends Pick<Evidence, 'caption' | 'width' | 'height'> {
  readonly url: string | null | undefined;
  /** A capture of a phone is shown smaller, as it is printed. */
  readonly phone: boolean;
}

/**
 * The images that the texts of one finding place, with their pixels. Nothing is asked for before a text names an image, and
 * only the pixels that are shown are fetched.
 */
export class TextImages {
  readonly #api: Api;
  readonly #id: string;
  /** Hashes of the pictures that a text shows. */
  readonly #shown = new Set<string>();
  #isWanted = false;
  #asked = 0;
  #closed = false;
  #loading: Promise<void> | null = null;
  /** Null until the program answered. */
  #list = $state.raw<readonly Evidence[] | null>(null);
  /** Addresses of the pixels by their hash; null if they cannot be had. */
  #urls = $state.raw<ReadonlyMap<string, string | null>>(new Map());

  constructor(api: Api, id: string) {
    this.#api = api;
    this.#id = id;
  }

  /** The images of the finding; asks for them first. */
  get all(): readonly Evidence[] {
    this.#want();
    return this.#list ?? [];
  }

  /** What a text shows for this name: `undefined` until it is known, null for a name that the finding does not have. */
  picture(name: string): TextImage | null | undefined {
    this.#want();
    if (this.#list === null) return undefined;
    const image = imageNamed(namedImages(this.#list), name)?.image;
    if (image === undefined) return null;
    const { pictureSha256: sha256, caption, width, height } = image;
    if (!this.#shown.has(sha256)) {
      this.#shown.add(sha256);
      queueMicrotask(() => void this.#load());
    }
    const phone = phoneDensity({ width, height }) !== null;
    return { url: this.#urls.get(sha256), caption, width, height, phone };
  }

  /** The number of the first figure of each text, counted through the texts of the finding as in its report. */
  starts(textOf: (field: RichField) => string): Readonly<Record<RichField, number>> {
    return figureStarts(textOf, namedImages(this.#list ?? []));
  }

  /** The number of an image's figure, counted alike: `undefined` until it is known, null for an unknown name. */
  numberOf(name: string, textOf: (field: RichField) => string): number | null | undefined {
    this.#want();
    return this.#list === null ? undefined : figureNumber(name, textOf, namedImages(this.#list));
  }

  /** Asks for the images again; the newest answer wins. */
  async refresh(): Promise<void> {
    if (!this.#isWanted || this.#closed) return;
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const list = await this.#api.call('evidence.list', { id: this.#id });
      if (this.#closed || asked !== this.#asked) return;
      this.#list = list;
      await this.#load();
    } catch {
      // The evidence below the texts tells why; a text shows its captions meanwhile.
    }
  }

  /** Not shown any more: pixels are let go. */
  close(): void {
    this.#closed = true;
    for (const url of this.#urls.values()) if (url !== null) URL.revokeObjectURL(url);
  }

  #want(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    queueMicrotask(() => void this.refresh());
  }

  /** Fetches the pixels that are shown and not here yet, one after the other; asked for again meanwhile it is one fetching. */
  #load(): Promise<void> {
    this.#loading ??= this.#fetchShown().finally(() => (this.#loading = null));
    return this.#loading;
  }

  async #fetchShown(): Promise<void> {
    const tried = new Set<string>();
    while (!this.#closed) {
      const next = this.#list?.find(
        ({ pictureSha256: one }) => this.#shown.has(one) && !this.#urls.has(one) && !tried.has(one),
      );
      if (next === undefined) return;
      tried.add(next.pictureSha256);
      const url = await this.#urlOf(next.evidence);
      if (url === undefined) continue;
      if (!this.#closed) this.#urls = new Map([...this.#urls, [next.pictureSha256, url]]);
      else if (url !== null) URL.revokeObjectURL(url);
    }
  }

  /** @returns null if the pixels are lost, undefined if they may be had later */
  async #urlOf(evidence: string): Promise<string | null | undefined> {
    try {
      const { type, content } = await this.#api.call('evidence.content', { evidence });
      return URL.createObjectURL(new Blob([Uint8Array.fromBase64(content)], { type }));
    } catch (error) {
      return failureOf(error).code === 'not-found' ? null : undefined;
    }
  }
}

function namedImages(list: readonly Evidence[]) {
  return list.map((image) => ({ evidence: image.evidence, name: image.originalName, image }));
}
