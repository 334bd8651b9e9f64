import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDesk, project } from './support/desk.ts';
import type { Desk } from './support/desk.ts';
import { entry } from './support/dossier.ts';

/** A terminal without a person at it: util-linux's `script` gives the program one. */
const hasTerminal =
  process.platform === 'linux' && spawnSync('script', ['--version'], { encoding: 'utf8' }).status === 0;

let desk: Desk;
let finding: string;
beforeAll(async () => {
  desk = await openDesk();
  const rows = await desk.json(['findings', project, '--query', 'status:open -is:candidate']);
  finding = (rows as { id: string }[])[0]?.id ?? '';
});
afterAll(() => desk.clear());

/** Runs a command on a terminal and types the answer to its question. */
async function ask(args: readonly string[], answer: string): Promise<{ code: number; shown: string }> {
  const words = [process.execPath, entry, ...args, '--home', desk.home].map(
    (word) => `'${word.replaceAll("'", `'\\''`)}'`,
  );
  const child = spawn('script', ['-qec', words.join(' '), '/dev/null'], {
    env: { ...process.env, DOSSIER_TOKEN: desk.service.tokens['mara'], NO_COLOR: '1', TERM: 'dumb' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  let answered = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    if (answered || !shown.includes('[y/N]')) return;
    answered = true;
    child.stdin.write(answer);
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, shown };
}

describe.skipIf(!hasTerminal)('a person at a terminal', () => {
  test.each([
    ['Enter', '\r'],
    ['no', 'n\r'],
    ['anything else', 'yess\r'],
    ['Ctrl-C', '\u0003'],
  ])('is asked before findings are deleted, and %s leaves them', async (_name, answer) => {
    const { code, shown } = await ask(['delete', finding], answer);
    expect(shown).toContain('the deletion of 1 finding at the service, which is permanent. Go on? [y/N]');
    expect(code).toBe(1);
    expect(await desk.json(['queue'])).toEqual([]);
  });

  test('is told the counts of a query, and a yes takes exactly these findings', async () => {
    const rows = (await desk.json(['findings', project, '--query', 'severity:low'])) as {
      id: string;
      candidate: boolean;
    }[];
    const candidates = rows.filter(({ candidate }) => candidate).length;
    const args = ['set-status', 'a status of ours', '--project', project, '--query', 'severity:low'];
    const { code, shown } = await ask(args, 'yes\r');
    expect(code).toBe(0);
    expect(shown).toContain('No finding here has the status "a status of ours"');
    expect(shown).toContain(`for ${String(rows.length)} findings in ${project}`);
    if (candidates > 0) expect(shown).toContain(`${String(candidates)} pending candidate`);
    const [operation] = (await desk.json(['queue'])) as { op: string; findings: string[] }[];
    const taken = rows.filter(({ candidate }) => !candidate).map(({ id }) => id);
    expect(operation?.findings.toSorted()).toEqual(taken.toSorted());
    await desk.json(['discard', operation?.op ?? '', '--yes']);
  });
});
