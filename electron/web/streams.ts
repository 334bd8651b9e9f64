import type { ServerResponse } from 'node:http';
import { headers, reply } from './reply.ts';

/** The event streams of the open pages. */
export interface Streams {
  /** Keeps the response open as a stream until the page or the server goes; refuses it if there are too many. */
  add(response: ServerResponse): void;
  /** @param json one line of JSON text */
  send(event: 'desk' | 'progress', json: string): void;
  end(): void;
}

/** Something is said at least this often, so that either side notices when the other is gone. */
const HEARTBEAT_MS = 15_000;
/** A page that takes nothing any more (a laptop asleep) is hung up on; it comes back by itself and asks again. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
const RETRY_MS = 1_000;
/** The pages of a browser share one; a page that opens them without end gets no more. */
const MAX_STREAMS = 64;

/** Begins with no page listening. */
export function createStreams(): Streams {
  const open = new Set<ServerResponse>();

  function write(text: string): void {
    for (const response of open) {
      if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
      else response.write(text);
    }
  }

  const heartbeat = setInterval(() => write(': here\n\n'), HEARTBEAT_MS);
  heartbeat.unref();

  return {
    add(response) {
      if (open.size >= MAX_STREAMS) {
        reply(response, 503, 'text/plain; charset=utf-8', 'Too many pages listen already.');
        return;
      }
      response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
      response.write(`retry: ${String(RETRY_MS)}\n\n`);
      open.add(response);
      response.on('close', () => open.delete(response));
    },
    send(event, json) {
      write(`event: ${event}\ndata: ${json}\n\n`);
    },
    end() {
      clearInterval(heartbeat);
      for (const response of open) response.end();
    },
  };
}
