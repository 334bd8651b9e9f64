import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';

/** One end of a connection. */
interface End {
  /** IPv4, with or without the prefix of IPv4 in IPv6. */
  readonly address: string;
  readonly port: number;
}

type Ends = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>;

/** A row can be passed over while the kernel changes its table. */
const attempts = 3;

/**
 * Whether another user of this machine may have the far end of a loopback connection. The one-time key is in the command
 * line of the browser that is opened, which every user can read: it admits only the program's owner. On Linux a caller
 * whose user is not found counts as another; no other system tells, and there nobody does.
 */
export function isOtherUsers(
  { remoteAddress, remotePort, localAddress, localPort }: Ends,
  readTables: () => readonly string[] = tablesOfKernel,
): boolean {
  const own = process.getuid?.();
  if (process.platform !== 'linux' || own === undefined) return false;
  if (remoteAddress === undefined || remotePort === undefined) return true;
  if (localAddress === undefined || localPort === undefined) return true;
  const from = { address: remoteAddress, port: remotePort };
  const to = { address: localAddress, port: localPort };
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const owners = readTables().flatMap((table) => ownersOf(table, { from, to }));
    if (owners.length > 0) return owners.some((owner) => owner !== own);
  }
  return true;
}

/** A socket of IPv6 that speaks IPv4 stands in the second table. */
function tablesOfKernel(): readonly string[] {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((path) => {
    try {
      return [readFileSync(path, 'latin1')];
    } catch {
      return [];
    }
  });
}

/**
 * The users whose sockets have these ends.
 * @param table as the kernel shows it: number, own address, other address, state, queues, timer, retries, user, …
 */
export function ownersOf(table: string, { from, to }: { readonly from: End; readonly to: End }): number[] {
  const [near, far] = [formsOf(from), formsOf(to)];
  return table.split('\n').flatMap((line) => {
    const [, local = '', remote = '', , , , , user] = line.trim().split(/\s+/u);
    return near.includes(local) && far.includes(remote) && user !== undefined ? [Number(user)] : [];
  });
}

/** An end as the tables of IPv4 and IPv6 write it: words of 32 bits in the order of the machine. None for another address. */
function formsOf({ address, port }: End): readonly string[] {
  const plain = address.replace(/^::ffff:/iu, '');
  if (!isIPv4(plain)) return [];
  const inOrder = (bytes: readonly number[]): string =>
    Buffer.from(endianness() === 'LE' ? bytes.toReversed() : bytes)
      .toString('hex')
      .toUpperCase();
  const word = inOrder(plain.split('.').map(Number));
  const onPort = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return [word, `${'0'.repeat(16)}${inOrder([0, 0, 0xff, 0xff])}${word}`].map((form) => form + onPort);
}
