import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyAtRest, copyFolder } from '#app/instance/read-only-copy.ts';
import { createSystemClock } from '#app/platform/system.ts';

const clock = createSystemClock();
let folder: string;
let vault: string;
const writers: Worker[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-copy-'));
  vault = join(folder, 'vault');
  mkdirSync(join(vault, 'stores'), { recursive: true });
});
afterEach(async () => {
  for (const writer of writers.splice(0)) await writer.terminate();
  rmSync(folder, { recursive: true });
});

const log = (of: string) => join(of, 'stores', 'log');
const store = (of: string) => join(of, 'stores', 'store');

/** Another program: writes the same number to the log and then to the store, again and again, and rests in between. */
async function startWriter({ writes, restMs }: { writes: number; restMs: number }): Promise<void> {
  const source = `
    const { writeFileSync } = require('node:fs');
    const { parentPort, workerData } = require('node:worker_threads');
    let number = 0;
    const write = () => {
      for (let done = 0; done < workerData.writes; done += 1) {
        number += 1;
        writeFileSync(workerData.log, String(number));
        writeFileSync(workerData.store, String(number));
      }
      parentPort.postMessage(number);
      setTimeout(write, workerData.restMs);
    };
    write();`;
  const data = { log: log(vault), store: store(vault), writes, restMs };
  const writer = new Worker(source, { eval: true, workerData: data });
  writers.push(writer);
  await new Promise((resolve) => writer.once('message', resolve));
}

describe('the copy of a vault', () => {
  test('is that of one moment, although another program writes the vault now and then', async () => {
    await startWriter({ writes: 100, restMs: 600 });
    for (const name of ['first', 'second', 'third']) {
      const copy = join(folder, name);
      await copyAtRest(vault, copy, clock);
      expect(readFileSync(log(copy), 'utf8')).toBe(readFileSync(store(copy), 'utf8'));
    }
  });

  test('is refused with what to do if the other program never rests', async () => {
    writeFileSync(log(vault), '');
    const copying = copyAtRest(vault, join(folder, 'copy'), clock, (from, to) => {
      copyFolder(from, to);
      appendFileSync(log(vault), 'x');
    });
    await expect(copying).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('try again'),
    });
  });

  test('is made again if a file changed in the middle, although its length did not', async () => {
    for (const of of [log, store]) writeFileSync(of(vault), 'before');
    let copies = 0;
    await copyAtRest(vault, join(folder, 'copy'), clock, (from, to) => {
      copyFolder(from, to);
      copies += 1;
      if (copies === 1) writeFileSync(log(vault), 'behind');
    });
    expect([copies, readFileSync(log(join(folder, 'copy')), 'utf8')]).toEqual([2, 'behind']);
  });

  test('is made again if a file went away in the middle', async () => {
    for (const of of [log, store]) writeFileSync(of(vault), 'x');
    let copies = 0;
    await copyAtRest(vault, join(folder, 'copy'), clock, (from, to) => {
      copies += 1;
      if (copies === 1) rmSync(log(vault));
      copyFolder(from, to);
      if (copies === 1) readFileSync(log(vault));
    });
    expect([copies, existsSync(log(join(folder, 'copy')))]).toEqual([2, false]);
  });
});
