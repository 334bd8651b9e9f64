import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Who proves that it knows the secret of an endpoint. */
type Side = 'guest' | 'host';

/** A number that is used for one greeting. @returns 32 hexadecimal digits */
export function newNonce(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Proves the secret without telling it: after a crash anybody may listen where the instance did.
 * @param secret of the endpoint; null where the system itself lets nobody else in
 * @returns null if there is no secret
 */
export function proofOf(secret: string | null, side: Side, nonce: string): string | null {
  return secret === null ? null : createHmac('sha256', secret).update(`${side} ${nonce}`).digest('hex');
}

/** Whether the other side knows the secret. */
export function isProof(given: string | null, secret: string | null, side: Side, nonce: string): boolean {
  const expected = proofOf(secret, side, nonce);
  if (expected === null) return true;
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
