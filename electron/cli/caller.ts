import { DossierError, type Outcome } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import type { ToldNotice } from '#contract/notice.ts';
import type { ProcedureAnswers, ProcedureName } from '#contract/procedures/index.ts';
import { cleanToken } from '#domain/account/token.ts';
import type { HostCallOptions, HostSession } from '#app/client.ts';
import type { Arguments } from './command/arguments.ts';
import { homeFolder } from '#app/client/home-folder.ts';
import type { Moment } from './output/moment.ts';
import type { Output, Sink } from './output/output.ts';
import { createProgress, everySecond } from './output/progress.ts';
import { askHidden, askYes, canAsk } from './input/prompt.ts';
import { askNewPassphrase } from './input/new-passphrase.ts';
import { givenOrigin } from './input/token-origin.ts';
import { givenPassphrase, recoveryCodeTeller } from './input/secrets.ts';

export interface CallerOptions {
  readonly args: Arguments;
  readonly out: Output;
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** The command's way to the host. */
export interface Caller {
  readonly call: <N extends ProcedureName>(name: N, input: Json) => Promise<ProcedureAnswers[N]>;
  /** As `call`, but the answer stays the JSON text that it is. */
  readonly callForText: (name: ProcedureName, input: Json) => Promise<string>;
  /** Whether this command is the first that was told of a rescue that may have lost work. */
  readonly metLoss: () => boolean;
  /** Gives the home back; if other commands still use it through this process, after them. */
  close(): Promise<void>;
}

/** One call of a host that is open. */
type Ask<A> = (session: HostSession, options: HostCallOptions) => Promise<Outcome<A>>;

/** Procedures that need a token: a person at a terminal is asked for it if none works. */
const needsToken: ReadonlySet<ProcedureName> = new Set([
  'connection.connect',
  'connection.whoami',
  'engagement.discover',
  'sync.run',
]);

/** Opens the home with the first call, with the secrets that the terminal contract names. */
export function createCaller({ args, out, version, env, folder, signal }: CallerOptions): Caller {
  let session: HostSession | undefined;
  let opening: Promise<HostSession> | undefined;
  let token: string | null | undefined;
  /** As `CallContext` has it: the token is of the environment until the user types one. */
  let tokenFor: string | null | undefined = givenOrigin(args);
  /**
   * The account that the command began with, or has opened itself. What it does later, after a question to the person
   * for instance, is done for this one or not at all (promise 9).
   */
  let account: string | undefined;
  let met = false;

  async function open(): Promise<HostSession> {
    const { openHost } = await import('#app/client.ts');
    return openHost({
      home: homeFolder(args.text('home'), env, folder),
      mayMakeVault: args.command?.makesVault === true,
      version,
      passphrase: {
        given: givenPassphrase(args.text('passphrase-fd'), env),
        ask: canAsk() ? (question) => askHidden(question, signal) : null,
        askNew: canAsk() ? (home) => askNewPassphrase(out, signal, home) : null,
        showRecoveryCode: recoveryCodeTeller(process.stderr),
      },
      tell: out.note,
      signal,
      debug: args.flag('debug'),
    });
  }

  /** Before the command's own answer, from this thread: the report of a repair must not be cut off with the host's. */
  async function attend(opened: HostSession): Promise<void> {
    const outcome = await opened.call('notice.tell', {}, { token: null, signal });
    if (!outcome.ok || outcome.value.length === 0) return;
    const told = outcome.value.map(({ id, kind, at, sentences }) => ({ id, kind, at, sentences }));
    out.attend(
      told,
      outcome.value.flatMap((notice) => noticeLines(notice, out.moment)),
    );
    if (outcome.value.some(({ isNew, stays, kind }) => isNew && stays && kind === 'rescue')) met = true;
  }

  function takeToken(given: string | undefined, from: string): string | null {
    const cleaned = cleanToken(given, from);
    if (cleaned.notice !== null) out.note(cleaned.notice);
    return cleaned.token;
  }

  async function callOnce<A>(ask: Ask<A>): Promise<A> {
    if (token === undefined) token = takeToken(env['DOSSIER_TOKEN'], 'DOSSIER_TOKEN');
    if (session === undefined) {
      // What fails is not asked for again: a command that goes on without the ids of its arguments fails with the same.
      session = await (opening ??= open());
      await attend(session);
    }
    const progress = createProgress({
      out,
      stderr: forProgress(process.stderr, env),
      quiet: args.flag('quiet'),
      nowMs: () => performance.now(),
      everySecond,
    });
    try {
      const outcome = await ask(session, {
        token,
        tokenFor,
        account,
        signal,
        onProgress: (event) => progress.show(event),
      });
      account = outcome.account ?? account;
      if (outcome.ok) return outcome.value;
      throw DossierError.of(outcome.error);
    } finally {
      progress.end();
    }
  }

  async function callHelped<A>(name: ProcedureName, ask: Ask<A>): Promise<A> {
    try {
      return await callOnce(ask);
    } catch (error) {
      // The first search by words since the last sync has the text indexed.
      if (error instanceof DossierError && error.code === 'indexing') {
        await callOnce((open, options) => open.call('sync.index', {}, options));
        return callOnce(ask);
      }
      if (!canAsk()) throw error;
      const asked = askedOrigin(error);
      if (asked !== null) {
        const { origin, what } = asked;
        if (!(await askYes(`${what} Send it to ${origin} too?`, signal))) throw error;
        tokenFor = origin;
        return callOnce(ask);
      }
      if (token !== null || !lacksToken(name, error)) throw error;
      out.note(error.message);
      token = takeToken(await askHidden('API token (not shown): ', signal), 'as typed');
      if (token === null) throw error;
      tokenFor = undefined;
      return callOnce(ask);
    }
  }

  return {
    call: (name, input) => callHelped(name, (open, options) => open.call(name, input, options)),
    callForText: (name, input) => callHelped(name, (open, options) => open.callForText(name, input, options)),
    metLoss: () => met,
    close: async () => session?.close(),
  };
}

/** A terminal that knows no escape sequences gets lines, as a file does. */
function forProgress(stderr: Sink, env: NodeJS.ProcessEnv): Sink {
  return env['TERM'] === 'dumb' ? { write: (text) => stderr.write(text), isTTY: false } : stderr;
}

/** Where the token of the environment would have gone, if that is why nothing was sent. */
function askedOrigin(error: unknown): { readonly origin: string; readonly what: string } | null {
  if (!(error instanceof DossierError) || error.origin === undefined) return null;
  const [what = ''] = error.message.split('\n');
  return { origin: error.origin, what };
}

/** Whether a token, typed now, may help. */
function lacksToken(name: ProcedureName, error: unknown): error is DossierError {
  return (
    needsToken.has(name) &&
    error instanceof DossierError &&
    error.code === 'credentials' &&
    error.session !== true
  );
}

/** Told whole once, and in a line from then on. */
function noticeLines({ id, at, sentences, isNew, stays }: ToldNotice, moment: Moment): readonly string[] {
  const how = `Read it with "dossier notices"; "dossier notices acknowledge ${id}" says that you have.`;
  if (isNew) return stays ? [...sentences, how] : sentences;
  return [`${sentences[0] ?? 'Something happened to this vault.'} That was on ${moment(at)}. ${how}`];
}
