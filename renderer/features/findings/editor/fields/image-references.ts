import type { Evidence } from '#contract/finding/evidence.ts';
import type { TextFormat } from '#domain/text/index.ts';
import { evidenceHtml, evidenceMarkdown } from '#domain/text/references/evidence-address.ts';
import type { Insertion } from '#renderer/ui/editor/code-editor.ts';
import { counted } from '#renderer/ui/text/format.ts';

/** Keeps files as images of a finding. @returns those that are kept now; what could not be kept was told */
export type AddImages = (id: string, files: readonly File[]) => Promise<readonly Evidence[]>;

/** References to images, a paragraph each; the cursor goes into the first, where its caption is typed unless it is given. */
export function referencesTo(images: readonly Evidence[], format: TextFormat, caption = ''): Insertion {
  if (format === 'html') {
    const tags = images.map(({ name }) => evidenceHtml(name, caption)).join('');
    return { text: tags, cursor: images.length === 1 ? tags.length - '">'.length : tags.length };
  }
  const text = images.map(({ name }) => evidenceMarkdown(name, caption)).join('\n\n');
  return { text, cursor: images.length === 1 ? '!['.length : text.length };
}

export const fromFile = 'From a file…';
export const notAnImage = 'Texts take images only.';

/** An image in a menu: its caption, else its name. */
export function imageLabel({ caption, originalName }: Evidence): string {
  const line = caption.trim().replace(/\s+/gu, ' ');
  return line === '' ? originalName : line;
}

/** Another finding was opened before the images were kept. */
export function notPlaced(count: number): string {
  return `${counted(count, 'image')} added to the evidence only: you opened another finding meanwhile.`;
}
