import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReportChoices } from '#contract/procedures/deliverables/deliverable.ts';
import { png } from '../../domain/images/pictures.ts';
import { temporaryFolder, type TestDesk } from '../../support/desk.ts';
import { bench, project } from '../../engine/support.ts';

const view = 'a window';
const picture = Buffer.from(png({ width: 50, height: 20 })).toString('base64');

/** Every page as it is drawn once all are laid out. */
async function pages(desk: TestDesk, of = view, options: ReportChoices = {}): Promise<readonly string[]> {
  const asked = { view: of, project };
  let state = await desk.call('preview.open', { ...asked, options });
  while (!state.complete) {
    state = await desk.call('preview.state', { ...asked, turn: state.turn, pages: state.pages });
  }
  const drawn: string[] = [];
  for (let page = 1; page <= state.pages; page += 1) {
    drawn.push((await desk.call('preview.page', { ...asked, page })).content);
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
    await desk.call('preview.close', { view, project });
    expect(kept).toEqual(await pages(desk));
  });

  it('are of one window: another one has its own, and a third those of the one that nobody looks at', async () => {
    const { desk } = await bench({ count: 1 });
    const first = (of = view) =>
      desk.call('preview.page', { view: of, project, page: 1 }).then(
        ({ content }) => content,
        (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
      );
    const [shown] = await pages(desk);
    const [other] = await pages(desk, 'another', { template: 'executive' });
    const still = await first();
    await desk.call('preview.open', { view: 'a third', project, options: {} });
    expect([still === shown, other === shown, await first('another'), (await first()) === shown]).toEqual([
      true,
      false,
      'not-found',
      true,
    ]);
  });

  it('are not begun in a home that was closed meanwhile, nor is a report of other options taken from them', async () => {
    const { desk } = await bench({ count: 2 });
    const shown = await pages(desk);
    const out = join(temporaryFolder(), 'report.pdf');
    await desk.call('report.export', { project, out, force: true, options: { template: 'executive' } });
    const still = (await desk.call('preview.page', { view, project, page: 1 })).content;
    await desk.call('preview.close', { view, project });
    const opening = desk.call('preview.open', { view, project, options: {} });
    desk.restart();
    const told = await opening.catch((error: unknown) => (error instanceof Error ? error.message : error));
    expect([still === shown[0], existsSync(out), told]).toEqual([
      true,
      true,
      'The vault was closed meanwhile.',
    ]);
  });
});
