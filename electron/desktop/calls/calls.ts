import { z } from 'zod';
import type { BridgeEvent } from '#contract/window/bridge.ts';
import { DossierError } from '#contract/error.ts';
import type { Failure } from '#contract/error.ts';
import { maxCallLength, tooLargeWords } from '#contract/input/sizes.ts';
import { parseJson } from '#domain/base/json.ts';
import type { HomeGateway } from '#app/client/home-gateway.ts';
import { channels } from './channels.ts';
import type { ShellElectron, ShellMessageEvent } from '../electron.ts';
import type { Keychain } from '../security/keychain.ts';
import type { NativeCalls } from './native.ts';
import { isOwnPage } from '../security/origin.ts';

/** More at once are no person's doing. */
const maxCalls = 500;

const callId = z.string().min(1).max(100);
const callArguments = z.tuple([
  z
    .string()
    .regex(/^[a-z]+\.[A-Za-z]+$/)
    .max(60),
  z.string().max(maxCallLength),
  callId,
  /** The account that the page shows, as `desk.status` names it. */
  z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
]);
const cancelArguments = z.tuple([callId]);

export interface CallRoutes {
  readonly gateway: HomeGateway;
  readonly native: NativeCalls;
  readonly keychain: Keychain;
  /** Whether these are the contents of the program's own window. */
  readonly isWindow: (contents: ShellMessageEvent['sender']) => boolean;
}

/** The calls that are under way. */
export interface WindowCalls {
  /** Resolves when every call that is under way now has been answered: whether there was one. */
  settled(): Promise<boolean>;
  /** Whether a call of this procedure is under way. */
  isRunning(name: string): boolean;
}

/**
 * Answers the calls of the window. What comes is taken only from our page at the top of our window, and only in the
 * shape that the preload script gives it. A page that goes away (closed, loaded again, crashed) cancels nothing: its
 * last edits were sent on its way out, and they are carried out.
 */
export function answerCalls(ipcMain: ShellElectron['ipcMain'], routes: CallRoutes): WindowCalls {
  const running = new Map<
    string,
    { readonly name: string; readonly controller: AbortController; readonly answer: Promise<string> }
  >();

  ipcMain.handle(channels.call, async (event, ...args) => {
    refuseOtherPages(event, routes);
    const parsed = callArguments.safeParse(args);
    if (!parsed.success) return failed({ code: 'usage', message: refusalOf(args) });
    const [name, input, id, account] = parsed.data;
    if (running.has(id) || running.size >= maxCalls) {
      return failed({
        code: 'busy',
        message: 'Too many calls at once, or a call of this name is under way.',
      });
    }
    const controller = new AbortController();
    const answer = route(name, input, account, controller.signal, (progress) => {
      send(event.sender, { kind: 'progress', call: id, event: progress });
    });
    running.set(id, { name, controller, answer });
    try {
      return await answer;
    } finally {
      running.delete(id);
    }
  });

  ipcMain.on(channels.cancel, (event, ...args) => {
    refuseOtherPages(event, routes);
    const parsed = cancelArguments.safeParse(args);
    if (parsed.success) running.get(parsed.data[0])?.controller.abort();
  });

  async function route(
    name: string,
    input: string,
    account: string | undefined,
    signal: AbortSignal,
    onProgress: (event: unknown) => void,
  ): Promise<string> {
    const { gateway, native, keychain } = routes;
    const refusal = native.refusalOf(name, input);
    if (refusal !== null) return failed(refusal);
    if (native.knows(name)) return native.call(name, input, { signal, onProgress });
    const outcome = await gateway.call(name, input, { signal, account, onProgress });
    // Another passphrase ends what the keychain kept for the old one.
    if (name === 'home.protect' && isSuccess(outcome)) keychain.forget();
    return outcome;
  }

  return {
    async settled() {
      const answers = [...running.values()].map(({ answer }) => answer);
      await Promise.allSettled(answers);
      return answers.length > 0;
    },
    isRunning: (wanted) => [...running.values()].some(({ name }) => name === wanted),
  };
}

/** Sends an event to the page, if it is still there. */
export function send(contents: ShellMessageEvent['sender'], event: BridgeEvent): void {
  if (!contents.isDestroyed()) contents.send(channels.event, JSON.stringify(event));
}

/** @throws if the message does not come from our page at the top of our window */
function refuseOtherPages({ sender, senderFrame }: ShellMessageEvent, { isWindow }: CallRoutes): void {
  const ours =
    senderFrame !== null && senderFrame.parent === null && isOwnPage(senderFrame.url) && isWindow(sender);
  if (!ours) throw new DossierError('refused', 'This page may not call the program.');
}

/** A person who gave too much is told so; no other call that is refused comes from our page. */
function refusalOf([, input]: readonly unknown[]): string {
  if (typeof input !== 'string' || input.length <= maxCallLength) return 'This is no call of the window.';
  return tooLargeWords;
}

function failed(error: Failure): string {
  return JSON.stringify({ ok: false, error });
}

function isSuccess(outcome: string): boolean {
  const parsed = parseJson(outcome);
  return (
    parsed.kind === 'ok' &&
    typeof parsed.value === 'object' &&
    parsed.value !== null &&
    'ok' in parsed.value &&
    parsed.value['ok'] === true
  );
}
