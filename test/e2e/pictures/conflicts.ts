import type { JsonObject } from '#contract/json.ts';
import { callFrom } from '../support/calls.ts';
import { project, type Stage } from './stage.ts';

const paragraph = (whose: string, at: number): string =>
  `<p>The export endpoint takes a file name from the query${whose} and opens it below the folder of reports. ` +
  `Step ${String(at)} shows that <code>../</code> is not taken out. ` +
  `An attacker who is signed in reads any file that the service account can read${whose}.</p>`;
const html = (whose: string): string => [1, 2, 3, 4, 5].map((at) => paragraph(whose, at)).join('');

/** What both sides changed, one kind of question after the other, in a home of its own. */
export async function conflictScenes({ page, service, button, scene }: Stage): Promise<void> {
  await callFrom(page, 'home.create', { passphrase: null });
  await callFrom(page, 'home.connect', { baseUrl: service.baseUrl, token: service.tokens['mara'] ?? null });
  await callFrom(page, 'engagement.add', { project });
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.reload();
  await page.getByRole('main').waitFor();

  const entry = (title: string) =>
    page.getByRole('navigation', { name: 'Conflicts' }).getByRole('button', { name: title }).first();
  const both = async (id: string, mine: JsonObject, theirs: JsonObject): Promise<void> => {
    await callFrom(page, 'finding.edit', { id, changes: mine });
    service.edit(id, theirs);
  };
  const sync = (): Promise<unknown> => callFrom(page, 'sync.run', { projects: [project] });

  await scene('conflicts', async () => {
    const { rows } = await callFrom(page, 'finding.list', { project, query: 'is:synced', limit: 60 });
    const [text, list, gone, deleted, ...plain] = rows.filter(({ candidate }) => !candidate);
    const candidate = rows.find((row) => row.candidate);
    if (text === undefined || list === undefined || gone === undefined || deleted === undefined) {
      throw new Error('the sample engagement has too few findings');
    }
    const named = (id: string, title: string): void => service.edit(id, { title });
    named(text.id, 'Any file can be read through the export');
    named(list.id, 'Old protocol on two hosts');
    named(gone.id, 'Banner tells the version');
    named(deleted.id, 'Cookie without Secure');
    service.edit(text.id, { description: html('') });
    service.edit(list.id, {
      asset: ['a.example.test', 'b.example.test'],
      cwe: 'https://cwe.mitre.org/data/definitions/326.html',
    });
    await sync();
    const statuses = plain.slice(0, 3).map(({ id }) => id);
    await callFrom(page, 'finding.setStatus', { status: 'pending_retest', selection: { ids: statuses } });
    await callFrom(page, 'finding.delete', { ids: [deleted.id] });
    if (candidate !== undefined) {
      await callFrom(page, 'candidate.review', {
        id: candidate.id,
        decision: 'accept',
        comment: 'Seen on the host.',
      });
      service.edit(candidate.id, { severity: 'critical' });
    }
    for (const id of statuses) service.edit(id, { status: 'risk_accepted' });
    service.edit(deleted.id, {
      description: 'Somebody has written this anew.\n\nIt is still there after the fix.',
    });
    await both(
      text.id,
      { description: html(' without a check'), severity: 'critical', tags: ['mine'] },
      { description: html(' as it comes'), severity: 'medium' },
    );
    await both(list.id, { asset: ['a.example.test'] }, { asset: ['b.example.test'] });
    await callFrom(page, 'finding.edit', {
      id: gone.id,
      changes: { remediation: 'Take the version out of the banner.' },
    });
    service.remove(gone.id);
    for (const { id, severity } of plain.slice(3, 23)) {
      await both(id, { severity: severity === 'low' ? 'info' : 'low' }, { severity: 'critical' });
    }
    await sync();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByRole('navigation', { name: 'Conflicts' }).waitFor();
    await page
      .getByRole('radio', { name: /^Yours/ })
      .first()
      .waitFor();
  });
  await scene('conflicts-all', async () => {
    await page.keyboard.press('a');
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /^Theirs/ })
      .check();
  });
  await scene('conflict-text', async () => {
    await page.keyboard.press('Escape');
    await entry('Any file can be read').click();
    await page.getByRole('heading', { name: 'Any file can be read' }).waitFor();
    for (const key of ['m', 'm', 't', 'b']) await page.keyboard.press(key);
  });
  await scene('conflict-result', async () => {
    await page.keyboard.press('Shift+M');
    await page.keyboard.press('e');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('<p>Both hosts.</p>');
    service.edit(
      service.findings(project).find(({ title }) => title === 'Any file can be read through the export')?.[
        'id'
      ] as string,
      { severity: 'low' },
    );
    await sync();
    await page.getByText(/^The service has changed severity/).waitFor();
  });
  await scene('conflict-assets', () => entry('Old protocol').click());
  await scene('conflict-gone', () => entry('Banner tells').click());
  await scene('conflict-deletion', () => entry('Cookie without').click());
  await scene('conflict-review', async () => {
    await page
      .getByRole('region', { name: /^To be accepted/ })
      .getByRole('button')
      .first()
      .click();
  });
  await scene('conflict-status', async () => {
    await page
      .getByRole('region', { name: /^Status/ })
      .getByRole('listitem')
      .first()
      .getByRole('button')
      .click();
    await button('Set my status').waitFor();
  });
}
