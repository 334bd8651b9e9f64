import type { Transport } from '#remote/transport.ts';

/**
 * The network for real, loaded with the first request: a command that stays offline does not pay for it.
 * @param baseUrl as `parseBaseUrl` gives it
 */
export function createLazyTransport(baseUrl: string): Transport {
  let transport: Promise<Transport> | undefined;
  const open = async (): Promise<Transport> => {
    const { createHttpTransport } = await import('#remote/http.ts');
    return createHttpTransport({ baseUrl });
  };
  return {
    send: async (request) => (await (transport ??= open())).send(request),
    close: async () => (await transport)?.close(),
  };
}
