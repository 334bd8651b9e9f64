import { addressOfName, bracketed, nameIn } from './named-address.ts';

/*
 * In a Markdown text `![caption](evidence:NAME)` stands for an image of the same finding. The address names the image and
 * is never fetched.
 */

/** What texts call an image by. */
export interface NamedImage {
  /** Names the image for ever. */
  readonly evidence: string;
  /** The name of its file. */
  readonly name: string;
}

/** The name in an address of an image of evidence; null for any other address. */
export function evidenceName(address: string): string | null {
  return nameIn('evidence', address);
}

/** The address of an image by its name. */
export function evidenceAddress(name: string): string {
  return addressOfName('evidence', name);
}

/** An image as a Markdown text refers to it. */
export function evidenceMarkdown(name: string, caption: string): string {
  return `![${bracketed(caption)}](${evidenceAddress(name)})`;
}

/** Whether the words of a link to an image only point at it: there are none, or they are its address, its name or a number. */
export function onlyPointsAtImage(words: string, name: string): boolean {
  const said = words.trim();
  if (said === '' || said === name || evidenceName(said) === name) return true;
  return /^(?:figure|fig\.?|abbildung|abb\.?|image|bild|screenshot)?\s*\d*$/iu.test(said);
}

/** An image as a text of HTML refers to it. */
export function evidenceHtml(name: string, caption: string): string {
  return `<img src="${evidenceAddress(name)}" alt="${escapedAttribute(caption)}">`;
}

/** Words between the double quotes of an attribute. */
export function escapedAttribute(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** The image that a text calls by this name: the first with that name, else the one with that id. */
export function imageNamed<T extends NamedImage>(images: readonly T[], name: string): T | undefined {
  const wanted = name.normalize();
  return (
    images.find((image) => image.name.normalize() === wanted) ??
    images.find(({ evidence }) => evidence === name)
  );
}

/** What a text calls an image by: its name, or its id if an image before it has that name. */
export function referenceName(image: NamedImage, images: readonly NamedImage[]): string {
  return imageNamed(images, image.name)?.evidence === image.evidence ? image.name : image.evidence;
}

/** A name that no image has yet: `shot.png`, else `shot-2.png` and so on. */
export function freeImageName(name: string, images: readonly NamedImage[]): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let at = 2, free = name; ; at += 1) {
    if (imageNamed(images, free) === undefined) return free;
    free = `${stem}-${String(at)}${ending}`;
  }
}
