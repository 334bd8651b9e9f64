import type { Evidence, EvidenceUse } from '#contract/finding/evidence.ts';
import { labelOf } from '#domain/finding/labels/field-labels.ts';
import { counted, size } from '#renderer/ui/text/format.ts';

/** What a picture is: format, size in pixels, size of its file, and how many annotations it has, if any. */
export function kindWords({ type, width, height, bytes, annotations: { length } }: Evidence): string {
  const annotated = length === 0 ? '' : ` · ${counted(length, 'annotation')}`;
  return `${type === 'image/png' ? 'PNG' : 'JPEG'} · ${width} × ${height} · ${size(bytes)}${annotated}`;
}

/** What becomes of annotations when their image is cropped or covered. */
export function annotationsStay(count: number): string {
  return `This image has ${counted(count, 'annotation')}, not shown here. Annotations stay above what you cover and move with a crop.`;
}

/** A picture in a sentence: its caption, or its place if it has none. */
export function nameOf(caption: string, at: number): string {
  const line = caption.trim().replace(/\s+/gu, ' ');
  if (line === '') return `image ${at + 1}`;
  return line.length > 60 ? `${line.slice(0, 59).toWellFormed()}…` : line;
}

/** The same in a title, where a caption would run on as part of it. */
export function quotedNameOf(caption: string, at: number): string {
  const name = nameOf(caption, at);
  return caption.trim() === '' ? name : `“${name}”`;
}

/** Where texts place an image: `In Description and Remediation`, or `Not in the text`. */
export function usesWords(usedIn: readonly EvidenceUse[]): string {
  return usedIn.length === 0 ? notInText : `In ${usesList(usedIn)}`;
}

/** What is said before an image is removed that texts place; empty for one that none places. */
export function removalWords(usedIn: readonly EvidenceUse[]): string {
  if (usedIn.length === 0) return '';
  return `${usesList(usedIn)} ${usedIn.length === 1 ? 'shows' : 'show'} this image. The reference stays there, is printed as text, and the check names it.`;
}

/** What is said before an image is renamed. */
export function renamingWords(usedIn: readonly EvidenceUse[]): string {
  if (usedIn.length === 0) return 'Texts show an image by its name: ![caption](evidence:name).';
  return `${usesList(usedIn)} ${usedIn.length === 1 ? 'shows' : 'show'} this image by its name. The reference is changed with it, as a pending change.`;
}

export const notInText = 'Not in the text';

function usesList(usedIn: readonly EvidenceUse[]): string {
  const names = usedIn.map((use) => (use === 'retest' ? 'Retest' : labelOf(use)));
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
