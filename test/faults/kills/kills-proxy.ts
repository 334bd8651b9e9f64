import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A network between the program and the service in which every piece that passes is seen. */
export interface WatchedProxy {
  readonly baseUrl: string;
  /** Is told of each piece before it is passed on, and again right after; a piece is one write of either side. */
  watch(watcher: ((piece: number, moment: 'before' | 'after') => void) | null): void;
  /** Connections that were closed because nothing had passed for a while. */
  readonly idleClosed: () => number;
  close(): Promise<void>;
}

/**
 * Starts a proxy before a service on loopback.
 * @param idleMs ends a connection over which nothing passed for so long, without announcing it, as routers and
 *   servers do; undefined keeps them
 */
export async function startWatchedProxy(serviceUrl: string, idleMs?: number): Promise<WatchedProxy> {
  const target = new URL(serviceUrl);
  const sockets = new Set<Socket>();
  let watcher: ((piece: number, moment: 'before' | 'after') => void) | null = null;
  let pieces = 0;
  let idleClosed = 0;

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let idle: NodeJS.Timeout | undefined;
    let passed = 0;
    const rest = (): void => {
      clearTimeout(idle);
      if (idleMs === undefined) return;
      const last = passed;
      idle = setTimeout(() => {
        // What has come meanwhile is read before this: a process that was kept waiting is no idle connection.
        setImmediate(() => {
          if (passed !== last) return;
          idleClosed += 1;
          near.destroy();
        });
      }, idleMs);
    };
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('data', (bytes) => {
        passed += 1;
        pieces += 1;
        const piece = pieces;
        watcher?.(piece, 'before');
        other.write(bytes);
        watcher?.(piece, 'after');
        // A request under way is no idle connection.
        if (socket === far) rest();
        else clearTimeout(idle);
      });
      socket.on('error', () => other.destroy());
      // What arrived before the other side died is still passed on: it was on the wire.
      socket.on('end', () => other.end());
      socket.on('close', () => {
        clearTimeout(idle);
        sockets.delete(socket);
        other.end();
      });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${String(port)}${target.pathname}`,
    watch(next) {
      watcher = next;
      pieces = 0;
    },
    idleClosed: () => idleClosed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
