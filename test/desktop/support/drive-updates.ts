import { createHash, sign } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { double } from '../../support/electron-double/module.ts';
import { drivenPage } from './drive-page.ts';

/*
 * The built program on the double, with the real package electron-updater, before a feed on the loopback address. Works
 * its window through a whole update and prints what was seen as one JSON document. Arguments: the program's folder, a
 * folder to work in, in which `resources` says how it was installed and `installed` is written by a `dpkg` on the path.
 */
const [root = '', work = ''] = process.argv.slice(2);
Object.assign(process, { resourcesPath: join(work, 'resources') });

const deb = Buffer.from('A package of the next version.');
const feed = { reads: [] as string[], headers: [] as unknown[], body: deb };
const info = {
  version: '9.8.0',
  files: [{ url: 'Dossier-9.9.0-linux-amd64.deb', sha512: sha512(deb), size: deb.length }],
  releaseDate: '2026-03-01T10:00:00.000Z',
  releaseNotes: 'Quicker lists.\n<b>No markup</b> <img src=x onerror=alert(1)>',
};
const privateKey = readFileSync(join(work, 'private-key.pem'), 'utf8');
/** As the program's own `npm run feed` signs it. */
function signature(): string {
  const sums = info.files.map((file) => [file.url, file.sha512]);
  const text = JSON.stringify(['dossier-update-1', info.version, info.releaseNotes, sums]);
  return sign(null, Buffer.from(text), privateKey).toString('base64');
}
let isSignedFeed = true;
let isSlow = false;
const slowClosed = Promise.withResolvers<true>();

/** More than is ever read: a piece at a time, until the reader goes away. */
async function answerSlowly(response: ServerResponse): Promise<void> {
  response.once('close', () => {
    slowClosed.resolve(true);
  });
  const piece = Buffer.alloc(100_000);
  const pieces = 300;
  response.writeHead(200, { 'content-length': piece.length * pieces });
  for (let sent = 0; sent < pieces && !response.destroyed; sent += 1) {
    response.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const server = createServer((request, response) => {
  const [path = ''] = (request.url ?? '').split('?');
  feed.reads.push(path);
  feed.headers.push(request.headers['x-user-staging-id'] ?? null);
  if (path === '/updates/latest-linux.yml') {
    response.end(JSON.stringify(isSignedFeed ? { ...info, signature: signature() } : info));
  } else if (path === '/updates/Dossier-9.9.0-linux-amd64.deb') {
    if (isSlow) void answerSlowly(response);
    else response.end(feed.body);
  } else response.writeHead(404).end();
});
server.listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/updates`;

function sha512(bytes: Buffer): string {
  return createHash('sha512').update(bytes).digest('base64');
}

await import(pathToFileURL(join(root, 'dist', 'shell', 'main.js')).href);
const { page, call } = await drivenPage();
page.setDefaultTimeout(60_000);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const alertText = async (): Promise<string | null> => page.getByRole('alert').first().textContent();
const picture = async (name: string): Promise<void> => {
  if (process.env['DOSSIER_PICTURES'] !== undefined) {
    await page.screenshot({ path: join(process.env['DOSSIER_PICTURES'], name) });
  }
};
const seen: Record<string, unknown> = {};

await call('home.create', { passphrase: null });
const sample = await call('sample.open', {});
const [project = ''] = (sample.value as { projects?: string[] } | undefined)?.projects ?? [];
// As the first look of an account does: the list says what can be changed.
const list = await call('finding.list', { project });
const [first] = (list.value as { rows?: { id: string }[] } | undefined)?.rows ?? [];
await button('Settings').click();
await button('Updates').click();
await page.getByLabel('Off').waitFor();
seen['readsWhileOff'] = feed.reads.length;
seen['off'] = await page.getByLabel('Off').isChecked();

await page.getByLabel('Ask me').check();
await page.getByLabel('Address or folder').fill('http://updates.example.test/dossier');
await button('Allow updates').click();
seen['plainHttp'] = await alertText();
await page.getByLabel('Address or folder').fill(address);
double.answerWith(() => 0);
await button('Allow updates').click();
await page.getByLabel('Off').and(page.locator(':checked')).waitFor();
seen['declined'] = { asked: double.asked.at(-1), reads: feed.reads.length };

await page.getByLabel('Ask me').check();
await page.getByLabel('Address or folder').fill(address);
double.answerWith(() => 1);
await button('Allow updates').click();
await page.getByRole('heading', { name: 'Version 9.8.0 is available' }).waitFor();
seen['toastInSection'] = await page.getByText('is available.').count();
await button('Findings').click();
info.version = '9.9.0';
await call('shell.lookForUpdate', {});
// A notice under the pointer stays.
await page.getByText('Dossier 9.9.0 is available.').hover();
await button('Show update').click();
await page.getByRole('heading', { name: 'Version 9.9.0 is available' }).waitFor();
seen['notes'] = await page.locator('article pre').textContent();
seen['notesMarkup'] = await page.locator('article pre *').count();
seen['looked'] = await page.locator('dd').nth(1).textContent();
await picture('updates.png');

const install = button('Download and install');
const edited = await call('finding.edit', {
  id: first?.id ?? '',
  changes: { title: 'Changed before an update' },
});
await install.click();
await page.getByRole('alert').waitFor();
seen['pending'] = { edited: edited.ok, why: await alertText(), asked: double.asked.length };
const synced = await call('sync.run', {});
const questioned = Promise.withResolvers<void>();
double.answerWith(() => {
  questioned.resolve();
  return 0;
});
await install.click();
await questioned.promise;
await install.and(page.locator(':enabled')).waitFor();
seen['notAgreed'] = { synced: synced.ok, asked: double.asked.at(-1), fetched: fetched() };

double.answerWith(() => 1);
isSlow = true;
await install.click();
await page.getByText(/^Downloading update….* of 30/).waitFor();
await picture('updates-download.png');
await button('Cancel download').click();
await page.getByRole('alert').waitFor();
seen['cancelled'] = {
  why: await alertText(),
  installed: existsSync(join(work, 'installed')),
  closed: await slowClosed.promise,
};
isSlow = false;

isSignedFeed = false;
await button('Check for updates').click();
await page.getByText('is not signed with the right key').waitFor();
seen['unsigned'] = { offered: await install.count(), installed: existsSync(join(work, 'installed')) };
await picture('updates-unsigned.png');
isSignedFeed = true;
await button('Check for updates').click();

seen['openWhileRunning'] = openStores();
feed.body = Buffer.from('A package of the next version!');
await install.click();
await page.getByRole('alert').waitFor();
seen['changedFile'] = { why: await alertText(), installed: existsSync(join(work, 'installed')) };
await picture('updates-refused.png');

feed.body = deb;
await install.click();
seen['code'] = await double.ended;
server.close();
seen['installed'] = readFileSync(join(work, 'installed'), 'utf8').trim();
seen['relaunches'] = double.electron.app.relaunches;
seen['headers'] = [...new Set(feed.headers)];
seen['reads'] = [...new Set(feed.reads)];
writeFileSync(join(work, 'seen.json'), JSON.stringify(seen));

/** Files that SQLite keeps beside a store as long as it is open. */
function openStores(): number {
  const names = readdirSync(join(work, 'home'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('-wal')).length;
}

/** How often a package was fetched. */
function fetched(): number {
  return feed.reads.filter((path) => path.endsWith('.deb')).length;
}
