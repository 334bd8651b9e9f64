import { createPublicKey, verify } from 'node:crypto';

/** What a feed promises of a version; its signature covers all of it. */
export interface SignedRelease {
  readonly version: string;
  /** What is new; empty if the feed does not say. */
  readonly notes: string;
  readonly files: readonly { readonly url: string; readonly sha512: string }[];
}

/**
 * The text that the maker of a release signs. `electron/build/feed.js` writes the same one; an older form of it is not
 * taken for a newer one, since it begins with its name.
 */
export function signedText({ version, notes, files }: SignedRelease): string {
  const sums = files.map(({ url, sha512 }) => [url, sha512]);
  return JSON.stringify(['dossier-update-1', version, notes, sums]);
}

/**
 * Whether a release was signed with the private key that belongs to a public one.
 *
 * @param key Ed25519, PEM; any other text signs nothing
 * @param signature Base64
 */
export function isSigned(release: SignedRelease, signature: string, key: string): boolean {
  try {
    const publicKey = createPublicKey(key);
    if (publicKey.asymmetricKeyType !== 'ed25519') return false;
    return verify(null, Buffer.from(signedText(release)), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
