import type { BrowserContext } from 'playwright-core';

const maxMs = Number(process.env['DOSSIER_TEST_SLOW_CALLS'] ?? 0);
const seed = Number(process.env['DOSSIER_TEST_SEED'] ?? Date.now() % 100_000);
let drawn = seed;

if (maxMs > 0) {
  process.stdout.write(
    `Calls of pages are late by up to ${String(maxMs)} ms, seed ${String(seed)}; pages compute at a quarter of their speed.\n`,
  );
}

/**
 * Finds tests and screens that look at a state too early. With DOSSIER_TEST_SLOW_CALLS, each call of a page is late by
 * up to that many milliseconds, at a quarter of the processor's speed.
 */
export async function slowDown(context: BrowserContext): Promise<void> {
  if (!(maxMs > 0)) return;
  await context.route('**/call/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, nextShare() * maxMs));
    // The page may be gone by now.
    await route.continue().catch(() => undefined);
  });
  context.on('page', (page) => {
    void context
      .newCDPSession(page)
      .then((session) => session.send('Emulation.setCPUThrottlingRate', { rate: 4 }))
      .catch(() => undefined);
  });
}

/** From 0 to 1, the same row of numbers for a seed (mulberry32). */
function nextShare(): number {
  drawn = (drawn + 0x6d2b79f5) | 0;
  let mixed = Math.imul(drawn ^ (drawn >>> 15), 1 | drawn);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
