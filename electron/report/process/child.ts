import { setFlagsFromString } from 'node:v8';
import type { ReportSnapshot } from '#contract/deliverable/report.ts';
import { WordTemplateError } from '../docx/template/template-error.ts';
import { writeReport, type FileEnd } from './durable-file.ts';
import { readFindings, readInput } from './order-input.ts';
import { sayEnd, sayLine } from './output.ts';
import { endWithParent } from './end-with-parent.ts';
import { ReportOrder, type ChildMessage } from './protocol.ts';
import { throttleProgress } from './throttle-progress.ts';
import { writeFormat } from './write-format.ts';

/**
 * Entry of the process that makes a report: an order on standard input (`orderInput`), the file at its path,
 * messages as lines on standard output. It is a process of its own, because layout is one synchronous block
 * that only a kill can stop. Its memory also has to be bounded apart from the store's.
 */
interface Order extends Pick<ReportOrder, 'options' | 'path' | 'password'> {
  readonly snapshot: ReportSnapshot;
  /** The images by their hash. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

const say = (message: ChildMessage): void => {
  sayLine(message);
};

async function readOrder(): Promise<Order | undefined> {
  try {
    const input = await readInput();
    const line = input.indexOf('\n');
    const { head, findings, images, ...rest } = ReportOrder.parse(
      JSON.parse(input.toString('utf8', 0, line)),
    );
    const read = readFindings(input.subarray(line + 1), findings);
    if (read.bytes > LARGE) saveMemory();
    let at = line + 1 + read.bytes;
    const bytes = images.map((image): [string, Uint8Array] => {
      at += image.bytes;
      return [image.sha256, input.subarray(at - image.bytes, at)];
    });
    return { ...rest, snapshot: { ...head, findings: read.findings }, bytes: new Map(bytes) };
  } catch {
    return undefined;
  }
}

/** So many bytes of findings have some thousand pages. */
const LARGE = 2_500_000;

/**
 * Has what is no longer needed cleared up sooner: at the end of a long layout the heap would be three times as large as
 * its pages. It costs such a report a twentieth more time.
 */
function saveMemory(): void {
  setFlagsFromString('--heap-growing-percent=60');
}

async function make(): Promise<FileEnd> {
  const order = await readOrder();
  if (order === undefined) {
    return { kind: 'failed', code: 'bad-input', message: 'The snapshot for the report cannot be read.' };
  }
  const tell = throttleProgress((progress) => say({ kind: 'progress', progress }));
  const written = await writeFormat(order, (progress) => {
    endWithParent();
    tell(progress);
  });
  endWithParent();
  say({ kind: 'progress', progress: { phase: 'writing', done: 0, total: written.bytes.length } });
  return writeReport(order.path, written);
}

/** Only the kind of an error is told, because its message could quote the client's text; that of a template says what to do. */
function failureOf(error: unknown): FileEnd {
  if (error instanceof WordTemplateError)
    return { kind: 'failed', code: 'bad-input', message: error.message };
  if (isTooLong(error)) {
    const message =
      'The report is longer than a file of this format can be made here; leave out findings or images, or choose PDF.';
    return { kind: 'failed', code: 'too-long', message };
  }
  const name = error instanceof Error ? error.name : typeof error;
  return { kind: 'failed', code: 'child-failed', message: `The report could not be laid out (${name}).` };
}

/** Formats that are one text are limited by how long a string can be: half a thousand million signs. */
function isTooLong(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.message === 'Invalid string length' || ('code' in error && error.code === 'ERR_STRING_TOO_LONG')
  );
}

void make().catch(failureOf).then(say).then(sayEnd);
