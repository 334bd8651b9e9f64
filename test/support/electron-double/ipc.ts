import { EventEmitter } from 'node:events';
import type { ShellMessageEvent } from '../../../electron/desktop/electron.ts';

type Handler = (event: ShellMessageEvent, ...args: unknown[]) => Promise<string>;

/** The main process's side of messages. */
export class DoubleIpc extends EventEmitter {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  /** Calls the handler as a message would; rejects in Electron's words. */
  async invoke(event: ShellMessageEvent, channel: string, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    try {
      return await handler(event, ...args);
    } catch (error) {
      throw new Error(`Error invoking remote method '${channel}': ${String(error)}`, { cause: error });
    }
  }
}
