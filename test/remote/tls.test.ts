import { afterEach, describe, expect, test, vi } from 'vitest';
import { trustMachine } from '#remote/http/certificates.ts';
import { createHttpTransport } from '#remote/http/http-transport.ts';
import type { TransportAnswer } from '#remote/http/transport.ts';
import {
  certificateElsewhere,
  certificateExpired,
  certificateHere,
  testKey,
} from '../faults/certificates.ts';
import { faultServer, httpAnswer } from '../faults/servers.ts';
import type { FaultServer } from '../faults/servers.ts';

let server: FaultServer | undefined;
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await server?.close();
});

async function ask(cert: string, ca?: string): Promise<TransportAnswer> {
  server = await faultServer((socket) => socket.write(httpAnswer(200)), { tls: { key: testKey, cert } });
  const transport = createHttpTransport({
    baseUrl: server.baseUrl,
    secureContext: () => trustMachine(undefined)({ authorities: ca ?? null, clientCertificate: null }),
  });
  try {
    return await transport.send({ method: 'PUT', url: `${server.baseUrl}scans/p`, headers: {}, body: '{}' });
  } finally {
    await transport.close();
  }
}

describe('a service over TLS', () => {
  test('is reached when its certificate is trusted', async () => {
    expect(await ask(certificateHere, certificateHere)).toMatchObject({ kind: 'response', status: 200 });
  });

  test.each([
    ['signed by nobody', certificateHere, undefined, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['of another host', certificateElsewhere, certificateElsewhere, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['that has expired', certificateExpired, certificateExpired, 'CERT_HAS_EXPIRED'],
  ])('with a certificate %s gets nothing', async (_what, cert, ca, code) => {
    const answer = await ask(cert, ca);
    expect(answer).toMatchObject({ kind: 'failed', phase: 'before-send', reason: 'tls' });
    expect(answer).toHaveProperty('message', expect.stringContaining(code));
    expect(server?.received).toHaveLength(0);
  });

  test('is verified also where the environment switches verification off', async () => {
    // Node warns about the variable, rightly; the test's output is no place for it.
    vi.spyOn(process, 'emitWarning').mockReturnValue(undefined);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    expect(await ask(certificateHere)).toMatchObject({ kind: 'failed', phase: 'before-send', reason: 'tls' });
    expect(server?.received).toHaveLength(0);
  });

  test('that does not speak TLS at all gets nothing', async () => {
    server = await faultServer((socket) => socket.write(httpAnswer(200)), {
      onConnect: (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
    });
    const baseUrl = server.baseUrl.replace('http:', 'https:');
    const transport = createHttpTransport({ baseUrl });
    const answer = await transport.send({ method: 'GET', url: `${baseUrl}users/me`, headers: {} });
    await transport.close();
    expect(answer).toMatchObject({ kind: 'failed', phase: 'before-send', reason: 'tls' });
  });
});
