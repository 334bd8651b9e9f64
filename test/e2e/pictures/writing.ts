import { callFrom } from '../support/calls.ts';
import { project, type Stage } from './stage.ts';

/** What helps while one writes: the lists at the cursor, a new finding, a preview, who works on it, replies. */
export async function writingScenes({ page, service, scene, leave }: Stage): Promise<void> {
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
  await scene('replies', async () => {
    const [row] = (await callFrom(page, 'finding.list', { project, query: 'title:"SQL injection"' })).rows;
    const id = row?.id ?? '';
    await callFrom(page, 'assignee.set', { ids: [id], name: 'Mara Lindqvist' });
    const asked = await callFrom(page, 'comment.add', { id, text: 'Which column did we sort by?' });
    await callFrom(page, 'comment.add', { replyTo: asked.comment, text: 'The hidden one, `customer`.' });
    await page.getByRole('button', { name: /^Comments/ }).click();
    await page.getByRole('article', { name: 'Reply' }).waitFor();
  });
  await scene('new-finding', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close (Esc)' }).click();
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByLabel('Title').fill('Session cookie without SameSite');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Assets' }).click();
    await page.keyboard.type('portal');
    await page.getByRole('listbox', { name: 'Assets used before' }).waitFor();
    await page.keyboard.press('ArrowDown');
  });
  await scene('preview', async () => {
    // The list, what is typed, and the dialog with its question.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await leave();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('l');
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await page.getByRole('dialog').getByRole('heading', { name: 'Description' }).waitFor();
  });
  await scene('assign', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+A');
    await page.getByRole('dialog').getByLabel('Assignee').fill('Mara');
  });
}
