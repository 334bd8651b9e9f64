import { callFrom } from '../support/calls.ts';
import { project, type Stage } from './stage.ts';

/** What helps while one writes: the lists at the cursor. */
export async function writingScenes({ page, service, scene }: Stage): Promise<void> {
  await callFrom(page, 'home.create', { passphrase: null });
  await callFrom(page, 'home.connect', { baseUrl: service.baseUrl, token: service.tokens['mara'] ?? null });
  await callFrom(page, 'engagement.add', { project });
  await callFrom(page, 'sync.run', { projects: [project] });
  await callFrom(page, 'setting.write', {
    name: 'snippets',
    value: {
      list: ['Impact on customers', 'Fix: parameterised queries', 'Tested as'].map((name) => ({
        name,
        text: name,
      })),
    },
  });
  await page.reload();
  await page.getByRole('main').waitFor();
  const source = page.getByRole('textbox', { name: 'Description, Markdown' });
  const list = (name: string) => page.getByRole('listbox', { name, exact: true }).getByRole('option');

  await scene('link-list', async () => {
    await page.getByRole('row').filter({ hasText: 'SQL injection in the sort order' }).first().dblclick();
    await source.press('ControlOrMeta+Home');
    await page.keyboard.type('Same cause as [[');
    await list('Findings').first().waitFor();
  });
  await scene('link-list-typed', async () => {
    await page.keyboard.type('in');
    await list('Findings').first().waitFor();
  });
  await scene('snippet-list', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/');
    await list('Snippets').first().waitFor();
    await page.keyboard.press('ArrowDown');
  });
  await page.keyboard.press('Escape');
}
