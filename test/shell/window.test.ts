import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/desk.ts';
import { prepareShell, runtime, startDesk } from './support.ts';

prepareShell();
process.stdout.write(`The specs of the window run on ${runtime}.\n`);

const passphrase = 'correct horse battery';
const newHome = () => join(temporaryFolder(), 'home');

describe(`the window, on ${runtime}`, () => {
  it('shows the page of the program from its own protocol, with its style and script', async () => {
    const desk = await startDesk(newHome());
    const page = await desk.page();
    expect(await page.title()).toBe('Dossier');
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('h1')!).color)).toBe(
      'rgb(1, 2, 3)',
    );
    expect(await desk.told()).toEqual([]);
  });
});
