import { createCipheriv, randomBytes, type Cipheriv } from 'node:crypto';
import { closeSync, constants, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { whyUnwritable } from '#domain/base/unwritable.ts';
import { codeOf } from '#features/reports/output/output-place.ts';
import { fileInput } from '#scans/source/input.ts';
import { scanLimits } from '#scans/source/limits.ts';
import type { OpenableFile } from './openable-file.ts';

/** One file on its way, or all of it. */
interface ReceivedFile {
  /** The store whose account the page shows: no other account reads the file. */
  readonly owner: object;
  readonly name: string;
  readonly path: string;
  readonly key: Buffer;
  bytes: number;
}

/** One piece of a file. */
interface ReceivedPiece {
  readonly upload: string;
  readonly name: string;
  /** Where it begins in the file. */
  readonly at: number;
  /** Base64. */
  readonly content: string;
}

/**
 * Scanner files that a page passes on piece by piece, in a folder of the vault. Each is encrypted with a key that only this
 * process has: what a crash leaves behind can be read by nobody, and goes with the next start.
 */
export class ReceivedFiles {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #files = new Map<string, ReceivedFile>();

  /** @param maxBytes of all files together; the oldest go first */
  constructor(home: string, maxBytes: number = scanLimits.inflatedBytes) {
    this.#folder = join(home, 'received');
    this.#maxBytes = maxBytes;
    this.close();
  }

  /**
   * Writes the next piece; one that came before is answered again.
   * @returns how many bytes are there
   * @throws DossierError `wrong-state` (not the next piece), `invalid` (too large), `file`
   */
  receive(owner: object, { upload, name, at, content }: ReceivedPiece): number {
    const known = this.#files.get(upload);
    if (known !== undefined && known.owner !== owner) throw unknownFile();
    const piece = Buffer.from(content, 'base64');
    const there = known?.bytes ?? 0;
    if (at + piece.length <= there && at < there) return there;
    if (at !== there) throw unknownFile();
    this.#makeRoom(upload, piece.length);
    const file = known ?? this.#create(owner, name);
    this.#files.set(upload, file);
    write(file, piece);
    return file.bytes;
  }

  /** A file that was received, to be read. @throws DossierError `not-found` */
  file(owner: object, upload: string): OpenableFile {
    const found = this.#files.get(upload);
    if (found?.owner !== owner) throw unknownFile();
    const { name, path, key } = found;
    return {
      path: name,
      name,
      async open() {
        const input = await fileInput(path, name);
        return {
          ...input,
          async *read(from, to) {
            const cipher = cipherFrom(key, from);
            for await (const piece of input.read(from, to)) yield cipher.update(piece);
          },
        };
      },
    };
  }

  /** Deletes files. */
  remove(uploads: Iterable<string>): void {
    for (const upload of uploads) {
      const file = this.#files.get(upload);
      if (file !== undefined) rmSync(file.path, { force: true });
      this.#files.delete(upload);
    }
  }

  /** Deletes all of them, and what an earlier process left. */
  close(): void {
    this.#files.clear();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #create(owner: object, name: string): ReceivedFile {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, crypto.randomUUID());
    return { owner, name, path, key: randomBytes(32), bytes: 0 };
  }

  #makeRoom(upload: string, more: number): void {
    let total = more;
    for (const { bytes } of this.#files.values()) total += bytes;
    for (const [other, { bytes }] of this.#files) {
      if (total <= this.#maxBytes) return;
      if (other === upload) continue;
      this.remove([other]);
      total -= bytes;
    }
    if (total <= this.#maxBytes) return;
    this.remove([upload]);
    const megabytes = Math.floor(this.#maxBytes / 1024 ** 2).toLocaleString('en');
    throw new DossierError('invalid', `The file is larger than ${megabytes} MB. Import it in the terminal.`);
  }
}

function write(file: ReceivedFile, piece: Buffer): void {
  try {
    const handle = openSync(file.path, constants.O_WRONLY | constants.O_CREAT, 0o600);
    try {
      const hidden = cipherFrom(file.key, file.bytes).update(piece);
      for (let at = 0; at < hidden.length;)
        at += writeSync(handle, hidden, at, hidden.length - at, file.bytes + at);
      file.bytes += hidden.length;
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw new DossierError('file', `${file.name} cannot be read in${whyUnwritable(codeOf(error))}`, {
      cause: error,
    });
  } finally {
    piece.fill(0);
  }
}

/** Encrypts and decrypts from a place of the file on: each block of 16 bytes has its own counter. */
function cipherFrom(key: Buffer, from: number): Cipheriv {
  const counter = Buffer.alloc(16);
  counter.writeBigUInt64BE(BigInt(Math.floor(from / 16)), 8);
  const cipher = createCipheriv('aes-256-ctr', key, counter);
  cipher.update(new Uint8Array(from % 16));
  return cipher;
}

function unknownFile(): DossierError {
  return new DossierError('not-found', 'This file is not known here any more. Choose it again.');
}
