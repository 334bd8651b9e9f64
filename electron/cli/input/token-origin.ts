import { parseBaseUrl } from '#domain/connection/base-url.ts';
import { wrong, type Arguments } from '../command/arguments.ts';

/** The origin of `--token-for`; null if the token of the environment keeps to its own. @throws DossierError `usage` */
export function givenOrigin(args: Arguments): string | null {
  const given = args.text('token-for');
  if (given === undefined) return null;
  const address = parseBaseUrl(given);
  if (address.kind === 'ok') return new URL(address.baseUrl).origin;
  throw wrong('The option --token-for takes the address of a service, as https://HOST.', args.command);
}
