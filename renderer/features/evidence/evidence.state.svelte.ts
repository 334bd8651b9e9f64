import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Annotation } from '#contract/finding/annotation.ts';
import type { Evidence } from '#contract/window/window.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';
import { retryAfterUnlock } from '#renderer/session/unsaved/retry-after-unlock.ts';
import type { Area } from '#renderer/features/evidence/areas/areas.ts';
import { copyText } from '#renderer/session/values/copy-text.ts';
import type { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { sessionPart } from '#renderer/session/account/account-session.ts';

/** A caption is saved this long after the last key. */
const restMs = 400;
/** What the store could not take (it is full, locked, busy) is tried again after this time. */
const retryMs = 3_000;

/** So many captions of one image that were sent are remembered. */
const maxSent = 10;

/** An image ready to be kept: base64, and the hash of the file if the page had to draw it anew. */
export interface NewImage {
  readonly name: string;
  readonly content: string;
  readonly originalSha256: string | null;
  readonly caption?: string;
}

/** A caption that is typed and not saved yet. */
interface Draft {
  readonly text: string;
  /** What it may overwrite: what the person saw, and what was sent since and may have been taken. */
  readonly seen: readonly string[];
}

/** Captions that are only on this page, by window and image: a lock takes none, and the next view of the image shows them. */
const draftsOf = sessionPart({
  make: () => new SvelteMap<string, Draft>(),
  isUnsaved: (drafts) => drafts.size > 0,
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
  readonly #drafts: SvelteMap<string, Draft>;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #closed = false;
  #asked = 0;
  /** Changes that are on their way: an answer that comes meanwhile may be older than what the page shows. */
  #writing = 0;
  /** Null until the program answered. */
  list = $state.raw<readonly Evidence[] | null>(null);
  /** Why the images cannot be shown, or not all of them. */
  failure = $state.raw<string | null>(null);
  /** Addresses of the pictures as they are shown and printed, by their hash; null if they cannot be had. */
  urls = $state.raw<ReadonlyMap<string, string | null>>(new Map());

  constructor(api: Api, notices: Notices, id: string, round: number | null = null) {
    this.#api = api;
    this.#notices = notices;
    this.#drafts = draftsOf(api);
    this.#of = round === null ? { id } : { id, round };
  }

  /** Asks for the images again; the newest question wins. */
  async refresh(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const list = await this.#api.call('evidence.list', this.#of);
      if (this.#closed || asked !== this.#asked || this.#writing > 0) return;
      if (!list.some(({ evidence }) => this.#drafts.has(evidence))) this.failure = null;
      await this.#take(list);
    } catch (error) {
      if (!this.#closed && asked === this.#asked) this.failure = failureOf(error).message;
    }
  }

  captionOf({ evidence, caption }: Evidence): string {
    return this.#drafts.get(evidence)?.text ?? caption;
  }

  /** The stored caption if another window wrote it while the person typed theirs; else null. */
  elsewhereOf({ evidence, caption }: Evidence): string | null {
    const draft = this.#drafts.get(evidence);
    return draft === undefined || [...draft.seen, draft.text].includes(caption) ? null : caption;
  }

  /** The person changed a caption; it is saved soon. */
  type(evidence: string, caption: string): void {
    const stored = this.#stored(evidence)?.caption;
    const seen = this.#drafts.get(evidence)?.seen ?? (stored === undefined ? [] : [stored]);
    this.#drafts.set(evidence, { text: caption, seen });
    this.#saveIn(restMs, evidence);
  }

  /** Puts the person's caption in the place of one that another window wrote. */
  async keepMine({ evidence, caption }: Evidence): Promise<void> {
    const draft = this.#drafts.get(evidence);
    if (draft === undefined) return;
    this.#drafts.set(evidence, { text: draft.text, seen: [caption] });
    await this.saveCaption(evidence);
  }

  /** Takes the caption that another window wrote; the person's goes. */
  takeTheirs({ evidence }: Evidence): void {
    this.#dropDraft(evidence);
  }

  /** Saves a caption at once. What cannot be saved stays a draft, is told in `failure` and tried again. */
  async saveCaption(evidence: string): Promise<void> {
    clearTimeout(this.#timers.get(evidence));
    const draft = this.#drafts.get(evidence);
    const stored = this.#stored(evidence);
    if (draft === undefined || (stored !== undefined && this.elsewhereOf(stored) !== null)) return;
    const { text: caption, seen } = draft;
    // Before it is sent: its answer may be lost, or come behind that of the next one.
    this.#drafts.set(evidence, { text: caption, seen: withSent(seen, caption) });
    try {
      await this.#write(async () => {
        const saved = await this.#api.call('evidence.caption', { evidence, caption, seen: [...seen] });
        if (this.#drafts.get(evidence)?.text === caption) this.#dropDraft(evidence);
        this.list = this.list?.map((one) => (one.evidence === evidence ? saved : one)) ?? null;
        this.failure = null;
      });
    } catch (error) {
      const { code, message } = failureOf(error);
      if (code === 'not-found') this.#letGo(evidence);
      // It is told beside the caption as soon as the other one is read.
      else if (code !== 'outdated') {
        this.failure = `A caption is not saved yet. ${message}`;
        this.#saveIn(retryMs, evidence);
      }
    }
  }

  /** Saves every caption that is only on this page. */
  saveAll(): void {
    for (const { evidence } of this.list ?? []) void this.saveCaption(evidence);
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
    const list = this.list ?? [];
    const moved = list.find((one) => one.evidence === evidence);
    if (moved === undefined) return;
    const others = list.filter((one) => one !== moved);
    this.list = others.toSpliced(to, 0, moved);
    const order = this.list.map((one) => one.evidence);
    await this.#write(() => this.#api.call('evidence.order', { ...this.#of, evidence: order }));
  }

  /** Removes an image. @returns puts it back where it was, with its caption and annotations. @throws ApiError */
  async remove(image: Evidence): Promise<() => Promise<void>> {
    const at = this.list?.findIndex(({ evidence }) => evidence === image.evidence) ?? 0;
    const caption = this.captionOf(image);
    const content = await this.original(image.evidence);
    await this.#write(async () => {
      await this.#api.call('evidence.remove', { evidence: image.evidence });
      this.#dropDraft(image.evidence);
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
    this.saveAll();
    this.#closed = true;
    for (const url of this.urls.values()) if (url !== null) URL.revokeObjectURL(url);
    this.urls = new Map();
  }

  /** Changes something, and asks again: what was asked for before is older. */
  async #write<T>(change: () => Promise<T>): Promise<T> {
    this.#writing += 1;
    try {
      return await change();
    } finally {
      this.#writing -= 1;
      await this.refresh();
    }
  }

  /** Shows a list, then fetches the pixels that are not here yet one after the other, and lets others go. */
  async #take(list: readonly Evidence[]): Promise<void> {
    const there = new Set(list.map(({ evidence }) => evidence));
    for (const { evidence } of this.list ?? []) if (!there.has(evidence)) this.#letGo(evidence);
    this.list = list;
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
      this.failure = failureOf(error).message;
      return null;
    }
  }

  #saveIn(ms: number, evidence: string): void {
    clearTimeout(this.#timers.get(evidence));
    this.#timers.set(
      evidence,
      setTimeout(() => {
        void this.saveCaption(evidence);
      }, ms),
    );
  }

  #stored(evidence: string): Evidence | undefined {
    return this.list?.find((one) => one.evidence === evidence);
  }

  /** Its image was removed elsewhere: the person can take what they wrote to another one. */
  #letGo(evidence: string): void {
    const text = this.#drafts.get(evidence)?.text ?? '';
    this.#dropDraft(evidence);
    if (text.trim() === '') return;
    this.#notices.attention(
      'An image was removed elsewhere. The caption that you wrote for it was not saved.',
      {
        label: 'Copy it',
        run: () => void copyText(this.#notices, text, 'Copied.'),
      },
    );
  }

  #dropDraft(evidence: string): void {
    clearTimeout(this.#timers.get(evidence));
    this.#drafts.delete(evidence);
  }
}

/** The newest ones: more than a few are on their way at once only if the program takes none of them. */
function withSent(seen: readonly string[], caption: string): readonly string[] {
  const [first = caption, ...others] = seen;
  return [...new Set([first, ...others.slice(-maxSent), caption])];
}
