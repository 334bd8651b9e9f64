import { z } from 'zod';
import { type NetworkView, proxySettingSchema } from '../../network.ts';
import { procedure } from '../../procedure.ts';

/** A service URL; null: that of the current connection. */
const baseUrl = z.string().max(4_000).nullable();
const line = z.string().max(2_000);

export const networkProcedures = {
  'network.read': procedure<NetworkView>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({ baseUrl }),
  }),
  'network.keepProxy': procedure<NetworkView>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ baseUrl, proxy: proxySettingSchema }),
  }),
  /** @param pem certificates of authorities, or null to trust those of the machine alone */
  'network.keepAuthorities': procedure<NetworkView>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ baseUrl, pem: z.string().max(2_000_000).nullable() }),
  }),
  /** @param certificate a PKCS#12 file in base64 and its passphrase, or null to show none */
  'network.keepClientCertificate': procedure<NetworkView>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({
      baseUrl,
      certificate: z.strictObject({ file: z.string().max(2_000_000), passphrase: line }).nullable(),
    }),
  }),
};
