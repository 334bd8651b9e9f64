import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import type { Endpoint } from './endpoint.ts';
import { isProof, proofOf } from './proofs.ts';
import { createLineReader, readGreeting, readSignal, readToHost } from '../rpc/messages.ts';
import type { FromHost, GreetingAnswer, SignalFrame, ToHost, VaultSignal } from '../rpc/messages.ts';
import type { RpcChannel } from '../rpc/channel.ts';

/** A call carries at most one file's worth of findings. */
const MAX_CALL_BYTES = 256 * 1024 * 1024;

/** A guest that is suspended reads nothing: it is hung up on after this (milliseconds). */
const HANG_UP_MS = 1_000;

export interface InstanceServerOptions {
  readonly endpoint: Endpoint;
  /** Only guests of the same version are let in: both sides trust each other's frames. */
  readonly version: string;
  readonly channel: Pick<RpcChannel, 'call' | 'subscribe'>;
  /** See `HostThread`. */
  readonly isIdempotent: (name: string) => boolean;
  readonly platform?: NodeJS.Platform;
  /** Is told what a guest signals. */
  readonly onSignal?: (signal: VaultSignal) => void;
}

/** The socket by which other commands of the same user use the instance that is running. */
export interface InstanceServer {
  /** How many calls of guests are under way. */
  callCount(): number;
  /** Resolves as soon as no call of a guest is under way. */
  idle(): Promise<void>;
  /** Tells every guest that somebody works in the vault. */
  touch(): void;
  /** Tells every guest of the lock, stops their calls at a safe point and takes no more; each still gets its outcome. */
  lock(): void;
  /** Lets nobody in any more and hangs up. */
  close(): Promise<void>;
}

/**
 * Listens for guests. A guest that hangs up takes its calls back; nothing a guest sends ends the instance.
 * @throws (rejects) the system's error if the address cannot be listened on
 */
export async function serveInstance(options: InstanceServerOptions): Promise<InstanceServer> {
  const guests = new Set<Socket>();
  const running = new Set<AbortController>();
  let locked = false;
  let closing = false;
  let calls = 0;
  let onIdle: (() => void)[] = [];
  const greeters = new Set<Socket>();

  /** Tells all guests but the one that said so. */
  function spread(signal: VaultSignal, from?: Socket): void {
    const frame: SignalFrame = { kind: 'signal', signal };
    for (const socket of greeters) {
      if (socket !== from && socket.writable) socket.write(`${JSON.stringify(frame)}\n`);
    }
  }

  const server = createServer((socket) => {
    guests.add(socket);
    const aborts = new Map<number, AbortController>();
    const send = (frame: FromHost | GreetingAnswer, written?: () => void): void => {
      if (socket.writable) socket.write(`${JSON.stringify(frame)}\n`, () => written?.());
      else written?.();
    };
    /** Resolves when the frame has left, or cannot leave any more. */
    const tell = (frame: FromHost): Promise<void> =>
      new Promise((resolve) => {
        socket.once('close', resolve);
        send(frame, () => {
          socket.off('close', resolve);
          resolve();
        });
      });

    async function run(frame: ToHost & { kind: 'call' }): Promise<void> {
      const { id, name, input, token, tokenFor, account } = frame;
      const controller = new AbortController();
      aborts.set(id, controller);
      running.add(controller);
      if (locked) controller.abort();
      calls += 1;
      try {
        // Told before the call begins: a client that does not know that its call was accepted repeats it elsewhere.
        // Once sent, it arrives even if this process is killed.
        await tell({ kind: 'accepted', id, idempotent: options.isIdempotent(name) });
        const answer = await options.channel.call(name, input, {
          token,
          tokenFor,
          account,
          signal: controller.signal,
          progress: (event) => send({ kind: 'progress', id, event }),
        });
        if (answer.kind === 'broken') socket.destroy();
        else await tell({ kind: 'outcome', id, outcome: answer.outcome });
      } finally {
        aborts.delete(id);
        running.delete(controller);
        calls -= 1;
        if (calls === 0) {
          for (const resolve of onIdle) resolve();
          onIdle = [];
        }
      }
    }

    let endEvents: (() => void) | undefined;
    function tellEvents(on: boolean): void {
      endEvents?.();
      endEvents = on
        ? options.channel.subscribe({
            event: (event) => send({ kind: 'event', event }),
            // The guest's calls end as broken, and its connection with them.
            broke: () => undefined,
          })
        : undefined;
    }

    let greeted = false;
    const read = createLineReader(MAX_CALL_BYTES, (line) => {
      if (!greeted) {
        // One that comes during a lock finds the vault locked, as soon as this process has given it back.
        const answer = locked ? undefined : welcome(line, options);
        if (answer === undefined) {
          socket.destroy();
          return;
        }
        send(answer);
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
      else if (frame.kind === 'events') tellEvents(frame.on);
      else if (frame.kind === 'cancel') aborts.get(frame.id)?.abort();
      else if (!socket.destroyed && !closing) void run(frame);
    });
    socket.on('data', (bytes: Buffer) => {
      if (!read(bytes)) socket.destroy();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      guests.delete(socket);
      greeters.delete(socket);
      tellEvents(false);
      for (const controller of aborts.values()) controller.abort();
    });
  });

  await listen(server, options.endpoint.address, options.platform ?? process.platform);
  return {
    callCount: () => calls,
    idle: () => (calls === 0 ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve))),
    touch: () => spread('touched'),
    lock() {
      locked = true;
      spread('lock');
      for (const controller of running) controller.abort();
    },
    async close() {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Ended, not destroyed: a guest that writes at this moment would fail at that before it reads its outcomes.
      for (const socket of guests) socket.end();
      const late = setTimeout(() => {
        for (const socket of guests) socket.destroy();
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
