import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A proxy between the program and a service on this machine, whose connection can be cut and restored. */
export interface TcpProxy {
  /** The service's address as it is reached through the proxy. */
  readonly baseUrl: string;
  readonly pull: () => Promise<void>;
  readonly plug: () => Promise<void>;
}

/** Starts a proxy before a service on loopback, connected. */
export async function startTcpProxy(serviceUrl: string): Promise<TcpProxy> {
  const target = new URL(serviceUrl);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  let letGo: (() => Promise<void>) | null = null;

  return {
    baseUrl: `http://127.0.0.1:${String(port)}${target.pathname}`,
    pull: async () => {
      letGo ??= await closeAndHold(
        port,
        () =>
          new Promise((resolve) => {
            server.close(() => resolve());
            for (const socket of sockets) socket.destroy();
          }),
      );
    },
    plug: async () => {
      await letGo?.();
      letGo = null;
      await listen(port);
    },
  };
}

/**
 * Ends a listener on loopback and keeps its port. A client that connects is refused, and the system gives the port to nobody
 * who asks for any free one. Left free, it went to another program's service, which answered in the place of the one
 * that was to be out of reach.
 * @param close ends the listener on `port`
 * @returns lets go of the port, which can be listened on again then; a program that ends has let go of it
 */
export async function closeAndHold(port: number, close: () => Promise<void>): Promise<() => Promise<void>> {
  // It listens before the port is free, or it might be given that very port.
  const listener = createServer((held) => {
    held.unref();
    // To be let go of is what it is there for.
    held.on('error', () => held.destroy());
  }).unref();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  await close();
  const { port: to } = listener.address() as AddressInfo;
  const holder = connect({ host: '127.0.0.1', port: to, localAddress: '127.0.0.1', localPort: port }).unref();
  await once(holder, 'connect');
  return async () => {
    const closed = once(holder, 'close');
    holder.resetAndDestroy();
    listener.close();
    await closed;
  };
}
