import type { networkProcedures } from '#contract/procedures/program/network.ts';
import { DossierError } from '#contract/error.ts';
import {
  defaultNetworkSettings,
  type NetworkSettings,
  type NetworkView,
  type ProxySetting,
} from '#contract/network.ts';
import { readNetworkSettings, writeNetworkSettings } from '#db/tables/accounts/network-settings.ts';
import { parseBaseUrl } from '#domain/connection/base-url.ts';
import { readAuthorities, readClientCertificate } from '#remote/http/certificates.ts';
import { proxyAddressProblem, routeText } from '#remote/http/proxy-route.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Network, NetworkParts } from '../../platform/network.ts';
import type { HostHandlers } from '../../rpc/dispatch.ts';

/** The procedures of the network settings (`#contract/network.ts`). */
export function networkHandlers(
  accounts: Accounts,
  { home, dataKey, routeTo }: Pick<NetworkParts, 'home' | 'dataKey'> & Pick<Network, 'routeTo'>,
): HostHandlers<typeof networkProcedures> {
  function serviceOf(given: string | null): string {
    if (given === null) return accounts.current().connection.baseUrl;
    const address = parseBaseUrl(given);
    if (address.kind === 'invalid') throw new DossierError('usage', address.message);
    return address.baseUrl;
  }

  function settingsOf(baseUrl: string): NetworkSettings {
    const read = readNetworkSettings(home, dataKey, baseUrl);
    return (read.kind === 'damaged' ? null : read.settings) ?? defaultNetworkSettings;
  }

  function keep(given: string | null, change: (before: NetworkSettings) => NetworkSettings) {
    const baseUrl = serviceOf(given);
    writeNetworkSettings(home, dataKey, baseUrl, change(settingsOf(baseUrl)));
    return viewOf(baseUrl);
  }

  async function viewOf(baseUrl: string): Promise<NetworkView> {
    const { proxy, authorities, clientCertificate } = settingsOf(baseUrl);
    const trusted = authorities === null ? null : readAuthorities(authorities);
    const shown =
      clientCertificate === null
        ? null
        : readClientCertificate({
            file: Buffer.from(clientCertificate.file, 'base64'),
            passphrase: clientCertificate.passphrase,
          });
    return {
      baseUrl,
      proxy:
        proxy.kind === 'manual'
          ? {
              kind: 'manual',
              address: proxy.address,
              name: proxy.name,
              hasPassword: proxy.password !== null,
            }
          : { kind: proxy.kind },
      route: routeText(await routeTo(baseUrl)),
      authorities: trusted?.kind === 'ok' ? trusted.certificates : [],
      clientCertificate: (shown?.kind === 'ok' ? shown.certificates[0] : undefined) ?? null,
    };
  }

  return {
    'network.read': ({ baseUrl }) => viewOf(serviceOf(baseUrl)),
    'network.keepProxy': ({ baseUrl, proxy }) =>
      keep(baseUrl, (before) => ({ ...before, proxy: checkedProxy(proxy, before.proxy) })),
    'network.keepAuthorities': ({ baseUrl, pem }) =>
      keep(baseUrl, (before) => {
        const read = pem === null ? null : readAuthorities(pem);
        if (read?.kind === 'invalid') throw new DossierError('invalid', read.message);
        return { ...before, authorities: pem };
      }),
    'network.keepClientCertificate': ({ baseUrl, certificate }) =>
      keep(baseUrl, (before) => {
        if (certificate === null) return { ...before, clientCertificate: null };
        const { file, passphrase } = certificate;
        const read = readClientCertificate({ file: Buffer.from(file, 'base64'), passphrase });
        if (read.kind === 'invalid') throw new DossierError('invalid', read.message);
        return { ...before, clientCertificate: { file, passphrase } };
      }),
  };
}

/** What is stored of a proxy that was typed: the password of before goes on to the same name at the same proxy alone. */
function checkedProxy(typed: ProxySetting, before: ProxySetting): ProxySetting {
  if (typed.kind !== 'manual') return typed;
  const address = typed.address.trim();
  const problem = proxyAddressProblem(address);
  if (problem !== null) throw new DossierError('invalid', problem);
  const name = typed.name === null || typed.name.trim() === '' ? null : typed.name.trim();
  if (name?.includes(':') === true) {
    throw new DossierError(
      'invalid',
      'The name for the proxy has a colon, which cannot be sent. Leave it out.',
    );
  }
  const same = before.kind === 'manual' && before.address === address && before.name === name;
  const password = name === null ? null : (typed.password ?? (same ? before.password : null));
  return { kind: 'manual', address, name, password };
}
