import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service on this machine that takes everybody for Mara and writes down with which token they came. */
export interface Recorder {
  readonly origin: string;
  /** The token of each request, as it came. */
  readonly received: string[];
  close(): void;
}

export async function startRecorder(): Promise<Recorder> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(String(request.headers['x-service-token']));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":"u1","name":"Mara"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
