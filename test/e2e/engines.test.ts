import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSampleService } from '#sample/http/server.ts';
import { startServing } from '../web/support.ts';
import type { EngineTab } from '../support/engines/engine.ts';
import { startFirefox, whyNoFirefox } from '../support/engines/firefox.ts';
import { Hand } from '../support/engines/hand.ts';
import { startWebKit, whyNoWebKit } from '../support/engines/webkit.ts';

/*
 * `dossier serve` opens the browser of its user, which need not be Chromium. A day by clicks and keys, from the new vault to
 * the report, in the engines of Firefox and Safari, as Debian packs them.
 */

const project = 'fjm-portal-2026';
const described = 'The parameter is **never** checked.';
const engines: readonly [name: string, why: () => string | null, start: () => Promise<EngineTab>][] = [
  ['Firefox', whyNoFirefox, startFirefox],
  ['WebKit', whyNoWebKit, startWebKit],
];

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
  it('a vault is made and connected; findings are fetched, edited, sent, disputed, decided on and reported', async (context) => {
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
    await tab.run(listens, []);
    await hand.see('heading', 'Create your vault');
    await hand.click('button', 'Skip (not encrypted)');
    await hand.click('button', 'Continue without a passphrase');
    await hand.see('heading', 'Connect to your service');
    await hand.click('textbox', 'Service URL');
    await hand.type(service.baseUrl);
    await hand.click('textbox', 'API token');
    await hand.type(service.tokens['mara'] ?? '');
    await hand.click('button', 'Connect');
    await hand.click('button', 'Add an engagement');
    // The dialog is higher from then on, and its fields elsewhere.
    await hand.see('heading', 'Found on the service');
    await hand.click('textbox', 'Project');
    await hand.type(project);
    await hand.holds(
      'the typed project',
      `() => [...document.querySelectorAll('dialog input')].some(({ value }) => value === '${project}')`,
    );
    await hand.press('Enter');

    // Its overview comes first.
    await hand.see('text', 'Errors of the check');
    await hand.click('button', 'Findings…');

    // Edited, looked at as it will be printed, and sent after the review.
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
    await hand.press('Escape');
    await hand.click('button', 'Pending changes…');
    await hand.see('option', 'Edit: Path traversal of files…');
    await hand.press('y');
    await hand.click('button', 'Send 1 finding');
    await hand.see('text', 'Synced: 1 finding sent.…');

    // A colleague changes the same title before the next one arrives.
    await hand.click('button', 'Findings…');
    await hand.click('text', 'Path traversal of files');
    await hand.press('Enter');
    await hand.click('textbox', 'Title');
    await hand.press('End');
    await hand.type(', any');
    await hand.see('text', 'Saved locally');
    service.edit('f1', { title: 'Path traversal (theirs)' });
    await hand.see('button', '1 finding pending · manual');
    await hand.press('Escape');
    await hand.holds('the list without an editor', `() => document.querySelector('.editor') === null`);
    await hand.press('y');
    await hand.click('button', 'Send 1 finding');
    await hand.see('text', 'Synced: 1 finding in conflict.…');
    await hand.press('g', 'c');
    await hand.see('text', 'You and someone else edited the same field.…');
    await hand.press('m', 'Control+Enter');
    await hand.see('heading', 'No conflicts');
    await hand.see('button', '1 finding pending · manual');
    await hand.press('y');
    await hand.click('button', 'Send 1 finding');
    await hand.see('text', 'Synced: 1 finding sent.…');

    // A candidate is accepted; the page is loaded again, and the decision still waits.
    await hand.click('button', 'Review…');
    await hand.see('heading', 'Open redirect');
    await hand.press('a');
    await hand.click('button', 'Pending changes…');
    await hand.see('option', 'Candidate accepted: Open redirect…');
    const complaints = await tab.run('() => globalThis.complaints', []);
    await tab.goTo(new URL('/', serving.url).href);
    await tab.run(listens, []);
    await hand.click('button', 'Pending changes…');
    await hand.see('option', 'Candidate accepted: Open redirect…');
    await hand.click('button', 'Report…');
    await hand.holds('a page of the report', isDrawn);

    expect([complaints, await tab.run('() => globalThis.complaints', [])]).toEqual([[], []]);
    expect(service.findings(project).map(({ title }) => title)).toEqual([
      'Path traversal of files, any',
      'Open redirect',
    ]);
  });
});
