import type { CertificateView, NetworkView, ProxySetting } from '#contract/network.ts';
import { secret } from '../../input/ask-secret.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { readBinaryFile, readTextFile } from '../../input/files.ts';
import { plain } from '../../output/text.ts';

const MAX_CERTIFICATE_BYTES = 1_024 * 1_024;

export const show: CommandRun = async (context) => {
  return told(context, await context.call('network.read', { baseUrl: serviceOf(context) }));
};

export const proxy: CommandRun = async (context) => {
  const { args, call } = context;
  const [address = ''] = args.positionals;
  const name = args.text('name') ?? null;
  const chosen: ProxySetting =
    address === 'automatic' || address === 'none'
      ? { kind: address }
      : {
          kind: 'manual',
          address,
          name,
          password: name === null ? null : await secret(context, 'Password of the proxy'),
        };
  return told(context, await call('network.keepProxy', { baseUrl: serviceOf(context), proxy: chosen }));
};

export const authorities: CommandRun = async (context) => {
  const { args, call, folder, signal } = context;
  const [path = ''] = args.positionals;
  const pem =
    path === 'none' || path === 'automatic'
      ? null
      : await readTextFile(path, { folder, maxBytes: MAX_CERTIFICATE_BYTES, signal });
  return told(context, await call('network.keepAuthorities', { baseUrl: serviceOf(context), pem }));
};

export const clientCertificate: CommandRun = async (context) => {
  const { args, call, folder, signal } = context;
  const [path = ''] = args.positionals;
  const baseUrl = serviceOf(context);
  if (path === 'none' || path === 'automatic') {
    return told(context, await call('network.keepClientCertificate', { baseUrl, certificate: null }));
  }
  const file = await readBinaryFile(path, { folder, maxBytes: MAX_CERTIFICATE_BYTES, signal });
  const passphrase = await secret(context, 'Passphrase of the certificate file');
  const certificate = { file: file.toString('base64'), passphrase };
  return told(context, await call('network.keepClientCertificate', { baseUrl, certificate }));
};

function serviceOf({ args }: CommandContext): string | null {
  return args.text('base-url') ?? null;
}

function told({ out }: CommandContext, view: NetworkView): number {
  out.answer(view, () =>
    [
      `Service: ${plain(view.baseUrl)}`,
      `Proxy: ${proxyText(view.proxy)}`,
      `Way: ${plain(view.route)}`,
      ...view.authorities.map((one) => `Trusted besides: ${certificate(one)}`),
      ...(view.clientCertificate === null
        ? []
        : [`Client certificate: ${certificate(view.clientCertificate)}`]),
      '',
    ].join('\n'),
  );
  return 0;
}

function proxyText(proxy: NetworkView['proxy']): string {
  switch (proxy.kind) {
    case 'automatic':
      return 'as this computer says';
    case 'none':
      return 'none';
    case 'manual':
      return `${plain(proxy.address)}${proxy.name === null ? '' : `, as ${plain(proxy.name)}`}`;
  }
}

function certificate({ subject, issuer, validFrom, validTo, fingerprint }: CertificateView): string {
  const days = `valid from ${validFrom.slice(0, 10)} to ${validTo.slice(0, 10)}`;
  return `${plain(subject)}, by ${plain(issuer)}, ${days}, SHA-256 ${fingerprint}`;
}
