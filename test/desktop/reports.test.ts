import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startByElectron } from '../../electron/desktop/report-process.ts';
import { temporaryFolder } from '../support/desk.ts';
import { forkUtility } from '../support/electron-double/utility.ts';

/* The process of a report as Electron starts it, on the double, which drops what lies in the pipes of one that has ended. */

/** A process that does what this source says. */
function start(source: string, lines: string[], maxHeapMb = 200) {
  const entry = join(temporaryFolder(), 'entry.mjs');
  writeFileSync(entry, source);
  return startByElectron({ fork: forkUtility })({
    entry,
    input: [Buffer.from('order')],
    maxHeapMb,
    onLine: (line) => lines.push(line),
  });
}

describe('the process of a report', () => {
  it('is ended after its last word, of which nothing is lost', async () => {
    const lines: string[] = [];
    const many = start(
      `const port = process.parentPort;
       port.once('message', ({ data }) => {
         for (let at = 0; at < 2000; at += 1) port.postMessage({ line: at + ' ' + Buffer.from(data) });
         port.postMessage({ end: true });
         setInterval(() => undefined, 1000);
       });`,
      lines,
    );
    expect(await many.ended).toEqual({ exit: '0', complaint: '' });
    expect([lines.length, lines.at(-1)]).toEqual([2_000, '1999 order']);
  });

  it('has the heap that it was given, by the one switch that reaches V8', async () => {
    const lines: string[] = [];
    const source = `import v8 from 'node:v8';
      process.parentPort.postMessage({ line: String(v8.getHeapStatistics().heap_size_limit) });
      process.parentPort.postMessage({ end: true });`;
    await start(source, lines, 200).ended;
    await start(source, lines, 900).ended;
    const [small = 0, large = 0] = lines.map((line) => Math.round(Number(line) / 1024 / 1024));
    expect(small).toBeGreaterThanOrEqual(200);
    // Three times the room for new objects comes on top.
    expect(small).toBeLessThanOrEqual(224);
    expect(large).toBeGreaterThanOrEqual(900);
  });

  it('that dies says how, and is waited for by nobody', async () => {
    expect(await start(`process.exit(7);`, []).ended).toMatchObject({ exit: '7' });
  });

  it('can be killed', async () => {
    const one = start('setInterval(() => undefined, 1000);', []);
    one.kill();
    expect(await one.ended).toMatchObject({ exit: '1' });
  });
});
