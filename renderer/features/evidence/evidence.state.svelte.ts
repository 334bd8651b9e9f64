import { SvelteSet } from 'svelte/reactivity';
import type { Annotation } from '#contract/finding/annotation.ts';
import type { Evidence } from '#contract/finding/evidence.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';
import { AutoSave } from '#renderer/session/unsaved/autosave.svelte.ts';
import { SavesByName } from '#renderer/session/unsaved/saves-by-name.ts';
import { retryAfterUnlock } from '#renderer/session/unsaved/retry-after-unlock.ts';
import type { Area } from '#renderer/features/evidence/areas/areas.ts';
import { copyText } from '#renderer/session/values/copy-text.ts';
import type { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { sessionPart } from '#renderer/session/account/account-session.ts';

/** An image ready to be kept: base64, and the hash of the file if the page had to draw it anew. */
export interface NewImage {
  readonly name: string;
  readonly content: string;
  readonly originalSha256: string | null;
  readonly caption?: string;
}

/** The captions of some images, saved as they are typed. */
type CaptionSaves = AutoSave<string, string, readonly Evidence[]>;

const savesOf = sessionPart({
  make: () => new SavesByName<CaptionSaves>(),
  isUnsaved: (saves) => saves.isUnsaved,
});

/** Images that the page has and the store has not yet, by window. */
const comingOf = sessionPart({
  make: () => new SvelteSet<object>(),
  isUnsaved: (coming) => coming.size > 0,
});

/** Keeps an image, which counts as not saved meanwhile. @throws whatever `read` throws, ApiError */
export async function keepImage(
  api: Api,
  read: () => Promise<NewImage>,
  add: (image: NewImage) => Promise<Evidence>,
  isHere: () => boolean,
): Promise<Evidence> {
  const coming = comingOf(api);
  coming.add(read);
  try {
    const image = await read();
    return await retryAfterUnlock(() => add(image), isHere);
  } finally {
    coming.delete(read);
  }
}

/** The images of one finding, or of a round of its retests: their list, their pixels for the screen, captions that are typed and not saved yet. */
export class Evidences {
  readonly #api: Api;
  readonly #notices: Notices;
  /** Of which finding, and of which round of retests if it is not the finding's own. */
  readonly #of: { readonly id: string; readonly round?: number };
  readonly #saves: CaptionSaves;
  #closed = false;
  /** Why not all pixels can be had. */
  #missing = $state.raw<string | null>(null);
  /** Addresses of the pictures as they are shown and printed, by their hash; null if they cannot be had. */
  urls = $state.raw<ReadonlyMap<string, string | null>>(new Map());

  constructor(api: Api, notices: Notices, id: string, round: number | null = null) {
    this.#api = api;
    this.#notices = notices;
    this.#of = round === null ? { id } : { id, round };
    this.#saves = savesOf(api).enter(this.#name, () => this.#makeSaves());
  }

  get #name(): string {
    return `${String(this.#of.round ?? '')} ${this.#of.id}`;
  }

  #makeSaves(): CaptionSaves {
    const captionIn = (list: readonly Evidence[], evidence: string): string | undefined =>
      list.find((one) => one.evidence === evidence)?.caption;
    return new AutoSave({
      fields: {
        read: captionIn,
        write: (list, evidence, caption) =>
          list.map((one) => (one.evidence === evidence ? { ...one, caption } : one)),
        has: (list, evidence) => captionIn(list, evidence) !== undefined,
        isSame: (one, other) => one === other,
      },
      open: () => this.#api.call('evidence.list', this.#of),
      save: ([change]) =>
        change === undefined
          ? Promise.resolve()
          : this.#api.call('evidence.caption', {
              evidence: change.field,
              caption: change.value,
              seen: [change.seen.value ?? ''],
            }),
      gone: (captions) => captions.forEach((caption) => this.#letGo(caption)),
    });
  }

  /** Null until the program answered. */
  get list(): readonly Evidence[] | null {
    return this.#saves.view;
  }

  /** Why the images cannot be shown, or not all of them, or a caption is not saved yet. */
  get failure(): string | null {
    const trouble = [...this.#saves.troubles.values()].find(({ code }) => code !== 'outdated');
    if (trouble !== undefined) return `A caption is not saved yet. ${trouble.message}`;
    return this.#saves.failure ?? this.#missing;
  }

  /** Asks for the images again. */
  async refresh(): Promise<void> {
    await this.#saves.refresh();
    if (!this.#closed) await this.#fetchPixels(this.list ?? []);
  }

  captionOf({ evidence, caption }: Evidence): string {
    return this.#saves.draft(evidence)?.value ?? caption;
  }

  /** The stored caption if another window wrote it while the user typed theirs; else null. */
  elsewhereOf({ evidence }: Evidence): string | null {
    return this.#saves.draft(evidence)?.elsewhere?.value ?? null;
  }

  /** The user changed a caption; it is saved soon. */
  type(evidence: string, caption: string): void {
    this.#saves.type(evidence, caption);
  }

  /** Puts the user's caption in the place of one that another window wrote. */
  keepMine({ evidence }: Evidence): void {
    this.#saves.keepMine(evidence);
  }

  /** Takes the caption that another window wrote; the user's goes. */
  takeTheirs({ evidence }: Evidence): void {
    this.#saves.drop(evidence);
  }

  /** Saves the captions at once. What cannot be saved stays, is told in `failure` and tried again. */
  async saveNow(): Promise<void> {
    await this.#saves.saveNow();
  }

  /** The page goes: what is typed is sent at once. */
  hide(): void {
    this.#saves.leave();
  }

  /** @throws ApiError */
  async add({ originalSha256, ...image }: NewImage): Promise<Evidence> {
    const original = originalSha256 === null ? {} : { originalSha256 };
    return this.#write(() => this.#api.call('evidence.add', { ...this.#of, ...image, ...original }));
  }

  /**
   * Adds an image that the person gave. It counts as not saved until the store has it or refuses it; a lock, or another
   * account, only delays it.
   *
   * @param isHere whether the program can be asked for this account
   * @throws whatever `read` throws, ApiError
   */
  async take(read: () => Promise<NewImage>, isHere: () => boolean): Promise<void> {
    await keepImage(this.#api, read, (image) => this.add(image), isHere);
  }

  /** The bytes of an image without its annotations, base64. @throws ApiError */
  async original(evidence: string): Promise<string> {
    return (await this.#api.call('evidence.content', { evidence, original: true })).content;
  }

  /**
   * Puts annotations over an image in the place of those it had.
   * @param drawn `drawnOn` is the hash of the image that they were drawn on; `seen` is that of the picture as
   *   it was shown
   * @throws ApiError `outdated` if it is another one by now
   */
  async annotate(
    evidence: string,
    drawn: { readonly drawnOn: string; readonly seen: string },
    annotations: readonly Annotation[],
  ): Promise<void> {
    const { drawnOn: madeOf, seen } = drawn;
    await this.#write(() =>
      this.#api.call('evidence.annotate', { evidence, madeOf, seen, annotations: [...annotations] }),
    );
  }

  /**
   * Puts other pixels in the place of an image's; the old ones are gone for good.
   * @param madeOf the hash of what the person looked at
   * @param crop what was kept of it, if not all: annotations move with it
   * @throws ApiError `outdated` if the image is another one by now
   */
  async replace(evidence: string, madeOf: string, content: string, crop: Area | null): Promise<void> {
    const cropAt = crop === null ? {} : { cropAt: { x: crop.x, y: crop.y } };
    await this.#write(() => this.#api.call('evidence.replace', { evidence, madeOf, content, ...cropAt }));
  }

  /** Gives an image another name; the texts that place it follow. @throws ApiError with the reason if it keeps its name */
  async rename(evidence: string, name: string): Promise<void> {
    await this.#write(() => this.#api.call('evidence.rename', { evidence, name }));
  }

  /** Moves an image to a place, counted from 0. The page shows it at once. @throws ApiError */
  async move(evidence: string, to: number): Promise<void> {
    const before = this.list ?? [];
    const moved = before.find((one) => one.evidence === evidence);
    if (moved === undefined) return;
    const others = before.filter((one) => one !== moved);
    const list = others.toSpliced(to, 0, moved);
    this.#saves.show(list);
    const order = list.map((one) => one.evidence);
    await this.#write(() => this.#api.call('evidence.order', { ...this.#of, evidence: order }));
  }

  /** Removes an image. @returns puts it back where it was, with its caption and annotations. @throws ApiError */
  async remove(image: Evidence): Promise<() => Promise<void>> {
    const at = this.list?.findIndex(({ evidence }) => evidence === image.evidence) ?? 0;
    const caption = this.captionOf(image);
    const content = await this.original(image.evidence);
    await this.#write(async () => {
      await this.#api.call('evidence.remove', { evidence: image.evidence });
      this.#saves.drop(image.evidence);
    });
    return async () => {
      const { originalName: name, originalSha256 } = image;
      await this.#write(async () => {
        const again = { ...this.#of, name, content, caption, originalSha256 };
        const added = await this.#api.call('evidence.add', again);
        const { sha256: madeOf, pictureSha256: seen } = added;
        if (image.annotations.length > 0) {
          const annotations = [...image.annotations];
          await this.#api.call('evidence.annotate', { evidence: added.evidence, madeOf, seen, annotations });
        }
        // As the program has them: what the page shows may not know of the new one yet.
        const names = (await this.#api.call('evidence.list', this.#of)).map(({ evidence }) => evidence);
        const others = names.filter((evidence) => evidence !== added.evidence);
        const order = others.toSpliced(at, 0, added.evidence);
        await this.#api.call('evidence.order', { ...this.#of, evidence: order });
      });
    };
  }

  /** Not shown any more: captions are saved, pixels are let go. */
  close(): void {
    const leave = (): void => savesOf(this.#api).leave(this.#name);
    void this.#saves.saveNow().then(leave);
    this.#closed = true;
    for (const url of this.urls.values()) if (url !== null) URL.revokeObjectURL(url);
    this.urls = new Map();
  }

  /** Changes something, and asks again: what was asked for before is older. */
  async #write<T>(change: () => Promise<T>): Promise<T> {
    try {
      return await this.#saves.change(change);
    } finally {
      await this.refresh();
    }
  }

  /** Fetches the pixels that are not here yet one after the other, and lets others go. */
  async #fetchPixels(list: readonly Evidence[]): Promise<void> {
    const wanted = new Set(list.map(({ pictureSha256 }) => pictureSha256));
    for (const [sha256, url] of this.urls) {
      if (!wanted.has(sha256) && url !== null) URL.revokeObjectURL(url);
    }
    this.urls = new Map([...this.urls].filter(([sha256]) => wanted.has(sha256)));
    for (const { evidence, pictureSha256: sha256 } of list) {
      if (this.urls.has(sha256)) continue;
      const url = await this.#urlOf(evidence);
      if (this.#closed || this.urls.has(sha256) || this.list?.every((one) => one.pictureSha256 !== sha256)) {
        if (url !== null) URL.revokeObjectURL(url);
        continue;
      }
      this.urls = new Map([...this.urls, [sha256, url]]);
    }
  }

  async #urlOf(evidence: string): Promise<string | null> {
    try {
      const { type, content } = await this.#api.call('evidence.content', { evidence });
      return URL.createObjectURL(new Blob([Uint8Array.fromBase64(content)], { type }));
    } catch (error) {
      this.#missing = failureOf(error).message;
      return null;
    }
  }

  /** Its image was removed elsewhere: the user can take what they wrote to another one. */
  #letGo(text: string): void {
    if (text.trim() === '') return;
    this.#notices.attention(
      'An image was removed elsewhere. The caption that you wrote for it was not saved.',
      {
        label: 'Copy it',
        run: () => void copyText(this.#notices, text, 'Copied.'),
      },
    );
  }
}
