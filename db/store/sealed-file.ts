import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { withStoreErrors } from './errors.ts';
import { writeDurably } from './files.ts';

const fileSchema = z.strictObject({
  version: z.literal(1),
  nonce: z.base64().length(16),
  sealed: z.base64(),
});
const tagBytes = 16;

/** A small JSON document that is encrypted and authenticated, for what belongs to a vault and to none of its stores. */
export interface SealedFile<T> {
  readonly path: string;
  /** 32 bytes, derived for this file alone. */
  readonly key: Uint8Array;
  readonly schema: z.ZodType<T>;
}

/** What a sealed file holds; `damaged` also if it was changed, or sealed by another key. */
export type SealedReading<T> =
  { readonly kind: 'read'; readonly value: T } | { readonly kind: 'absent' } | { readonly kind: 'damaged' };

/** Reads a sealed file. Never throws: a file that cannot be read counts as damaged. */
export function readSealed<T>({ path, key, schema }: SealedFile<T>): SealedReading<T> {
  try {
    if (!existsSync(path)) return { kind: 'absent' };
    const file = fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    const sealed = Buffer.from(file.sealed, 'base64');
    const nonce = Buffer.from(file.nonce, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
    return { kind: 'read', value: schema.parse(JSON.parse(text.toString('utf8'))) };
  } catch {
    return { kind: 'damaged' };
  }
}

/** Writes a sealed file whole, durably. @throws DossierError `disk-full`, `file` */
export function writeSealed<T>({ path, key }: SealedFile<T>, value: T): void {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([
    cipher.update(JSON.stringify(value), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const file = { version: 1, nonce: nonce.toString('base64'), sealed: sealed.toString('base64') };
  withStoreErrors(() => {
    writeDurably(path, `${JSON.stringify(file)}\n`);
  });
}
