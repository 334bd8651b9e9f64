import { EventEmitter } from 'node:events';
import { request as requestHttp } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** What electron-updater asks `net.request` for. */
export interface NetRequest {
  readonly hostname: string;
  readonly port?: string | number;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const open = new Set<ClientRequest>();

/** Ends every request, as a session's `closeAllConnections` does. */
export function closeRequests(): void {
  for (const request of open) request.destroy();
}

/** A request of Electron's network, over HTTP: as there, a redirect is reported and not followed. */
export class DoubleRequest extends EventEmitter {
  readonly #request: ClientRequest;

  constructor({ hostname, port, path, headers }: NetRequest) {
    super();
    this.#request = requestHttp({ hostname, port, path, headers: { ...headers } });
    open.add(this.#request);
    this.#request.once('close', () => open.delete(this.#request));
    this.#request.on('response', (response: IncomingMessage) => {
      const { statusCode = 0 } = response;
      const { location } = response.headers;
      if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
        this.emit('redirect', statusCode, 'GET', location);
      } else this.emit('response', response);
    });
    this.#request.on('error', (error) => this.emit('error', error));
  }
  end(body?: Buffer): void {
    this.#request.end(body);
  }
  abort(): void {
    this.#request.destroy();
  }
}
