import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/**
 * Whether another user of this machine has the far end of a loopback connection. The one-time key is in the command
 * line of the browser that is opened, which every user can read: it admits only the program's owner. Linux alone tells;
 * elsewhere, and if it does not, the answer is false.
 */
export function isOtherUsers({ remotePort, localPort }: Pick<Socket, 'remotePort' | 'localPort'>): boolean {
  const own = process.getuid?.();
  if (process.platform !== 'linux' || own === undefined) return false;
  if (remotePort === undefined || localPort === undefined) return false;
  try {
    const owner = ownerOf(readFileSync('/proc/net/tcp', 'latin1'), { from: remotePort, to: localPort });
    return owner !== null && owner !== own;
  } catch {
    return false;
  }
}

/**
 * The user whose socket on 127.0.0.1 has these ports, or null.
 * @param table as the kernel shows it: number, own address, other address, state, queues, timer, retries, user, …
 */
export function ownerOf(
  table: string,
  { from, to }: { readonly from: number; readonly to: number },
): number | null {
  const [near, far] = [addressOf(from), addressOf(to)];
  for (const line of table.split('\n')) {
    const [, local, remote, , , , , user] = line.trim().split(/\s+/u);
    if (local === near && remote === far && user !== undefined) return Number(user);
  }
  return null;
}

/** 127.0.0.1 with a port, as the table writes it on machines whose lowest byte comes first. */
function addressOf(port: number): string {
  return `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
}
