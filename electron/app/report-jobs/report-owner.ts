import { randomUUID } from 'node:crypto';
import { BroadcastChannel, getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type {
  ReportEnd,
  ReportProcessOptions,
  ReportProcess,
  StartReportProcess,
} from '#report/process/report-process.ts';

/*
 * Inside the desktop application no Node can be started: its executable is Electron, whose processes only the main
 * thread starts. So the host's thread asks the thread that owns it, by a channel whose name every thread gets that is
 * started from then on.
 */

const environmentName = 'dossier report channel';

type ToOwner =
  | ({ readonly kind: 'start'; readonly id: string } & Pick<
      ReportProcessOptions,
      'entry' | 'input' | 'open' | 'maxHeapMb'
    >)
  | { readonly kind: 'send'; readonly id: string; readonly input: readonly Uint8Array[] }
  | { readonly kind: 'kill'; readonly id: string };
type FromOwner =
  | { readonly kind: 'line'; readonly id: string; readonly line: string }
  | { readonly kind: 'end'; readonly id: string; readonly end: ReportEnd };

/**
 * In the thread that owns the host, before the host is started: from now on this one starts the reports' processes.
 * @returns ends it, and the processes that still run
 */
export function startReportsHere(start: StartReportProcess): () => void {
  const name = `dossier reports ${randomUUID()}`;
  const channel = openChannel(name);
  const running = new Map<string, ReportProcess>();
  const tell = (message: FromOwner): void => {
    channel.postMessage(message);
  };
  channel.onmessage = (event) => {
    const message = messageOf<ToOwner>(event);
    if (message.kind === 'kill') {
      running.get(message.id)?.kill();
      return;
    }
    if (message.kind === 'send') {
      running.get(message.id)?.send(message.input);
      return;
    }
    if (message.kind !== 'start') return;
    const { id, entry, input, open, maxHeapMb } = message;
    const child = start({
      entry,
      input,
      maxHeapMb,
      ...(open === undefined ? {} : { open }),
      onLine(line) {
        tell({ kind: 'line', id, line });
      },
    });
    running.set(id, child);
    void child.ended.then((end) => {
      if (!running.delete(id) || closed) return;
      tell({ kind: 'end', id, end });
    });
  };
  let closed = false;
  setEnvironmentData(environmentName, name);
  return () => {
    closed = true;
    setEnvironmentData(environmentName, undefined);
    for (const child of running.values()) child.kill();
    channel.close();
  };
}

/** In the host's thread: has reports started by the thread that owns it; undefined if that does not offer it. */
export function startReportsByOwner(): StartReportProcess | undefined {
  const name = getEnvironmentData(environmentName);
  if (typeof name !== 'string') return undefined;
  return ({ entry, input, open, maxHeapMb, onLine }) => {
    const id = randomUUID();
    const channel = openChannel(name);
    const ask = (message: ToOwner): void => {
      channel.postMessage(message);
    };
    const ended = new Promise<ReportEnd>((resolve) => {
      channel.onmessage = (event) => {
        const message = messageOf<FromOwner>(event);
        if (message.id !== id) return;
        if (message.kind === 'line') onLine(message.line);
        if (message.kind !== 'end') return;
        channel.close();
        resolve(message.end);
      };
    });
    ask({ kind: 'start', id, entry, input, maxHeapMb, ...(open === undefined ? {} : { open }) });
    return {
      ended,
      kill: () => {
        ask({ kind: 'kill', id });
      },
      send: (pieces) => {
        ask({ kind: 'send', id, input: pieces });
      },
    };
  };
}

/** A channel keeps no thread alive by itself. */
function openChannel(name: string): BroadcastChannel {
  const channel = new BroadcastChannel(name);
  channel.unref();
  return channel;
}

/** Both ends are threads of the same program, and nobody else reaches the channel. */
function messageOf<T>(event: unknown): T {
  return (event as { readonly data: T }).data;
}
