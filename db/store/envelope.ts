import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';
import { z } from 'zod';

/*
 * The bytes of `key.json`, without any file. The slots carry two proofs. A plain checksum tells damage from a
 * wrong passphrase before any passphrase is tried. A MAC under the data key shows changed slots even if their
 * checksum was made to fit.
 */

/** Bytes from a secure source: as many as asked. */
export type RandomBytes = (count: number) => Uint8Array;

const base64 = (bytes: number) => z.base64().length(Math.ceil(bytes / 3) * 4);
/** 32 bytes of key with the 16 of AES-GCM's tag behind them, and the nonce that they were sealed with. */
const sealedKey = { nonce: base64(12), sealed: base64(48) };

const slotSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bare'), key: base64(32) }),
  z.strictObject({
    kind: z.literal('passphrase'),
    // Bounded, since a changed file must not make the program work for hours or take all memory.
    cost: z
      .int()
      .min(2 ** 14)
      .max(2 ** 20),
    blockSize: z.int().min(8).max(16),
    parallel: z.int().min(1).max(4),
    salt: base64(16),
    ...sealedKey,
  }),
  z.strictObject({ kind: z.literal('recovery'), ...sealedKey }),
  z.strictObject({ kind: z.literal('keychain'), ...sealedKey }),
]);
/** One way to the data key. */
export type KeySlot = z.infer<typeof slotSchema>;
type SealedSlot = Exclude<KeySlot, { kind: 'bare' }>;

const bodySchema = z.strictObject({ slots: z.array(slotSchema).min(1).max(8) });
const envelopeSchema = z.strictObject({
  format: z.literal('dossier-key'),
  version: z.int().min(1),
  body: z.string(),
  mac: z.hex().length(64),
  checksum: z.hex().length(64),
});

/** An envelope whose checksum is right: what it holds is what was written, unless an attacker changed it. */
export interface Envelope {
  readonly slots: readonly KeySlot[];
  /** Whether this data key made the envelope; false means that it was changed on purpose. */
  readonly provenBy: (dataKey: Uint8Array) => boolean;
}

/** `damaged`: `message` says why as the end of a sentence; `newer`: a later program wrote it. */
export type EnvelopeReading =
  | { readonly kind: 'envelope'; readonly envelope: Envelope }
  | { readonly kind: 'newer' }
  | { readonly kind: 'damaged'; readonly message: string };

const version = 1;
/** scrypt at some 100 ms and 32 MB: slow enough for guesses, quick enough for every command. */
const scryptCost = { cost: 2 ** 15, blockSize: 8, parallel: 1 };

/** The text of `key.json` over these slots, proven by the data key that they hold. */
export function writeEnvelope(slots: readonly KeySlot[], dataKey: Uint8Array): string {
  const body = JSON.stringify({ slots });
  const mac = macOf(body, dataKey);
  return `${JSON.stringify({ format: 'dossier-key', version, body, mac, checksum: checksumOf(body, mac) }, null, 2)}\n`;
}

/** Reads the text of an envelope; never throws. */
export function readEnvelope(text: string): EnvelopeReading {
  const outer = envelopeSchema.safeParse(jsonOrNull(text));
  if (!outer.success) return { kind: 'damaged', message: 'it is no key file' };
  const { body, mac, checksum } = outer.data;
  if (checksumOf(body, mac) !== checksum) return { kind: 'damaged', message: 'its checksum is wrong' };
  if (outer.data.version > version) return { kind: 'newer' };
  const inner = bodySchema.safeParse(jsonOrNull(body));
  if (!inner.success) return { kind: 'damaged', message: 'its slots cannot be read' };
  const provenBy = (dataKey: Uint8Array) =>
    timingSafeEqual(Buffer.from(mac, 'hex'), Buffer.from(macOf(body, dataKey), 'hex'));
  return { kind: 'envelope', envelope: { slots: inner.data.slots, provenBy } };
}

/** A slot that hides nothing: the data key as it is. */
export function bareSlot(dataKey: Uint8Array): KeySlot {
  return { kind: 'bare', key: toBase64(dataKey) };
}

/** The data key wrapped in a passphrase, stretched by scrypt (some 100 ms). */
export function passphraseSlot(dataKey: Uint8Array, passphrase: string, random: RandomBytes): KeySlot {
  const lock = { kind: 'passphrase' as const, ...scryptCost, salt: toBase64(random(16)) };
  return seal(lock, stretch(passphrase, lock), dataKey, random);
}

