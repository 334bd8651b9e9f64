import { closeSync, existsSync, openSync, readSync, statSync, writeSync } from 'node:fs';

const headerBytes = 32;
const frameBytes = 24;

/**
 * Writes the pages of a log into a copy of its store, up to the last whole transaction: a checkpoint for a store that
 * SQLite cannot open. Pages are encrypted one by one and alike in both files, so they are moved as they are.
 */
export function applyLog(log: string, store: string, pageSize: number): void {
  if (!existsSync(log) || statSync(log).size < headerBytes) return;
  const from = openSync(log, 'r');
  const to = openSync(store, 'r+');
  try {
    const header = Buffer.alloc(headerBytes);
    readSync(from, header, 0, headerBytes, 0);
    const salts = header.subarray(16, 24);
    const frame = Buffer.alloc(frameBytes + pageSize);
    let pending = new Map<number, number>();
    for (
      let at = headerBytes;
      readSync(from, frame, 0, frame.length, at) === frame.length;
      at += frame.length
    ) {
      // A frame of an earlier run of the log: the rest is old.
      if (!frame.subarray(8, 16).equals(salts)) break;
      pending.set(frame.readUInt32BE(0), at + frameBytes);
      if (frame.readUInt32BE(4) === 0) continue;
      for (const [page, place] of pending) {
        readSync(from, frame, 0, pageSize, place);
        writeSync(to, frame, 0, pageSize, (page - 1) * pageSize);
      }
      pending = new Map();
    }
  } finally {
    closeSync(from);
    closeSync(to);
  }
}
