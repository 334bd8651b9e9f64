import type { FaultRequest } from '#sample/http/faults.ts';
import { callFrom } from '../support/calls.ts';
import { project, type Stage } from './stage.ts';

/** What waits and what it needs, and each question that the program may have, in a home of its own. */
export async function queueScenes({ page, service, size, scene }: Stage): Promise<void> {
  await callFrom(page, 'home.create', { passphrase: null });
  await callFrom(page, 'home.connect', { baseUrl: service.baseUrl, token: service.tokens['mara'] ?? null });
  await callFrom(page, 'engagement.add', { project });
  const sync = (): Promise<unknown> => callFrom(page, 'sync.run', { projects: [project] });
  await sync();
  await page.reload();
  await page.getByRole('main').waitFor();
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const { rows } = await callFrom(page, 'finding.list', { project, query: 'is:synced -is:candidate' });
  const ids = rows.map(({ id }) => id);
  const edit = (at: number, changes: Record<string, string>) =>
    callFrom(page, 'finding.edit', { id: ids[at] ?? '', changes });
  const carries = (request: FaultRequest, at: number): boolean => request.body.includes(`"${ids[at] ?? ''}"`);
  const row = (text: string) => page.getByRole('option').filter({ hasText: text }).first();
  /** Shows an operation beside the list, or in its place if there is room for one of them only. */
  const show = (text: string): Promise<void> => row(text).click();
  const dialog = page.getByRole('dialog');
  const closed = async (): Promise<void> => {
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };

  await scene('queue-empty', async () => {
    await press('g', 'q');
    await page.getByRole('heading', { name: 'All synced' }).waitFor();
  });
  await scene('queue', async () => {
    service.setFaults((request) => {
      if (request.method === 'GET') return undefined;
      if (carries(request, 0)) {
        const body = '{"error":"The field severity has a value that is not offered."}';
        return { kind: 'status', status: 400, handled: false, body };
      }
      if (carries(request, 1)) return { kind: 'drop', handled: false };
      return carries(request, 2) ? { kind: 'status', status: 409, handled: false } : undefined;
    });
    await edit(0, { severity: 'urgent' });
    await edit(1, { remediation: 'Bind every parameter. Test it with a quote in each.' });
    await edit(2, { description: 'Written anew on the train, with what was seen last.' });
    await sync();
    service.setFaults(undefined);
    await callFrom(page, 'finding.create', {
      project,
      records: [{ title: 'Found on the train', asset: ['train.example.test'], severity: 'low' }],
    });
    await edit(3, { severity: 'low' });
    await callFrom(page, 'finding.setStatus', { status: 'closed', selection: { ids: ids.slice(4, 10) } });
    await callFrom(page, 'finding.delete', { ids: [ids[10] ?? ''] });
    await row('Deletion').waitFor();
  });
  await scene('queue-refused', async () => {
    await show('The service refused it');
    await page.getByText('The field severity has a value that is not offered.').waitFor();
  });
  await scene('queue-unknown', async () => {
    if (size.name === 'small') await press('Escape');
    await show('checks whether it arrived');
    await page.getByText('Sent, but no clear answer came back.').waitFor();
  });
  await scene('queue-many', async () => {
    if (size.name === 'small') await press('Escape');
    await show('Status to closed');
    await page.getByRole('heading', { name: '6 findings' }).waitFor();
  });
  await scene('queue-drop', async () => {
    await press('Delete');
    await dialog.waitFor();
  });

  await scene('send-review', async () => {
    await closed();
    await press('Shift+y');
    await dialog.getByText('New finding').first().waitFor();
    await press('ArrowDown');
    await dialog.getByText('becomes').first().waitFor({ state: 'attached' });
    await press('Space');
  });
  await scene('question-account', async () => {
    await closed();
    await callFrom(page, 'sync.run', { projects: [project] }).catch(() => undefined);
    service.setFaults(({ path }) =>
      path.endsWith('/users/me')
        ? { kind: 'body', body: '{"id":"user-9","name":"Theo Brandt","email":"theo@example.test"}' }
        : undefined,
    );
    await edit(11, { severity: 'high' });
    await sync().catch(() => undefined);
    service.setFaults(undefined);
    await page.getByRole('contentinfo').getByRole('button', { name: 'belongs to someone else' }).click();
    await dialog.waitFor();
  });
  await scene('question-creation', async () => {
    await closed();
    await callFrom(page, 'connection.adjust', { profile: { quietTimeMs: 0 } });
    const made = { title: 'Sent and not answered', asset: ['b.example.test'], severity: 'low' };
    await callFrom(page, 'finding.create', { project, records: [made] });
    service.setFaults(({ method }) => (method === 'PUT' ? { kind: 'drop', handled: false } : undefined));
    await callFrom(page, 'sync.run', { projects: [project], pull: false });
    service.setFaults(undefined);
    for (const id of ['twin-1', 'twin-2']) service.create(project, { id, body: made });
    await sync();
    if (size.name === 'small') await press('Escape');
    await show('Sent and not answered');
    // Before the window knows what became of it, there is nothing to answer.
    await page.getByRole('button', { name: 'Check what became of it…' }).waitFor();
    await press('a');
    await dialog.getByRole('radio').first().waitFor();
  });
  await scene('question-held', async () => {
    await closed();
    for (const id of ids.slice(11)) service.remove(id);
    await sync();
    await page.getByRole('contentinfo').getByRole('button', { name: 'disappeared at once' }).click();
    await dialog.waitFor();
  });
  await scene('activity', async () => {
    await closed();
    await press('g', 'a');
    const sent = page.getByRole('listbox', { name: 'Activity' }).getByRole('option');
    await sent.filter({ hasText: 'refused (400)' }).first().click();
    await page.getByText('The service said').waitFor();
  });
  await scene('activity-file', async () => {
    await press('x');
    await dialog.waitFor();
  });
  await closed();
}

/** An edit that emptied other fields: a service that takes an update for the whole record. */
export async function emptiedScene({ page, service, scene }: Stage): Promise<void> {
  await callFrom(page, 'home.create', { passphrase: null });
  await callFrom(page, 'home.connect', { baseUrl: service.baseUrl, token: service.tokens['mara'] ?? null });
  await callFrom(page, 'engagement.add', { project });
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.reload();
  await page.getByRole('main').waitFor();
  await scene('question-emptied', async () => {
    const { rows } = await callFrom(page, 'finding.list', { project, query: 'is:synced -is:candidate' });
    await callFrom(page, 'finding.edit', { id: rows[0]?.id ?? '', changes: { severity: 'low' } });
    await callFrom(page, 'sync.run', { projects: [project] });
    await page.getByRole('contentinfo').getByRole('button', { name: 'edits are stopped' }).click();
    await page.getByRole('dialog').waitFor();
  });
}
