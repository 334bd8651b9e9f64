import { beginsWith } from './bytes.ts';

/** What users are likely to give as an image, beside PNG and JPEG. */
export type ForeignKind = keyof typeof advice;

/** What each kind is called, and what to do with one that cannot be read. */
const advice = {
  HEIC: ['a HEIC photo', 'Save it as JPEG first.'],
  AVIF: ['an AVIF image', 'Save it as PNG or JPEG first, or add it in the window, which converts it.'],
  WebP: ['a WebP image', 'Save it as PNG first.'],
  GIF: ['a GIF', 'Save it as PNG first.'],
  BMP: ['a BMP', 'Save it as PNG first.'],
  TIFF: ['a TIFF', 'Save it as PNG first.'],
  SVG: ['an SVG', 'Export it as a PNG, some 1,200 pixels wide, and take that.'],
  'JPEG XL': ['a JPEG XL image', 'Save it as JPEG first.'],
  'JPEG 2000': ['a JPEG 2000 image', 'Save it as JPEG first.'],
  RAW: ['a raw photo', 'Save it as JPEG first.'],
  PSD: ['a Photoshop file', 'Export it as PNG first.'],
  PDF: ['a PDF', 'Save the page as PNG first.'],
  Metafile: ['a Windows metafile', 'Save it as PNG first.'],
  Icon: ['an icon', 'Save it as PNG first.'],
  Video: ['a video', 'Take a screenshot of it.'],
} as const;

/** Kinds that every browser turns into pixels. */
const shownByBrowsers: ReadonlySet<ForeignKind> = new Set(['AVIF', 'WebP', 'GIF', 'BMP', 'Icon']);

/** How much of a file is looked into for what it is. */
const HEAD = 2_000;

/** What a file is by its bytes, whatever its name says; null for a PNG, a JPEG, or what is none of these. */
export function foreignKind(bytes: Uint8Array): ForeignKind | null {
  const at = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
  if (at(4, 8) === 'ftyp')
    return ofContainer(at(8, Math.min(64, at(0, 4) === '\0\0\0\0' ? 12 : boxEnd(bytes))));
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'WebP';
  if (/^GIF8[79]a/u.test(at(0, 6))) return 'GIF';
  if (at(0, 2) === 'BM' && bytes.length > 26 && [12, 40, 52, 56, 64, 108, 124].includes(bytes[14] ?? 0)) {
    return 'BMP';
  }
  if (at(0, 4) === 'II*\0' || at(0, 4) === 'MM\0*') return /^(?:CR|DNG)/u.test(at(8, 11)) ? 'RAW' : 'TIFF';
  if (at(0, 4) === 'II+\0' || at(0, 4) === 'MM\0+') return 'TIFF';
  if (beginsWith(bytes, '\xff\x0a') || at(4, 8) === 'JXL ') return 'JPEG XL';
  if (at(4, 8) === 'jP  ' || beginsWith(bytes, '\xff\x4f\xff\x51')) return 'JPEG 2000';
  if (at(0, 4) === '8BPS') return 'PSD';
  if (at(0, 5) === '%PDF-') return 'PDF';
  if (beginsWith(bytes, '\xd7\xcd\xc6\x9a') || (beginsWith(bytes, '\x01\0\0\0') && at(40, 44) === ' EMF')) {
    return 'Metafile';
  }
  if (beginsWith(bytes, '\0\0\x01\0') && (bytes[4] ?? 0) > 0) return 'Icon';
  if (beginsWith(bytes, '\x1a\x45\xdf\xa3')) return 'Video';
  return isSvg(bytes) ? 'SVG' : null;
}

function boxEnd(bytes: Uint8Array): number {
  return ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0);
}

/** Photos and films have one container; the brands say what is in it. */
function ofContainer(brands: string): ForeignKind {
  if (/avi[fs]/u.test(brands)) return 'AVIF';
  if (/^(?:hei[cmsx]|hev[cmsx]|mif[12]|msf1)/u.test(brands)) return 'HEIC';
  return brands.startsWith('crx ') ? 'RAW' : 'Video';
}

function isSvg(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD));
  return /^(?:\u00ef\u00bb\u00bf)?\s*</u.test(head) && /<svg[\s>/]/iu.test(head);
}

/** What is said of a file that cannot be read here: what it is, and what to do. */
export function foreignAdvice(kind: ForeignKind | null): string {
  if (kind === null) return 'This is no image that is known here. Save it as PNG or JPEG first.';
  const [name, whatToDo] = advice[kind];
  return `This is ${name}. ${whatToDo}`;
}

/** What is said of a file that a browser should have shown, and did not. */
export function undecodedAdvice(kind: ForeignKind | null): string {
  if (kind === null || !shownByBrowsers.has(kind)) return foreignAdvice(kind);
  return `This is ${advice[kind][0]} that is damaged or cut short. Save it as PNG first.`;
}
