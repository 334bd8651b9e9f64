import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A network cable between the program and a service on this machine, to be pulled out and put back. */
export interface Cable {
  /** The service's address as it is reached through the cable. */
  readonly baseUrl: string;
  readonly pull: () => Promise<void>;
  readonly plug: () => Promise<void>;
}

/** Lays a cable to a service on loopback, plugged in. */
export async function layCable(serviceUrl: string): Promise<Cable> {
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

  return {
    baseUrl: `http://127.0.0.1:${String(port)}${target.pathname}`,
    pull: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    plug: () => listen(port),
  };
}
