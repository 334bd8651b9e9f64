import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Json } from '#contract/json.ts';
import { startSampleService } from '#sample/http/server.ts';
import { startServing } from '../web/support.ts';
import type { EngineTab } from '../support/engines/engine.ts';
import { startFirefox, whyNoFirefox } from '../support/engines/firefox.ts';
import { Hand } from '../support/engines/hand.ts';
import { startWebKit, whyNoWebKit } from '../support/engines/webkit.ts';

/*
 * `dossier serve` opens the browser of its user, which need not be Chromium. A short day by clicks and keys in the engines of
 * Firefox and Safari, as Debian packs them.
 */

const project = 'fjm-portal-2026';
const described = 'The parameter is **never** checked.';
const engines: readonly [name: string, why: () => string | null, start: () => Promise<EngineTab>][] = [
  ['Firefox', whyNoFirefox, startFirefox],
  ['WebKit', whyNoWebKit, startWebKit],
];

async function call(tab: EngineTab, name: string, input: Json): Promise<void> {
  const outcome = await tab.run(
    `async (path, body) => (await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json()`,
    [`/call/${name}`, JSON.stringify(input)],
  );
  expect([name, outcome]).toEqual([name, expect.objectContaining({ ok: true })]);
}

/** Notes what goes wrong in the page from now on. */
const listens = `() => {
  globalThis.complaints = [];
  for (const kind of ['error', 'unhandledrejection', 'securitypolicyviolation'])
    addEventListener(kind, (event) => complaints.push(kind + ': ' + (event.message ?? event.reason ?? event.violatedDirective)));
}`;

/** Whether a page of the report is drawn: it has dark pixels. */
const isDrawn = `() => [...document.querySelectorAll('canvas')].some((canvas) => {
  if (canvas.width === 0) return false;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255 && data[at] + data[at + 1] + data[at + 2] < 200) return true;
  return false;
})`;

describe.each(engines)('in %s', (_name, why, start) => {
  it('a finding is listed, edited, sent, decided on and reported', async (context) => {
    const reason = why();
    if (reason !== null) context.skip(`not on this machine: ${reason}`);
    const folder = mkdtempSync(join(tmpdir(), 'dossier-engine-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true, force: true });
    });
    const body = { severity: 'medium', asset: ['portal.example.test'], description: described };
    const service = await startSampleService({
      engagement: false,
      seeds: [
        {
          project,
          findings: [
            { id: 'f1', body: { ...body, title: 'Path traversal', status: 'open' } },
            { id: 'c1', body: { ...body, title: 'Open redirect', status: 'draft' }, candidate: 'public' },
          ],
        },
      ],
    });
    onTestFinished(() => service.close());
    const serving = await startServing(join(folder, 'home'));
    onTestFinished(async () => void (await serving.stop()));
    const tab = await start();
    onTestFinished(() => tab.close());
    const hand = new Hand(tab);

    await tab.goTo(serving.url.href);
    await hand.see('heading', 'Create your vault');
    await call(tab, 'home.create', { passphrase: null });
    await call(tab, 'home.connect', { baseUrl: service.baseUrl, token: service.tokens['mara'] ?? '' });
    await call(tab, 'engagement.add', { project });
    await call(tab, 'sync.run', {});
    await tab.goTo(new URL('/', serving.url).href);
    await tab.run(listens, []);

    await hand.click('text', 'Path traversal');
    await hand.press('Enter');
    await hand.click('textbox', 'Title');
    await hand.press('End');
    await hand.type(' of files');
    await hand.see('text', 'Saved locally');
    await hand.click('button', 'Preview');
    await hand.holds(
      'the preview of the text',
      `() => [...document.querySelectorAll('.editor strong')].some((one) => one.textContent === 'never')`,
    );
    await hand.press('Escape', 'g', 'q');
    await hand.see('option', 'Edit: Path traversal of files…');
    await hand.press('y');
    await hand.click('button', 'Send 1 change');
    await hand.see('text', 'Synced: 1 change sent.…');
    await hand.press('g', 'r');
    await hand.see('heading', 'Open redirect');
    await hand.press('a', 'g', 'q');
    await hand.see('option', 'Candidate accepted: Open redirect…');
    await hand.press('g', 'p');
    await hand.holds('a page of the report', isDrawn);

    expect(await tab.run('() => globalThis.complaints', [])).toEqual([]);
    expect(service.findings(project).map(({ title }) => title)).toEqual([
      'Path traversal of files',
      'Open redirect',
    ]);
  });
});
