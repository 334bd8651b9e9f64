import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls';
import type { CertificateView } from '#contract/network.ts';
import { oneLine } from '#domain/answers/server-message.ts';

/** A certificate and its key as a PKCS#12 file; both members are secrets. */
export interface ClientCertificate {
  readonly file: Uint8Array;
  readonly passphrase: string;
}

/** What a text or a file given by a person turned out to be. */
export type CertificatesReading =
  | { readonly kind: 'ok'; readonly certificates: readonly CertificateView[] }
  | { readonly kind: 'invalid'; readonly message: string };

const block = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED )?CERTIFICATE-----/gu;

/** A certificate in words; null if it cannot be read. */
export function certificateView(certificate: X509Certificate | string | Uint8Array): CertificateView | null {
  try {
    const read = certificate instanceof X509Certificate ? certificate : new X509Certificate(certificate);
    return {
      subject: nameIn(read.subject),
      issuer: nameIn(read.issuer),
      validFrom: dateIn(read.validFrom),
      validTo: dateIn(read.validTo),
      fingerprint: read.fingerprint256,
    };
  } catch {
    return null;
  }
}

/** Reads the certificates of authorities (PEM) that a person wants to be trusted; says what is wrong with the text. */
export function readAuthorities(pem: string): CertificatesReading {
  const blocks = pem.match(block) ?? [];
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/u.test(pem)) {
    return invalid('The file holds a private key. Give a file with certificates alone, as PEM.');
  }
  if (blocks.length === 0) {
    return invalid(
      'There is no certificate in the file. Give it as PEM: it begins with "-----BEGIN CERTIFICATE-----".',
    );
  }
  const read = blocks.map((one) => ({ view: certificateView(one), isAuthority: isAuthority(one) }));
  const broken = read.findIndex(({ view }) => view === null);
  if (broken >= 0) {
    return invalid(`Certificate ${String(broken + 1)} in the file is damaged. Ask for the file again.`);
  }
  const views = read.flatMap(({ view }) => (view === null ? [] : [view]));
  const other = read.findIndex((one) => !one.isAuthority);
  if (other >= 0) {
    return invalid(
      `"${views[other]?.subject ?? ''}" is not the certificate of an authority. ` +
        'Give the root certificate that signs the others.',
    );
  }
  return { kind: 'ok', certificates: views };
}

function isAuthority(pem: string): boolean {
  try {
    const certificate = new X509Certificate(pem);
    // A self-signed certificate without extensions is an authority of its own, as old appliances make them.
    return certificate.ca || certificate.checkIssued(certificate);
  } catch {
    return false;
  }
}

const noKey = 'There is no certificate with a key in the file. Export it again, with its private key.';

/** Opens a PKCS#12 file with its passphrase; says what is wrong with either. */
export function readClientCertificate({ file, passphrase }: ClientCertificate): CertificatesReading {
  try {
    const context = createSecureContext({ pfx: Buffer.from(file), passphrase });
    const view = ownCertificate(context);
    return view === null ? invalid(noKey) : { kind: 'ok', certificates: [view] };
  } catch (error) {
    const said = error instanceof Error ? error.message.toLowerCase() : '';
    if (/mac verify|password/u.test(said)) {
      return invalid('The passphrase does not open the file. Type it again.');
    }
    if (/unsupported/u.test(said)) {
      return invalid(
        'The file is encrypted in a way that is no longer safe. Export it again with AES-256 encryption.',
      );
    }
    if (/private key/u.test(said)) return invalid(noKey);
    return invalid(
      'The file is not a client certificate. Give a PKCS#12 file; its name usually ends with .p12 or .pfx.',
    );
  }
}

/** The certificate that a context shows, as Node's own handle of it tells. */
function ownCertificate({ context }: SecureContext): CertificateView | null {
  const handle: unknown = context;
  if (typeof handle !== 'object' || handle === null || !('getCertificate' in handle)) return null;
  if (typeof handle.getCertificate !== 'function') return null;
  const certificate: unknown = Reflect.apply(handle.getCertificate, handle, []);
  return certificate instanceof Uint8Array ? certificateView(certificate) : null;
}

/** What a connection trusts beside the machine, and what it shows. */
export interface TrustSettings {
  /** Certificates (PEM) of authorities; null if there are none. */
  readonly authorities: string | null;
  readonly clientCertificate: ClientCertificate | null;
}

/** @throws if the client certificate cannot be opened any more */
export type MakeSecureContext = (settings: TrustSettings) => SecureContext;

/**
 * Makes TLS contexts that trust Node's authorities, those of the machine, the file that NODE_EXTRA_CA_CERTS names, and
 * those of the settings. The machine is read once, at the first use.
 *
 * @param extraFile the value of NODE_EXTRA_CA_CERTS: the packaged application ignores the variable itself
 */
export function trustMachine(extraFile: string | undefined): MakeSecureContext {
  let machine: readonly string[] | undefined;
  let made: { readonly key: string; readonly context: SecureContext } | undefined;
  return ({ authorities, clientCertificate }) => {
    machine ??= [...new Set([...machineAuthorities(), ...authoritiesOfFile(extraFile)])];
    const shown =
      clientCertificate === null
        ? null
        : [Buffer.from(clientCertificate.file).toString('base64'), clientCertificate.passphrase];
    const key = JSON.stringify([authorities, shown]);
    if (made?.key === key) return made.context;
    const context = createSecureContext({
      ca: [...machine, ...(authorities?.match(block) ?? [])],
      ...(clientCertificate === null
        ? {}
        : { pfx: Buffer.from(clientCertificate.file), passphrase: clientCertificate.passphrase }),
    });
    made = { key, context };
    return context;
  };
}

function machineAuthorities(): readonly string[] {
  return [...storeOf('default'), ...storeOf('system')];
}

/** A store that cannot be read, or that this runtime does not know, is no reason to trust nobody. */
function storeOf(name: 'default' | 'system'): readonly string[] {
  try {
    return getCACertificates(name);
  } catch {
    return name === 'default' ? rootCertificates : [];
  }
}

/** Unreadable or damaged, the file is left out, as Node does. */
function authoritiesOfFile(path: string | undefined): readonly string[] {
  if (path === undefined || path.trim() === '') return [];
  try {
    const pem = readFileSync(path, 'utf8');
    return (pem.match(block) ?? []).filter((one) => certificateView(one) !== null);
  } catch {
    return [];
  }
}

/** The common name, else the whole name, on one line. */
function nameIn(name: string | undefined): string {
  const parts = (name ?? '').split('\n');
  const common = parts.find((part) => part.startsWith('CN='))?.slice(3);
  const organization = parts.find((part) => part.startsWith('O='))?.slice(2);
  const text = common ?? (organization === undefined ? parts.join(', ') : organization);
  const whole = common !== undefined && organization !== undefined ? `${common} (${organization})` : text;
  return oneLine(whole, []).slice(0, 120) || 'no name';
}

function dateIn(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString().replace('.000Z', 'Z');
}

function invalid(message: string): CertificatesReading {
  return { kind: 'invalid', message };
}
