import { Readable } from 'node:stream';
import { createGunzip, createInflateRaw, type Gunzip, type InflateRaw } from 'node:zlib';
import { ScanError } from '#contract/scans/problem.ts';
import type { ScanLimits } from './limits.ts';

/** What was inflated by now, over all files of an archive. */
export interface InflatedCount {
  bytes: number;
}

/** Inflates a stream of gzip or deflate. @throws ScanError if it is cut off, damaged, or larger than the limits */
export async function* inflated(
  packed: AsyncIterable<Uint8Array>,
  form: 'gzip' | 'deflate',
  limits: ScanLimits,
  count: InflatedCount,
): AsyncIterable<Uint8Array> {
  let before = 0;
  let after = 0;
  const measured = async function* (): AsyncIterable<Uint8Array> {
    for await (const piece of packed) {
      before += piece.length;
      yield piece;
    }
  };
  const source = Readable.from(measured(), { objectMode: false });
  const inflate: Gunzip | InflateRaw = form === 'gzip' ? createGunzip() : createInflateRaw();
  source.on('error', (error) => inflate.destroy(error));
  source.pipe(inflate);
  try {
    for await (const piece of counted(inflate as AsyncIterable<Uint8Array>, limits, count)) {
      after += piece.length;
      if (after > limits.ratioFreeBytes && after > before * limits.ratio) {
        throw new ScanError(
          `The file grows to more than ${String(limits.ratio)} times its size, as a decompression bomb does.`,
        );
      }
      yield piece;
    }
  } catch (error) {
    throw asScanError(error);
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

/** The bytes as they are. An archive may store the same bytes under many names. @throws ScanError beyond the limits */
export async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  limits: ScanLimits,
  count: InflatedCount,
): AsyncIterable<Uint8Array> {
  for await (const piece of bytes) {
    count.bytes += piece.length;
    if (count.bytes > limits.inflatedBytes) {
      const megabytes = (limits.inflatedBytes / 1024 ** 2).toLocaleString('en');
      throw new ScanError(`The file is larger than ${megabytes} MB after decompression.`);
    }
    yield piece;
  }
}

function asScanError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'Z_BUF_ERROR') return new ScanError('The compressed file ends too early.');
  return typeof error.code === 'string' && error.code.startsWith('Z_')
    ? new ScanError('The compressed file is damaged.')
    : error;
}
