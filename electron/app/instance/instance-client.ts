import { connect } from 'node:net';
import { DossierError } from '#contract/error.ts';
import type { Endpoint } from './endpoint.ts';
import { isProof, newNonce, proofOf } from './proofs.ts';
import { createLineReader, readFromHost, readGreetingAnswer, readSignal } from '../rpc/messages.ts';
import type { Greeting, SignalFrame, VaultSignal } from '../rpc/messages.ts';
import { createChannel } from '../rpc/channel.ts';
import type { RpcChannel } from '../rpc/channel.ts';

/** An answer may be a whole engagement with its evidence. */
const MAX_ANSWER_BYTES = 512 * 1024 * 1024;

/** A way to the instance that has the home open. */
export interface InstanceConnection {
  readonly channel: RpcChannel;
  signal(signal: VaultSignal): void;
  /** Resolves when the instance has hung up. */
  readonly ended: Promise<void>;
  close(): void;
}

/**
 * Reaches the running instance.
 * @param giveUp ends the attempt. A suspended or hanging instance accepts connections and says nothing.
 * @param onSignal is told what the instance signals
 * @returns undefined if nobody answers there (not yet, or not any more), or what answers is not the instance
 * @throws DossierError 'busy' if the instance does not let this program in
 */
export function connectToInstance(
  endpoint: Endpoint,
  version: string,
  giveUp: AbortSignal,
  onSignal: (signal: VaultSignal) => void = () => undefined,
): Promise<InstanceConnection | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(endpoint.address);
    const hungUp = Promise.withResolvers<void>();
    const channel = createChannel((frame) => {
      if (socket.writable) socket.write(`${JSON.stringify(frame)}\n`);
    });
    const stop = (): void => {
      socket.destroy();
    };
    const settle = (connection: InstanceConnection | undefined): void => {
      giveUp.removeEventListener('abort', stop);
      resolve(connection);
    };
    giveUp.addEventListener('abort', stop, { once: true });
    if (giveUp.aborted) stop();

    const nonce = newNonce();
    let greeted = false;
    const read = createLineReader(MAX_ANSWER_BYTES, (line) => {
      if (greeted) {
        const signal = readSignal(line);
        if (signal !== undefined) {
          onSignal(signal);
          return;
        }
        const frame = readFromHost(line);
        if (frame === undefined) socket.destroy();
        else channel.receive(frame);
        return;
      }
      const answer = readGreetingAnswer(line);
      if (answer?.kind === 'welcome' && isProof(answer.proof, endpoint.secret, 'host', nonce)) {
        greeted = true;
        settle({
          channel,
          signal(told) {
            const frame: SignalFrame = { kind: 'signal', signal: told };
            if (socket.writable) socket.write(`${JSON.stringify(frame)}\n`);
          },
          ended: hungUp.promise,
          close: () => socket.end(),
        });
        return;
      }
      if (answer?.kind === 'refused') reject(new DossierError('busy', answer.message));
      socket.destroy();
    });
    socket.on('connect', () => {
      const proof = proofOf(endpoint.secret, 'guest', nonce);
      const greeting: Greeting = { kind: 'hello', version, nonce, proof };
      socket.write(`${JSON.stringify(greeting)}\n`);
    });
    socket.on('data', (bytes: Buffer) => {
      if (!read(bytes)) socket.destroy();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      channel.broke();
      hungUp.resolve();
      settle(undefined);
    });
  });
}
