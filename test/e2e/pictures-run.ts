/**
 * `npm run pictures`: takes a picture of every screen and dialog of the window, light and dark, small and large, and
 * asks axe-core about each. `npm run pictures -- --out FOLDER` puts them there; otherwise into a temporary folder,
 * which is named at the end. Ends with 1 where a scene cannot be played, has a barrier or made the page complain.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { conflictScenes } from './pictures/conflicts.ts';
import { deskScenes } from './pictures/desk.ts';
import { engagementScenes } from './pictures/engagement.ts';
import { findingScenes } from './pictures/finding.ts';
import { gateScenes } from './pictures/gate.ts';
import { emptiedScene, queueScenes } from './pictures/queue.ts';
import { reportScenes } from './pictures/report.ts';
import { reviewScenes } from './pictures/review.ts';
import { settingsScenes } from './pictures/settings.ts';
import { play, type Fault, type Size } from './pictures/stage.ts';
import { launchBrowser } from './support/browser.ts';

const sizes: readonly Size[] = [
  { name: 'large', width: 1600, height: 1000 },
  { name: 'small', width: 900, height: 700 },
];

const { values } = parseArgs({ options: { out: { type: 'string' } } });
for (const name of ['DOSSIER_TOKEN', 'DOSSIER_HOME', 'DOSSIER_PASSPHRASE']) delete process.env[name];
const folder =
  values.out === undefined ? mkdtempSync(join(tmpdir(), 'dossier-pictures-')) : resolve(values.out);
mkdirSync(folder, { recursive: true });
const scratch = mkdtempSync(join(tmpdir(), 'dossier-pictures-home-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));

const faults: Fault[] = [];
const browser = await launchBrowser();
try {
  for (const size of sizes) {
    console.log(`${size.name}, ${String(size.width)} × ${String(size.height)} …`);
    const found = await play(browser, { size, folder, home: join(scratch, size.name) }, async (stage) => {
      await gateScenes(stage);
      await deskScenes(stage);
      await engagementScenes(stage);
      await findingScenes(stage);
    });
    faults.push(...found);
    const home = join(scratch, `${size.name}-conflicts`);
    faults.push(...(await play(browser, { size, folder, home }, conflictScenes)));
    const other = join(scratch, `${size.name}-review`);
    faults.push(...(await play(browser, { size, folder, home: other }, reviewScenes)));
    const waiting = join(scratch, `${size.name}-queue`);
    faults.push(...(await play(browser, { size, folder, home: waiting }, queueScenes)));
    const replacing = { size, folder, home: join(scratch, `${size.name}-emptied`) };
    faults.push(...(await play(browser, { ...replacing, service: { updateReplaces: true } }, emptiedScene)));
    const reporting = join(scratch, `${size.name}-report`);
    faults.push(...(await play(browser, { size, folder, home: reporting }, reportScenes)));
    const own = join(scratch, `${size.name}-settings`);
    faults.push(...(await play(browser, { size, folder, home: own }, settingsScenes)));
  }
} finally {
  await browser.close();
}
// One barrier is in many pictures: it is told once, with all that show it.
for (const [what, found] of Map.groupBy(faults, ({ what }) => what)) {
  console.error(`${what}\n  in ${found.map(({ picture }) => picture).join(', ')}`);
}
console.log(`The pictures are in ${folder}; ${String(faults.length)} things are wrong with them.`);
process.exitCode = faults.length === 0 ? 0 : 1;
