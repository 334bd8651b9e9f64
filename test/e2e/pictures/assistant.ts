import { callFrom } from '../support/calls.ts';
import { project, type Stage } from './stage.ts';

/** What the assistant is asked, what it wrote, and what a person makes of it. */
export async function assistantScenes({ page, service, button, scene, size }: Stage): Promise<void> {
  const bodies = ['Weak passwords', 'Passwords can be guessed', 'Open port'].map((title, at) => ({
    id: `a${String(at)}`,
    body: {
      title,
      asset: ['a.example.test'],
      severity: 'medium',
      status: 'open',
      description: `What was seen in place ${String(at + 1)}.`,
    },
  }));
  for (const seed of bodies) service.create(project, seed);
  await callFrom(page, 'home.create', { passphrase: null });
  await callFrom(page, 'home.connect', { baseUrl: service.baseUrl, token: service.tokens['mara'] ?? null });
  await callFrom(page, 'engagement.add', { project });
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.reload();
  const dialog = page.getByRole('dialog');
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
  const row = (title: string) => page.getByRole('row').filter({ hasText: title });
  const query = page.getByLabel('Query', { exact: true });
  await query.fill('id:a0,a1,a2');
  await query.press('Escape');
  await row('Open port').waitFor();

  await scene('assistant-ask', async () => {
    await callFrom(page, 'finding.edit', { id: 'a2', changes: { severity: 'low' } });
    await row('Open port').dblclick();
    await button('Draft a demonstration…').click();
    await dialog.getByText('It may cost credits of your organization.').waitFor();
  });
  await scene('assistant-draft', async () => {
    await inDialog('Ask once').click();
    await dialog.getByText('Draft 1 for').waitFor();
  });
  await scene('assistant-drafts', async () => {
    await inDialog('Close').last().click();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('what the assistant wrote');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^Demonstration for/ }).waitFor();
  });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await scene('assistant-section', () => button('Review its draft').scrollIntoViewIfNeeded());
  if (size.name === 'small') await button('Close (Esc)').click();
  await scene('assistant-merge', async () => {
    for (const keys of ['l', 'Home', 'ArrowDown', 'Shift+ArrowDown', 'Control+k']) {
      await page.keyboard.press(keys);
    }
    await page.keyboard.type('propose a merge');
    await page.keyboard.press('Enter');
    await inDialog('Ask once').click();
    await dialog.getByRole('checkbox').first().check();
  });
  await scene('assistant-merged', async () => {
    await inDialog('Accept selected').click();
    await inDialog('Delete the other one…').waitFor();
  });
  await scene('assistant-delete-merged', async () => {
    await inDialog('Delete the other one…').click();
    await dialog.getByText(/request/).waitFor();
  });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await scene('assistant-may-have-run', async () => {
    service.setFaults(({ path }) => (path.includes('/ai/') ? { kind: 'drop', handled: true } : undefined));
    await callFrom(page, 'assistant.ask', { finding: 'a0' }).then(({ op }) =>
      callFrom(page, 'assistant.confirm', { op }),
    );
    service.setFaults(undefined);
    await page.keyboard.press('g');
    await page.keyboard.press('q');
    await page.getByRole('option').filter({ hasText: 'Weak passwords' }).first().waitFor();
    await page.keyboard.press('a');
    await inDialog('Look at the finding').click();
    await dialog.getByRole('status').waitFor();
  });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await scene('assistant-pause', async () => {
    service.setFaults(({ path }) =>
      path.includes('/ai/') ? { kind: 'status', status: 429, handled: false, retryAfter: '900' } : undefined,
    );
    await page.keyboard.press('a');
    await inDialog('Ask again…').click();
    await inDialog('Ask once').click();
    await dialog.getByRole('timer').waitFor();
    service.setFaults(undefined);
  });
}
