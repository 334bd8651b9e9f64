import { callFrom } from '../support/calls.ts';
import { project, type Stage } from './stage.ts';

/** Candidates one after the other, in a home of its own: read, decided, edited, come back, all decided. */
export async function reviewScenes({ page, service, scene }: Stage): Promise<void> {
  await callFrom(page, 'home.create', { passphrase: null });
  await callFrom(page, 'home.connect', { baseUrl: service.baseUrl, token: service.tokens['mara'] ?? null });
  await callFrom(page, 'engagement.add', { project });
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.reload();
  await page.getByRole('main').waitFor();
  const press = (keys: string): Promise<void> => page.keyboard.press(keys);
  const shown = page.getByRole('article').getByRole('heading', { level: 2 });
  const { rows } = await callFrom(page, 'finding.list', { project, query: 'is:candidate' });
  const [first, second] = rows;
  if (first === undefined || second === undefined) throw new Error('the engagement has too few candidates');

  await scene('review', async () => {
    await press('g');
    await press('r');
    await shown.filter({ hasText: first.title }).waitFor();
  });
  await scene('review-decided', async () => {
    await press('a');
    await shown.filter({ hasText: second.title }).waitFor();
    await press('c');
    await page.keyboard.type('Seen twice by hand.');
  });
  await scene('review-editor', async () => {
    await press('Escape');
    await press('e');
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
  });
  await scene('review-changed', async () => {
    await press('Escape');
    await shown.filter({ hasText: second.title }).waitFor();
    service.edit(second.id, { severity: 'high', remediation: 'Name the partners that embed the widget.' });
    await callFrom(page, 'sync.run', { push: false });
    await page.getByRole('region', { name: 'Changed while you read' }).waitFor();
  });
  await scene('review-came-back', async () => {
    await press('v');
    service.edit(first.id, { severity: 'low', description: 'It was tried without a cookie as well.' });
    await callFrom(page, 'sync.run', {});
    // Before the window knows of it, there is nothing that came back.
    await page.getByRole('option').filter({ hasText: first.title }).filter({ hasText: 'came back' }).click();
    await page.getByRole('region', { name: 'Your decision came back' }).waitFor();
  });
  await scene('review-several', async () => {
    await press('Shift+a');
    await page.getByRole('dialog').getByRole('region', { name: 'Candidate' }).getByRole('article').waitFor();
  });
  await scene('review-all-decided', async () => {
    await press('Escape');
    for (const key of ['a', 'r', 'a']) {
      const title = await shown.textContent();
      await press(key);
      await shown
        .filter({ hasNotText: title ?? '' })
        .or(page.getByText('All decided'))
        .waitFor();
    }
  });
}