/** The data key wrapped in `secret`, the bytes behind a recovery code. They are random, so no stretching is needed. */
export function recoverySlot(dataKey: Uint8Array, secret: Uint8Array, random: RandomBytes): KeySlot {
  return seal({ kind: 'recovery' }, recoveryKey(secret), dataKey, random);
}

/** The data key of a passphrase slot, or null if the passphrase is another. */
export function openPassphraseSlot(
  slot: Extract<KeySlot, { kind: 'passphrase' }>,
  passphrase: string,
): Uint8Array | null {
  return unseal(slot, stretch(passphrase, slot));
}

/** The data key of a recovery slot, or null if the code is another home's. */
export function openRecoverySlot(
  slot: Extract<KeySlot, { kind: 'recovery' }>,
  secret: Uint8Array,
): Uint8Array | null {
  return unseal(slot, recoveryKey(secret));
}

/** The data key wrapped in `key`: 32 random bytes that the keychain of this computer keeps. */
export function keychainSlot(dataKey: Uint8Array, key: Uint8Array, random: RandomBytes): KeySlot {
  return seal({ kind: 'keychain' }, keychainKey(key), dataKey, random);
}

/** The data key of a keychain slot, or null if the keychain kept another key. */
export function openKeychainSlot(
  slot: Extract<KeySlot, { kind: 'keychain' }>,
  key: Uint8Array,
): Uint8Array | null {
  return unseal(slot, keychainKey(key));
}

/** The data key of a bare slot. */
export function openBareSlot(slot: Extract<KeySlot, { kind: 'bare' }>): Uint8Array {
  return new Uint8Array(fromBase64(slot.key));
}

type Lock<S extends SealedSlot = SealedSlot> = S extends SealedSlot ? Omit<S, 'nonce' | 'sealed'> : never;

function seal<L extends Lock>(
  lock: L,
  key: Uint8Array,
  dataKey: Uint8Array,
  random: RandomBytes,
): L & { nonce: string; sealed: string } {
  const nonce = random(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(associated(lock));
  const sealed = Buffer.concat([cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]);
  return { ...lock, nonce: toBase64(nonce), sealed: toBase64(sealed) };
}

function unseal(slot: SealedSlot, key: Uint8Array): Uint8Array | null {
  const sealed = fromBase64(slot.sealed);
  const decipher = createDecipheriv('aes-256-gcm', key, fromBase64(slot.nonce), { authTagLength: 16 });
  decipher.setAAD(associated(slot));
  decipher.setAuthTag(sealed.subarray(32));
  try {
    return new Uint8Array([...decipher.update(sealed.subarray(0, 32)), ...decipher.final()]);
  } catch {
    // Node tells a wrong tag by throwing, and nothing else throws here.
    return null;
  }
}

/** Binds a sealed key to its kind and parameters: a slot whose parameters were swapped does not open. */
function associated(lock: Lock): Buffer {
  switch (lock.kind) {
    case 'passphrase':
      return Buffer.from(
        ['dossier-key', version, lock.kind, lock.cost, lock.blockSize, lock.parallel, lock.salt].join(' '),
      );
    case 'recovery':
    case 'keychain':
      return Buffer.from(['dossier-key', version, lock.kind].join(' '));
  }
}

function stretch(
  passphrase: string,
  { cost, blockSize, parallel, salt }: { cost: number; blockSize: number; parallel: number; salt: string },
): Buffer {
  // Two keyboards may write the same letter as different code points.
  const bytes = Buffer.from(passphrase.normalize('NFKC'));
  try {
    return scryptSync(bytes, fromBase64(salt), 32, {
      cost,
      blockSize,
      parallelization: parallel,
      maxmem: 256 * cost * blockSize * parallel,
    });
  } finally {
    bytes.fill(0);
  }
}

function recoveryKey(secret: Uint8Array): Uint8Array {
  return derive(secret, 'dossier recovery slot');
}

function keychainKey(key: Uint8Array): Uint8Array {
  return derive(key, 'dossier keychain slot');
}

function macOf(body: string, dataKey: Uint8Array): string {
  return createHmac('sha256', derive(dataKey, 'dossier key file')).update(body).digest('hex');
}

function checksumOf(body: string, mac: string): string {
  return createHash('sha256').update(`${mac}\n${body}`).digest('hex');
}

/** HKDF-SHA256: 32 bytes for one purpose from 32 random ones. */
export function derive(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(0), purpose, 32));
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64');
}
