/** Data that stands in a text itself, as an image that was pasted. */
export interface Embedded {
  /** `image/png`. */
  readonly type: string;
  readonly address: string;
}

/** A text whose embedded data were taken out, each replaced by a short mark. */
export interface Lightened {
  readonly text: string;
  readonly embedded: readonly Embedded[];
}

const begin = '\ufdd2';
const end = '\ufdd3';
const mark = /\ufdd2(\d{1,6})\ufdd3/gu;
/** Wrapped lines of base64 belong to it, the shorter last one, and a line end before the first. */
const base64Address =
  /data:([a-z0-9.+-]{1,40}\/[a-z0-9.+-]{1,80})(?:;[\w.=-]{1,60}){0,4};base64,(?:[ \t]*\r?\n[ \t]*(?=[A-Za-z0-9+/]{40}))?[A-Za-z0-9+/_-]+={0,2}(?:\r?\n[ \t]*[A-Za-z0-9+/]{40,}={0,2})*(?:(?<=[^\n]{40})\r?\n[ \t]*[A-Za-z0-9+/]{1,100}={0,2}(?=["')]))?/giu;
/** An image that is written with percent signs. */
const percentAddress = /data:(image\/[a-z0-9.+-]{1,80})(?:;[\w.=-]{1,60}){0,4},[^\s"'()<>]+/giu;
/** More of it is never shown: it says nothing to a reader. */
const LONGEST_SHOWN = 1_000;
const SHOWN = 24;

/**
 * Takes embedded data out of a text before it is parsed, so that neither size nor signs of it cost anything. Marks that the
 * text itself holds become replacement characters.
 */
export function lighten(typed: string): Lightened {
  // Files of old systems end lines by a carriage return alone. No place moves.
  const source = typed.replace(/(?<!\r)\r+(?![\r\n])/gu, (ends) => '\n'.repeat(ends.length));
  const embedded: Embedded[] = [];
  if (!/;base64,|data:image\//iu.test(source)) return { text: source, embedded };
  const take = (address: string, type: string): string => {
    embedded.push({ type: type.toLowerCase(), address: address.replace(/\s+/gu, '') });
    return `${begin}${String(embedded.length - 1)}${end}`;
  };
  const text = source
    .replace(/[\ufdd2\ufdd3]/gu, '\ufffd')
    .replace(base64Address, take)
    .replace(percentAddress, take);
  return { text, embedded };
}

/** The image that an address of a lightened text stands for, with its type in small letters; undefined for any other address. */
export function embeddedImage(address: string, { embedded }: Lightened): Embedded | undefined {
  const index = /^\ufdd2(\d{1,6})\ufdd3$/u.exec(address)?.[1];
  const found = index === undefined ? undefined : embedded[Number(index)];
  if (found?.type.startsWith('image/') !== true || !/^[^,]*;base64,/iu.test(found.address)) return undefined;
  const data = found.address.slice(found.address.indexOf(',') + 1);
  return { type: found.type, address: `data:${found.type};base64,${data}` };
}

/** A piece of a lightened text with all its data, as it was written. */
export function withEmbedded(text: string, { embedded }: Lightened): string {
  if (embedded.length === 0) return text;
  return text.replace(mark, (whole, index: string) => embedded[Number(index)]?.address ?? whole);
}

/** An attribute of a tag that is given as text; empty if the tag has none. */
export function attributeOf(tag: string, name: string): string {
  const pattern = new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`, 'iu');
  const [, double, single, bare] = pattern.exec(tag) ?? [];
  return double ?? single ?? bare ?? '';
}

/** A piece of a lightened text as a reader sees it: short data as typed, of long ones the beginning and how long they are. */
export function shownEmbedded(text: string, { embedded }: Lightened): string {
  if (embedded.length === 0) return text;
  return text.replace(mark, (whole, index: string) => {
    const address = embedded[Number(index)]?.address ?? whole;
    return isShownWhole(address) ? address : cutAddress(address);
  });
}

/** Beginnings of the data of which a reader sees no more than that. @param shown the words of the lightened text */
export function beginningsIn({ embedded }: Lightened, shown: string): string[] {
  const cut = embedded.filter(({ address }) => !isShownWhole(address) && shown.includes(cutAddress(address)));
  return [...new Set(cut.map(({ address }) => beginningOf(address)))];
}

function isShownWhole({ length }: string): boolean {
  return length <= LONGEST_SHOWN;
}

/** `data:image/png;base64,iVBORw0KGgo… (48,000 characters)`. */
export function cutAddress(address: string): string {
  return `${beginningOf(address)}\u2026 (${address.length.toLocaleString('en-US')} characters)`;
}

function beginningOf(address: string): string {
  return address.slice(0, address.indexOf(',') + 1 + SHOWN);
}
