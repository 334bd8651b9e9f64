import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { png } from '#test/core/images/pictures.ts';
import type { TestDesk } from '#test/support/desk.ts';
import { bench, project } from './support.ts';

const picture = Buffer.from(png({ width: 50, height: 20 })).toString('base64');

/** Every page as it is drawn once all are laid out. */
async function pages(desk: TestDesk): Promise<readonly string[]> {
  let state = await desk.call('preview.open', { project, draft: false, options: {} });
  while (!state.complete) {
    state = await desk.call('preview.state', { project, turn: state.turn, pages: state.pages });
  }
  const drawn: string[] = [];
  for (let page = 1; page <= state.pages; page += 1) {
    drawn.push((await desk.call('preview.page', { project, page })).content);
  }
  return drawn;
}

describe('pages of a report in view', () => {
  it('keep images that were sent once, and are those of a process that has all anew', async () => {
    const { desk } = await bench({ count: 2 });
    await desk.call('evidence.add', { id: 'f1', name: 'a.png', content: picture });
    await pages(desk);
    await desk.call('finding.edit', { id: 'f1', changes: { description: 'Another text. '.repeat(90) } });
    const kept = await pages(desk);
    await desk.call('preview.close', { project });
    expect(kept).toEqual(await pages(desk));
  });

  it('are not begun in a home that was closed meanwhile, nor is a report of other options taken from them', async () => {
    const { desk } = await bench({ count: 2 });
    const shown = await pages(desk);
    const out = join(desk.home, 'report.pdf');
    await desk.call('report.export', { project, out, force: true, options: { template: 'executive' } });
    const still = (await desk.call('preview.page', { project, page: 1 })).content;
    await desk.call('preview.close', { project });
    const opening = desk.call('preview.open', { project, draft: false, options: {} });
    desk.restart();
    const told = await opening.catch((error: unknown) => (error instanceof Error ? error.message : error));
    expect([still === shown[0], existsSync(out), told]).toEqual([
      true,
      true,
      'The home was closed meanwhile.',
    ]);
  });
});
