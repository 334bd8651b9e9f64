import { imageBytes, imageName } from '../../images/bytes.ts';
import { printable, type Printable } from '../../images/printable.ts';

/** Pictures of a document under the names by which the layout engine finds them. */
export interface FigureBook {
  /** Points from the top to the bottom of what a page can hold. */
  readonly room: number;
  /** The picture of a hash with its name; null if it is missing or damaged, which is counted. */
  take(image: string): { readonly name: string; readonly picture: Printable } | null;
  damaged(): number;
  /** The bytes of a picture as it came; undefined if they are lost. */
  bytes(image: string): Uint8Array | undefined;
}

/** Makes ready what is printed, each picture once; `store` is given the files. */
export function figureBook(
  images: ReadonlyMap<string, Uint8Array>,
  room: number,
  store: (name: string, picture: Printable) => void,
): FigureBook {
  const known = new Map<string, { name: string; picture: Printable } | null>();
  let damaged = 0;
  const make = (image: string): { name: string; picture: Printable } | null => {
    const content = imageBytes(images, image);
    const picture = content === undefined ? null : printable(content);
    if (picture === null) return null;
    const name = `figure-${imageName(image)}`;
    store(name, picture);
    return { name, picture };
  };
  return {
    room,
    take(image) {
      const found = known.has(image) ? known.get(image) : make(image);
      known.set(image, found ?? null);
      if (found === undefined || found === null) damaged += 1;
      return found ?? null;
    },
    damaged: () => damaged,
    bytes: (image) => imageBytes(images, image),
  };
}
