import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import type { Clock } from '#contract/ports.ts';
import type { Endpoint } from './endpoint.ts';
import { isProof, proofOf } from './proofs.ts';
import { createLineReader, readGreeting, readSignal, readToHost } from '../rpc/messages.ts';
import type { FromHost, GreetingAnswer, SignalFrame, VaultSignal } from '../rpc/messages.ts';
import { createAnsweringEnd, type RpcChannel } from '../rpc/channel.ts';
import { createInFlightCalls } from '../rpc/in-flight-calls.ts';

/** A call carries at most one file's worth of findings. */
const MAX_CALL_BYTES = 256 * 1024 * 1024;

/** A suspended client reads nothing: it is hung up on after this (milliseconds). */
const HANG_UP_MS = 1_000;

export interface InstanceServerOptions {
  readonly endpoint: Endpoint;
  /** Only clients of the same version are accepted: both sides trust each other's frames. */
  readonly version: string;
  readonly channel: Pick<RpcChannel, 'call' | 'subscribe'>;
  /** See `HostThread`. */
  readonly isIdempotent: (name: string) => boolean;
  /** Bounds how long a lock waits. */
  readonly clock: Clock;
  readonly platform?: NodeJS.Platform;
  /** Is told what a client signals. */
  readonly onSignal?: (signal: VaultSignal) => void;
}

/** The socket by which other commands of the same user use the instance that is running. */
export interface InstanceServer {
  /** How many calls of clients are under way. */
  callCount(): number;
  /** Resolves as soon as no call of a client is under way. */
  idle(): Promise<void>;
  /** Tells every client that a user works in the vault. */
  touch(): void;
  /**
   * Tells every client of the lock, stops their calls at a safe point and takes no more; each still gets its outcome.
   * Resolves when they have it, or do not read it for too long.
   */
  lock(): Promise<void>;
  /** Lets nobody in any more and hangs up. */
  close(): Promise<void>;
}

/**
 * Listens for clients. A client that hangs up cancels its calls; nothing that a client sends ends the instance.
 * @throws (rejects) the system's error if the address cannot be listened on
 */
export async function serveInstance(options: InstanceServerOptions): Promise<InstanceServer> {
  const { channel, isIdempotent, clock } = options;
  const clients = new Set<Socket>();
  const calls = createInFlightCalls();
  let locked = false;
  let closing = false;
  const greeters = new Set<Socket>();

  /** Tells all clients but the one that said so. */
  function spread(signal: VaultSignal, from?: Socket): void {
    const frame: SignalFrame = { kind: 'signal', signal };
    for (const socket of greeters) {
      if (socket !== from && socket.writable) socket.write(`${JSON.stringify(frame)}\n`);
    }
  }

  const server = createServer((socket) => {
    clients.add(socket);
    /** Each resolves for a frame that has not left yet; all do when the client is gone. */
    const leaving = new Set<() => void>();

    function send(frame: FromHost | GreetingAnswer): Promise<void> {
      return new Promise((resolve) => {
        const left = (): void => {
          leaving.delete(left);
          resolve();
        };
        leaving.add(left);
        if (socket.writable) socket.write(`${JSON.stringify(frame)}\n`, left);
        else left();
      });
    }

    const answering = createAnsweringEnd({
      async answer(name, input, context) {
        const answer = await channel.call(name, input, context);
        return answer.kind === 'outcome' ? answer.outcome : null;
      },
      isIdempotent,
      // The client's calls end as broken, and its connection with them.
      subscribe: (listener) => channel.subscribe({ event: listener, broke: () => undefined }),
      send(frame) {
        if (frame.kind !== 'declined') return send(frame);
        socket.destroy();
        return undefined;
      },
      calls,
    });

    let greeted = false;
    const read = createLineReader(MAX_CALL_BYTES, (line) => {
      if (!greeted) {
        // One that comes during a lock finds the vault locked, as soon as this process has given it back.
        const answer = locked ? undefined : welcome(line, options);
        if (answer === undefined) {
          socket.destroy();
          return;
        }
        void send(answer);
        greeted = answer.kind === 'welcome';
        if (greeted) greeters.add(socket);
        else socket.end();
        return;
      }
      const signal = readSignal(line);
      if (signal !== undefined) {
        if (signal === 'touched') spread(signal, socket);
        options.onSignal?.(signal);
        return;
      }
      const frame = readToHost(line);
      if (frame === undefined) socket.destroy();
      else if (frame.kind !== 'call' || (!socket.destroyed && !closing)) answering.receive(frame);
    });
    socket.on('data', (bytes: Buffer) => {
      if (!read(bytes)) socket.destroy();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clients.delete(socket);
      greeters.delete(socket);
      answering.broke();
      for (const left of leaving) left();
    });
  });

  await listen(server, options.endpoint.address, options.platform ?? process.platform);
  return {
    callCount: calls.count,
    idle: calls.idle,
    touch: () => spread('touched'),
    lock() {
      locked = true;
      spread('lock');
      return calls.stop(clock);
    },
    async close() {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Ended, not destroyed: a client that writes at this moment would fail at that before it reads its outcomes.
      for (const socket of clients) socket.end();
      const late = setTimeout(() => {
        for (const socket of clients) socket.destroy();
      }, HANG_UP_MS);
      await closed;
      clearTimeout(late);
    },
  };
}

function welcome(line: string, { endpoint, version }: InstanceServerOptions): GreetingAnswer | undefined {
  const greeting = readGreeting(line);
  if (greeting === undefined) return undefined;
  const { nonce, proof } = greeting;
  if (!isProof(proof, endpoint.secret, 'guest', nonce)) return undefined;
  if (greeting.version === version)
    return { kind: 'welcome', proof: proofOf(endpoint.secret, 'host', nonce) };
  return {
    kind: 'refused',
    message: `Version ${version} of the program has this vault open, this is ${greeting.version}. Close that one first.`,
  };
}

/** The socket file is nobody else's from its first moment on: `listen` binds it before it returns. */
async function listen(server: Server, address: string, platform: NodeJS.Platform): Promise<void> {
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', resolve);
  });
  const before = platform === 'win32' ? undefined : process.umask(0o177);
  try {
    server.listen(address);
  } finally {
    if (before !== undefined) process.umask(before);
  }
  await listening;
}
