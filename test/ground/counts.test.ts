import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canLink, noLinks } from '../support/system/links.ts';
import { runVitest } from '../support/run/tools.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PASSING = "it('works', () => undefined);";

let folder: string;

beforeEach(({ skip }) => {
  skip(!canLink, noLinks);
  folder = mkdtempSync(join(tmpdir(), 'dossier-counts-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
});
afterEach(() => {
  if (!canLink) return;
  rmSync(folder, { recursive: true, force: true });
});

/** The counts of a run over test files with these bodies. */
async function countsOf(...bodies: readonly string[]): ReturnType<typeof runVitest> {
  for (const [index, body] of bodies.entries()) {
    const head = "import { beforeAll, expect, it } from 'vitest';";
    writeFileSync(join(folder, `planted-${index}.test.ts`), `${head}\n${body}\n`);
  }
  return runVitest(folder, [], { stdout: 'pipe' });
}

describe('the counts of npm test', () => {
  it('tell tests that passed, failed and were skipped, each with its reason', async () => {
    const counts = await countsOf(
      `${PASSING} it('fails', () => expect(1).toBe(2)); it('waits', (context) => context.skip('no network'));`,
      "it.skip('sleeps', () => undefined);",
    );
    expect({ ...counts, skipped: counts.skipped.toSorted((a, b) => (a.test < b.test ? -1 : 1)) }).toEqual({
      passed: 1,
      failed: 1,
      skipped: [
        { test: 'planted-0.test.ts > waits', reason: 'no network' },
        { test: 'planted-1.test.ts > sleeps', reason: 'no reason given' },
      ],
    });
  });

  it.each([
    { what: 'a file that does not load', body: "throw new Error('broken');" },
    { what: 'a file that does not parse', body: 'it(' },
    { what: 'an error outside of any test', body: `${PASSING} void Promise.reject(new Error('stray'));` },
    { what: 'a test process that dies', body: "it('dies', () => process.kill(process.pid, 'SIGKILL'));" },
    { what: 'vitest itself dying', body: "it('kills', () => process.kill(process.ppid, 'SIGKILL'));" },
  ])('take $what for a failure', async ({ body }) => {
    expect((await countsOf(body)).failed).toBeGreaterThan(0);
  });

  it('take a hook that throws for a failure, although its tests count as skipped', async () => {
    const { passed, failed } = await countsOf(`beforeAll(() => { throw new Error('hook'); }); ${PASSING}`);
    expect({ passed, failed }).toEqual({ passed: 0, failed: 1 });
  });

  it('take a run without any test for a failure', async () => {
    expect(await countsOf()).toEqual({ passed: 0, failed: 1, skipped: [] });
  });
});
