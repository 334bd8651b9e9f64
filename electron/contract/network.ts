import { z } from 'zod';

/* How services are reached from this computer: the proxy, the certificates that are trusted, the one that is shown. */

const line = z.string().max(2_000);

/**
 * Which proxy requests to one service take. `automatic`: what the environment names, else what the system has set.
 * A `manual` password of null keeps the stored one if address and name stay the same.
 */
export const proxySettingSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('automatic') }),
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('manual'),
    address: line.min(1),
    name: line.nullable(),
    password: line.nullable(),
  }),
]);
export type ProxySetting = z.output<typeof proxySettingSchema>;

/** What a connection keeps for the network. Password, key and passphrase are secrets: this never crosses to a face. */
export interface NetworkSettings {
  readonly proxy: ProxySetting;
  /** Certificates (PEM) that are trusted beside those of the machine; null if there are none. */
  readonly authorities: string | null;
  /** What is shown to services that want a client certificate: a PKCS#12 file (base64) and its passphrase. */
  readonly clientCertificate: { readonly file: string; readonly passphrase: string } | null;
}

/** What holds for a service for which nothing was chosen. */
export const defaultNetworkSettings: NetworkSettings = {
  proxy: { kind: 'automatic' },
  authorities: null,
  clientCertificate: null,
};

/** A certificate in words. Names come from its maker, cleaned of control characters. */
export interface CertificateView {
  readonly subject: string;
  readonly issuer: string;
  /** ISO 8601, to the second. */
  readonly validFrom: string;
  readonly validTo: string;
  /** SHA-256, in pairs of hexadecimal digits. */
  readonly fingerprint: string;
}

/** The network settings of a connection as faces see them: without secrets. */
export interface NetworkView {
  readonly baseUrl: string;
  readonly proxy:
    | { readonly kind: 'automatic' | 'none' }
    | {
        readonly kind: 'manual';
        readonly address: string;
        readonly name: string | null;
        readonly hasPassword: boolean;
      };
  /** Which way a request would take now, as a sentence. */
  readonly route: string;
  readonly authorities: readonly CertificateView[];
  readonly clientCertificate: CertificateView | null;
}
