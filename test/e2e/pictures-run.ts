/**
 * `npm run pictures`: takes a picture of every screen and dialog of the window, light and dark, small and large, and
 * asks axe-core about each. `npm run pictures -- --out FOLDER` puts them there; otherwise into a temporary folder,
 * which is named at the end. `--only account,queue` plays these parts alone. Ends with 1 if a scene cannot be played,
 * has a barrier or made the page complain.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { SampleOptions } from '#sample/http/server.ts';
import { orExit } from '#build/install.js';
import { buildProducts } from '#build/products.js';
import { installSystemPackages } from '#build/system-packages.js';
import { accountScenes, invites } from './pictures/account.ts';
import { assistantScenes } from './pictures/assistant.ts';
import { conflictScenes } from './pictures/conflicts.ts';
import { deskScenes } from './pictures/desk.ts';
import { engagementScenes } from './pictures/engagement.ts';
import { findingScenes } from './pictures/finding.ts';
import { gateScenes } from './pictures/gate.ts';
import { importScenes } from './pictures/imports.ts';
import { inboxScenes } from './pictures/inbox.ts';
import { emptiedScene, queueScenes } from './pictures/queue.ts';
import { reportScenes } from './pictures/report.ts';
import { reviewScenes } from './pictures/review.ts';
import { settingsScenes } from './pictures/settings.ts';
import { writingScenes } from './pictures/writing.ts';
import { play, type Fault, type Size, type Stage } from './pictures/stage.ts';
import { launchBrowser } from './support/browser.ts';

const sizes: readonly Size[] = [
  { name: 'large', width: 1600, height: 1000 },
  { name: 'small', width: 900, height: 700 },
];

/** Scenes that follow each other in a home of their own. */
interface Part {
  readonly name: string;
  readonly scenes: (stage: Stage) => Promise<void>;
  /** What the sample service is like, if the usual one does not lead to a scene. */
  readonly service?: SampleOptions;
}

const parts: readonly Part[] = [
  {
    name: 'desk',
    scenes: async (stage) => {
      await gateScenes(stage);
      await deskScenes(stage);
      await engagementScenes(stage);
      await findingScenes(stage);
    },
  },
  { name: 'inbox', scenes: inboxScenes },
  { name: 'import', scenes: importScenes },
  { name: 'conflicts', scenes: conflictScenes },
  { name: 'review', scenes: reviewScenes },
  { name: 'writing', scenes: writingScenes },
  { name: 'queue', scenes: queueScenes },
  { name: 'emptied', scenes: emptiedScene, service: { updateReplaces: true } },
  { name: 'report', scenes: reportScenes },
  { name: 'settings', scenes: settingsScenes },
  { name: 'account', scenes: accountScenes, service: invites },
  { name: 'assistant', scenes: assistantScenes },
];

const { values } = parseArgs({ options: { out: { type: 'string' }, only: { type: 'string' } } });
const only = values.only?.split(',') ?? parts.map(({ name }) => name);
const strange = only.filter((wanted) => !parts.some(({ name }) => name === wanted));
if (strange.length > 0) {
  throw new Error(`No part is called ${strange.join(', ')}: ${parts.map(({ name }) => name).join(', ')}.`);
}
await orExit(() => {
  installSystemPackages();
  return buildProducts();
});
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
    for (const { name, scenes, service } of parts) {
      if (!only.includes(name)) continue;
      const home = join(scratch, `${size.name}-${name}`);
      const setting = { size, folder, home, ...(service === undefined ? {} : { service }) };
      faults.push(...(await play(browser, setting, scenes)));
    }
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
