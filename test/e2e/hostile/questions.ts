import type { Page } from 'playwright-core';
import type { FaultRequest } from '#sample/http/faults.ts';
import type { SampleService } from '#sample/http/server.ts';
import type { Opened } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import type { Attack } from './corpus.ts';
import { hostileName, turning } from './desk.ts';
import { hostileBody } from './visit.ts';

/*
 * A desk where the program asks each of its questions and shows the end of a bulk change and of a destroyed engagement.
 * It also copies a text and reads a file, and each text is an attack.
 */

const askedProject = `<svg onload=ran(9004)>${turning}`;
const titled = (at: number, { text }: Attack): string => `asked ${String(at)} ${text}${turning}`;

/** What the service has of it: `a0`, `a1` and so on. */
export function askedSeeds(attacks: readonly Attack[]) {
  const findings = attacks.map((attack, at) => ({
    id: `a${String(at)}`,
    body: { ...hostileBody(attack.text, at), title: titled(at, attack), severity: 'high', status: 'open' },
  }));
  return { project: askedProject, findings };
}

/** Goes through all of it. @param look at what stands on the page now @returns what the clipboard held of a copied text */
export async function goThroughQuestions(
  { page, context }: Pick<Opened, 'page' | 'context'>,
  service: SampleService,
  attacks: readonly Attack[],
  look: () => Promise<void>,
): Promise<{ readonly types: readonly string[]; readonly text: string }> {
  const project = askedProject;
  const dialog = page.getByRole('dialog');
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const lookAndLeave = async (): Promise<void> => {
    await look();
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  const sync = (pull = true) => callFrom(page, 'sync.run', { projects: [project], pull });
  const fromBar = async (name: string): Promise<void> => {
    await page.getByLabel('Status bar').getByRole('button', { name }).click();
    await dialog.waitFor();
  };

  await callFrom(page, 'engagement.add', { project, name: hostileName, client: hostileName });
  await callFrom(page, 'connection.adjust', { profile: { quietTimeMs: 0 } });
  await sync();
  await openAt(page, project);

  const { rows } = await callFrom(page, 'list.query', { project, query: '', sort: null });
  const words = attacks.map(({ text }) => text.toWellFormed().trim()).filter((text) => text !== '');
  const action = { kind: 'tags' as const, add: [...words, hostileName], remove: [] };
  const { fingerprints } = await callFrom(page, 'bulk.preview', { project, rows, action });
  const bulk = crypto.randomUUID();
  await callFrom(page, 'bulk.run', { bulk, project, rows, fingerprints, action });
  await page.getByRole('grid').focus();
  await press('b');
  await dialog.getByRole('listitem').first().waitFor();
  await look();
  await press('Enter');
  await dialog.getByText('asked 0').waitFor();
  await lookAndLeave();
  await callFrom(page, 'bulk.undo', { bulk });

  const body = {
    title: titled(90, attacks[0] ?? { name: '', text: '', words: [] }),
    asset: ['x'],
    severity: 'low',
  };
  const dropped = ({ method }: FaultRequest) =>
    method === 'PUT' ? { kind: 'drop' as const, handled: false } : undefined;
  await callFrom(page, 'finding.create', { project, records: [body] });
  service.setFaults(dropped);
  await sync(false);
  service.setFaults(undefined);
  for (const id of ['twin-1', 'twin-2']) service.create(project, { id, body });
  await sync();
  await press('g', 'q');
  const row = page
    .getByRole('listbox', { name: 'Pending changes' })
    .getByRole('option')
    .filter({ hasText: 'asked 90' });
  await row.click();
  await page.getByRole('article').getByText('asked 90').first().waitFor();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await press('c');
  await page.getByText('Its text is in the clipboard.').first().waitFor();
  const copied = await page.evaluate(async () => {
    const items = await navigator.clipboard.read();
    return { types: items.flatMap(({ types }) => types), text: await navigator.clipboard.readText() };
  });
  await context.clearPermissions();
  await press('a');
  await dialog.getByRole('radio').first().waitFor();
  await lookAndLeave();

  await callFrom(page, 'finding.edit', { id: 'a0', changes: { severity: hostileName } });
  await sync();
  await fromBar('edits are stopped');
  await dialog.getByText('asked 0').first().waitFor();
  await look();
  await dialog.getByRole('button', { name: 'Put back, and send all fields from now on' }).click();
  await dialog.waitFor({ state: 'detached' });

  service.setFaults(({ path }) => {
    const me = { id: hostileName, name: hostileName, email: hostileName };
    return path.endsWith('/users/me') ? { kind: 'body', body: JSON.stringify(me) } : undefined;
  });
  await sync().catch(() => undefined);
  service.setFaults(undefined);
  await fromBar('belongs to someone else');
  await lookAndLeave();

  for (const at of attacks.keys()) if (at > 3) service.remove(`a${String(at)}`);
  await sync();
  await fromBar('disappeared at once');
  await dialog.getByText('asked 4').first().waitFor();
  await lookAndLeave();

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Service profile').first().click();
  const profile = page.getByRole('region', { name: 'Service profile' });
  await profile.locator('input[type=file]').setInputFiles({
    name: `${hostileName.replaceAll('/', '_')}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({ [hostileName]: hostileName, pageSize: hostileName, ['__proto__x']: hostileName }),
    ),
  });
  await page.getByRole('alert').first().waitFor();
  await look();

  const { unsent } = await callFrom(page, 'engagement.holdings', { project });
  await callFrom(page, 'engagement.destroy', { project, name: hostileName, unsent });
  await page.getByText('Remove engagement', { exact: true }).first().click();
  await page.getByRole('button', { name: /^Record of/ }).click();
  await dialog.getByRole('region', { name: 'Record' }).getByText('SHA-256').waitFor();
  await lookAndLeave();
  return copied;
}

/** The page keeps its own place when it goes: only after that another one stays. */
export async function openAt(page: Page, project: string): Promise<void> {
  const value = { project, query: '', sort: 'title', finding: null, split: null };
  await page.reload();
  // A page that comes again shows the screen that it was on.
  await page.getByRole('contentinfo', { name: 'Status bar' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await page.getByRole('row').nth(1).waitFor();
  await page.reload();
  await page.getByRole('row').nth(1).waitFor();
  await callFrom(page, 'setting.write', { name: 'place', value });
  await page.reload();
  await page.getByRole('row').nth(3).waitFor();
}
