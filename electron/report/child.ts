import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ReportOptions, ReportSnapshot } from '#contract/report.ts';
import { writeDurably } from './durable.ts';
import { exactNumbers, parentPort, readInput } from './input.ts';
import { endWithParent } from './parent.ts';
import { OrderedImage, type ChildMessage } from './protocol.ts';
import { writeFormat } from './writers/write.ts';

/**
 * Entry of the process that makes a report: one line of JSON on standard input and behind it the bytes of the images
 * that it names, the file at `tempPath`, messages as lines on standard output. A process of its own because layout is one synchronous block that only
 * a kill can stop, and because its memory has to be bounded apart from the store's.
 */
const Order = z.object({
  snapshot: ReportSnapshot,
  options: ReportOptions,
  tempPath: z.string(),
  images: z.array(OrderedImage),
  password: z.string().optional(),
});
type Order = z.infer<typeof Order> & { readonly bytes: ReadonlyMap<string, Uint8Array> };

function say(message: ChildMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function readOrder(): Promise<Order | undefined> {
  try {
    const input = await readInput();
    const line = input.indexOf('\n');
    const parsed = Order.safeParse(JSON.parse(input.toString('utf8', 0, line), exactNumbers));
    if (!parsed.success) return undefined;
    let at = line + 1;
    const bytes = parsed.data.images.map((image): [string, Uint8Array] => {
      at += image.bytes;
      return [image.sha256, input.subarray(at - image.bytes, at)];
    });
    return { ...parsed.data, bytes: new Map(bytes) };
  } catch {
    return undefined;
  }
}

async function main(): Promise<void> {
  const order = await readOrder();
  if (order === undefined) {
    say({ kind: 'failed', code: 'bad-input', message: 'The snapshot for the report cannot be read.' });
    return;
  }
  const { bytes, ...rest } = await writeFormat(order, (progress) => {
    endWithParent();
    say({ kind: 'progress', progress });
  });
  endWithParent();
  say({ kind: 'progress', progress: { phase: 'writing', done: 0, total: bytes.length } });
  try {
    await writeDurably(order.tempPath, bytes);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    say({ kind: 'failed', code: 'cannot-write', message: `The report cannot be written (${code}).` });
    return;
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  say({
    kind: 'done',
    result: { bytes: bytes.length, sha256, ...rest },
  });
}

const made = main().catch((error: unknown) => {
  // Only the kind of the error: its message could quote the client's text.
  const name = error instanceof Error ? error.name : typeof error;
  say({ kind: 'failed', code: 'child-failed', message: `The report could not be laid out (${name}).` });
});
// A process of Electron's does not end by itself while it could get a message.
if (parentPort() !== undefined) void made.then(() => process.stdout.write('', () => process.exit(0)));
