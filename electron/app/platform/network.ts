import { defaultNetworkSettings, type NetworkSettings } from '#contract/network.ts';
import { readNetworkSettings } from '#db/tables/accounts/network-settings.ts';
import type { MakeSecureContext } from '#remote/http/certificates.ts';
import type { NetworkTime } from '#remote/http/network-time.ts';
import type { Route } from '#remote/http/proxy-route.ts';
import type { Transport } from '#remote/http/transport.ts';

/** What the network of this computer is known by. */
export interface NetworkParts {
  /** Absolute path of the home, where the settings lie. */
  readonly home: string;
  readonly dataKey: Uint8Array;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What the system answers for an address (`session.resolveProxy`); null if there is no desktop to ask. */
  readonly systemProxy: (url: string) => Promise<string | null>;
}

/** The ways from this computer to services. */
export interface Network {
  /**
   * The network for real, loaded with the first request: a command that stays offline does not pay for it.
   * @param baseUrl as `parseBaseUrl` gives it
   */
  readonly createTransport: (baseUrl: string) => Transport;
  /** Which way the next request to a service takes. */
  readonly routeTo: (baseUrl: string) => Promise<Route>;
}

/** Reads the settings anew for each transport: what is changed holds from the next call on. */
export function createNetwork(parts: NetworkParts): Network {
  let trust: MakeSecureContext | undefined;
  let networkTime: NetworkTime | undefined;

  async function wayTo(baseUrl: string): Promise<{ route: Route; settings: NetworkSettings }> {
    const { chooseRoute } = await import('#remote/http/proxy-route.ts');
    const { isLoopback } = await import('#domain/connection/base-url.ts');
    const target = new URL(baseUrl);
    const read = readNetworkSettings(parts.home, parts.dataKey, baseUrl);
    if (read.kind === 'damaged') {
      const message = 'the network settings of this vault are damaged';
      const advice = 'Choose the proxy anew in the network settings.';
      return { route: { kind: 'unusable', message, advice }, settings: defaultNetworkSettings };
    }
    const settings = read.settings ?? defaultNetworkSettings;
    const isAsked = settings.proxy.kind === 'automatic' && !isLoopback(target.hostname);
    const system = isAsked ? await parts.systemProxy(baseUrl) : null;
    const { environment } = parts;
    return { route: chooseRoute(target, { setting: settings.proxy, environment, system }), settings };
  }

  async function open(baseUrl: string): Promise<Transport> {
    const { createHttpTransport } = await import('#remote/http/http-transport.ts');
    const { trustMachine } = await import('#remote/http/certificates.ts');
    const { createNetworkTime } = await import('#remote/http/network-time.ts');
    const makeContext = (trust ??= trustMachine(parts.environment['NODE_EXTRA_CA_CERTS']));
    networkTime ??= createNetworkTime();
    const { route, settings } = await wayTo(baseUrl);
    const { authorities, clientCertificate: kept } = settings;
    const clientCertificate =
      kept === null ? null : { file: Buffer.from(kept.file, 'base64'), passphrase: kept.passphrase };
    const secureContext = () => makeContext({ authorities, clientCertificate });
    return createHttpTransport({ baseUrl, route, secureContext, networkTime });
  }

  return {
    createTransport(baseUrl) {
      let transport: Promise<Transport> | undefined;
      return {
        send: async (request) => (await (transport ??= open(baseUrl))).send(request),
        close: async () => (await transport)?.close(),
      };
    },
    routeTo: async (baseUrl) => (await wayTo(baseUrl)).route,
  };
}
