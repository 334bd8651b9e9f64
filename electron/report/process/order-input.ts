import { buffer } from 'node:stream/consumers';
import { ReportFinding } from '#contract/deliverable/report.ts';

/** What Electron gives a process that it starts in place of a standard input. */
interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: Uint8Array }) => void): void;
  once(event: 'message', listener: (message: { readonly data: Uint8Array }) => void): void;
  postMessage(message: object): void;
}

/** Present in a process of Electron's, which does not end by itself while it could get a message. */
export function parentPort(): ParentPort | undefined {
  return 'parentPort' in process ? process.parentPort : undefined;
}

/** All of the standard input; as a process of Electron's, which has none, the one message that it gets. */
export async function readInput(): Promise<Buffer> {
  const port = parentPort();
  if (port === undefined) return buffer(process.stdin);
  return new Promise((resolve) => {
    port.once('message', ({ data }) => {
      resolve(asBuffer(data));
    });
  });
}

/** The same piece by piece, as it comes. @param onEnd nothing more will come: its parent process is gone */
export function listen(onChunk: (chunk: Uint8Array) => void, onEnd: () => void): void {
  const port = parentPort();
  if (port === undefined) {
    process.stdin.on('data', onChunk);
    process.stdin.once('end', onEnd);
  } else {
    port.on('message', ({ data }) => {
      onChunk(asBuffer(data));
    });
  }
}

function asBuffer({ buffer: all, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(all, byteOffset, byteLength);
}

/** The findings that stand one behind the other in `input`, and how long they are together. @throws what is none */
export function readFindings(
  input: Buffer,
  lengths: readonly number[],
): { readonly findings: ReportFinding[]; readonly bytes: number } {
  let bytes = 0;
  const findings = lengths.map((length) => {
    const text = input.toString('utf8', bytes, bytes + length);
    bytes += length;
    return ReportFinding.parse(JSON.parse(text, exactNumbers));
  });
  return { findings, bytes };
}

/**
 * Keeps numbers that a JavaScript number would round: they are printed as the service wrote them. Core's reader of JSON
 * would refuse a record of the deepest nesting that is taken, which lies deeper still inside its finding.
 */
function exactNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return String(value) === context.source ? value : JSON.rawJSON(context.source);
}
