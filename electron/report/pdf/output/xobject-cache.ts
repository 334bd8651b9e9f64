import type { PdfFile, PdfObject } from '../pdfmake/pdf-file.ts';

/**
 * Outlines of a file, each of which is in it once, however many pages it stands on: a page only names it (form XObjects,
 * ISO 32000-1, 8.10).
 */
export class XObjectCache {
  readonly #file: PdfFile;
  readonly #made = new Map<string, { readonly name: string; readonly written: PdfObject }>();

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** Fills an outline with the colour that is set. @param path what `FontLibrary.outline` gives, in points of the page */
  fill(path: string): void {
    const file = this.#file;
    let xObject = this.#made.get(path);
    if (xObject === undefined) {
      const { width, height } = file.pageSize;
      const written = file.object({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] });
      written.write(`${operatorsOf(path)}\nf`);
      written.end();
      xObject = { name: `S${String(this.#made.size + 1)}`, written };
      this.#made.set(path, xObject);
    }
    file.nameObject(xObject.name, xObject.written);
    file.write(`/${xObject.name} Do`);
  }
}

/** A path of SVG as PDF draws it, which has no curves of the second order. */
function operatorsOf(path: string): string {
  let x = 0;
  let y = 0;
  return Array.from(path.matchAll(/([MLQCZ])([^MLQCZ]*)/g), ([, command, points = '']) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = points.split(' ').map(Number);
    const [fromX, fromY] = [x, y];
    switch (command) {
      case 'M':
        return drawn('m', [(x = a), (y = b)]);
      case 'L':
        return drawn('l', [(x = a), (y = b)]);
      case 'Q':
        [x, y] = [c, d];
        return drawn('c', [third(fromX, a), third(fromY, b), third(c, a), third(d, b), c, d]);
      case 'C':
        [x, y] = [e, f];
        return drawn('c', [a, b, c, d, e, f]);
      default:
        return 'h';
    }
  }).join('\n');
}

/** Where a control point of the third order lies: two thirds of the way from an end to the one of the second. */
function third(end: number, control: number): number {
  return end + ((control - end) * 2) / 3;
}

function drawn(operator: string, points: readonly number[]): string {
  return `${points.map((value) => String(Math.round(value * 100) / 100)).join(' ')} ${operator}`;
}
