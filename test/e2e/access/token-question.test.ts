import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';

/* The window of a program that was given a token by its environment, and two services. */

let browser: Browser;
let opened: Opened;
let first: Recorder;
let second: Recorder;

beforeAll(async () => {
  browser = await launchBrowser();
  [first, second] = [await startRecorder(), await startRecorder()];
  opened = await openWindow(browser, { env: { DOSSIER_TOKEN: 'token-of-mara' } });
});

afterAll(async () => {
  await opened.close();
  first.close();
  second.close();
  await browser.close();
});

describe('the token of the environment in the window', () => {
  it('goes to another address only after the user was asked, and is asked about again at the next try', async () => {
    const { page } = opened;
    await callFrom(page, 'home.create', { passphrase: null });
    await callFrom(page, 'home.connect', { baseUrl: `${first.origin}/api/`, token: null });
    expect(first.received).toContain('token-of-mara');
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.reload();
    await press('Settings');
    await press('Connection');
    await press('Replace address or token');
    const form = page.getByRole('dialog', { name: 'Connection' });
    await form.getByLabel('Service URL').fill(`${second.origin}/api/`);
    const question = page.getByRole('dialog', { name: 'Send the token to another address?' });
    const answer = (name: string) => question.getByRole('button', { name, exact: true }).click();
    await press('Connect');
    await question.getByText(`was first used with ${first.origin}`).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Sign in with the token of that service.').waitFor();
    expect(second.received).toEqual([]);

    await press('Connect');
    await answer(`Send to ${second.origin}`);
    await eventually(() => second.received).toContain('token-of-mara');
    await eventually(() => question.count()).toBe(0);
    expect(opened.complaints).toEqual([]);
  });
});
