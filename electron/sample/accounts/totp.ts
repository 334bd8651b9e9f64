import { Secret, TOTP } from 'otpauth';

/** Steps of 30 seconds before and after the current one whose codes are taken as well (RFC 6238, 5.2). */
const WINDOW = 1;

function generator(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: 'Sample service',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  });
}

/** A new shared secret of 160 bits, in base 32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What a QR code for an authenticator shows. */
export function otpauthUrl(secret: string, label: string): string {
  return generator(secret, label).toString();
}

/**
 * The step whose code was given, or undefined for a wrong one. A code counts once: steps up to `lastStep` are
 * used up (RFC 6238, 5.2).
 */
export function matchingStep(
  secret: string,
  code: string,
  nowMs: number,
  lastStep: number,
): number | undefined {
  const totp = generator(secret);
  const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW });
  if (delta === null) return undefined;
  const step = totp.counter({ timestamp: nowMs }) + delta;
  return step > lastStep ? step : undefined;
}

/** A code that would be taken now. Throws if all of the window are used up: then time has to pass. */
export function freshCode(secret: string, nowMs: number, lastStep: number): string {
  const totp = generator(secret);
  const current = totp.counter({ timestamp: nowMs });
  const step = Math.max(current, lastStep + 1);
  if (step > current + WINDOW) throw new Error('Every code of the moment has been used.');
  return totp.generate({ timestamp: step * 30_000 });
}
