import { callFrom } from '../support/calls.ts';
import { project, type Stage } from './stage.ts';

/** What waits in all engagements, and a search over them. */
export async function inboxScenes({ page, service, scene }: Stage): Promise<void> {
  const other = 'quay-2026';
  service.create(other, {
    id: 'q0',
    body: {
      title: 'Session survives sign-out',
      asset: ['quay.example.test'],
      severity: 'high',
      status: 'open',
    },
  });
  await callFrom(page, 'home.create', { passphrase: null });
  await callFrom(page, 'home.connect', { baseUrl: service.baseUrl, token: service.tokens['mara'] ?? null });
  await callFrom(page, 'engagement.add', { project, name: 'Customer portal' });
  await callFrom(page, 'engagement.add', { project: other, name: 'Quay' });
  await callFrom(page, 'sync.run', {});
  await page.reload();
  await page.getByRole('main').waitFor();
  const rows = page.getByRole('listbox', { name: 'Inbox' }).getByRole('option');

  await scene('inbox', async () => {
    const { rows: known } = await callFrom(page, 'finding.list', {
      project,
      query: 'is:synced -is:candidate',
    });
    const [first, second] = known.map(({ id }) => id);
    service.edit(first ?? '', { severity: 'critical' });
    service.edit('q0', { severity: 'critical' });
    await callFrom(page, 'finding.edit', { id: second ?? '', changes: { severity: 'low' } });
    service.edit(second ?? '', { severity: 'high' });
    await callFrom(page, 'sync.run', {});
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await rows.filter({ hasText: 'Quay' }).first().waitFor();
  });
  await scene('search-everywhere', async () => {
    await page.keyboard.press('Control+Shift+f');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('session');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
  });
}
