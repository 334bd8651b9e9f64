import type { EngineDocument } from './stages.ts';

/** What is written is gathered in blocks of so many bytes. */
const BLOCK = 1_048_576;

/**
 * The bytes of a file while PDFKit writes it. PDFKit hands each line to its stream as a buffer, and all wait until the
 * last page is drawn: millions, which take several times their content. Here they go side by side.
 */
export class FileBytes {
  readonly #whole: Uint8Array[] = [];
  #block = Buffer.allocUnsafe(BLOCK);
  #used = 0;

  /** Takes over what a document writes from now on, and what it has written by now. */
  constructor(paper: InstanceType<typeof EngineDocument>) {
    const begun = paper.read();
    if (begun !== null) this.#put(begun);
    paper._write = (data) => {
      paper._offset += data instanceof Uint8Array ? this.#put(data) : this.#putLine(String(data));
    };
    // Nothing goes through its stream any more but its end.
    paper.resume();
  }

  /** All of them. Nothing can be written afterwards. */
  all(): Uint8Array {
    return Buffer.concat([...this.#whole, this.#block.subarray(0, this.#used)]);
  }

  /** @returns how many bytes it has in the file: one for each character, and the line end */
  #putLine(line: string): number {
    const length = line.length + 1;
    const block = this.#room(length);
    block.write(line, this.#used, 'latin1');
    block[this.#used + line.length] = 0x0a;
    this.#used += length;
    return length;
  }

  #put(bytes: Uint8Array): number {
    this.#room(bytes.length).set(bytes, this.#used);
    this.#used += bytes.length;
    return bytes.length;
  }

  #room(length: number): Buffer {
    if (this.#used + length > this.#block.length) {
      this.#whole.push(this.#block.subarray(0, this.#used));
      this.#block = Buffer.allocUnsafe(Math.max(BLOCK, length));
      this.#used = 0;
    }
    return this.#block;
  }
}
