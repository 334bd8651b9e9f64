import { callFrom } from '../support/calls.ts';
import { passphrase, project, type Stage } from './stage.ts';

/** From the first start to the first findings: welcome, recovery code, connection, lock, empty desk. */
export async function gateScenes({
  page,
  service,
  proxy,
  showLists,
  button,
  leave,
  scene,
}: Stage): Promise<void> {
  const heading = (name: string) => page.getByRole('heading', { name });

  await scene('welcome', () => heading('Create your vault').waitFor());
  await scene('welcome-without', async () => {
    await page.getByLabel('Passphrase', { exact: true }).fill('short');
    await button('Skip (not encrypted)').click();
  });
  await scene('recovery-code', async () => {
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await page.getByLabel('Repeat the passphrase').fill(passphrase);
    await page.keyboard.press('Enter');
    await heading('Your recovery code').waitFor();
  });
  await scene('first-steps', async () => {
    await page.getByRole('checkbox').check();
    await button('Continue').click();
    await heading('Connect to your service').waitFor();
  });
  await scene('connect-refused', async () => {
    await page.getByLabel('Service URL').fill(proxy.baseUrl);
    await page.getByLabel('API token').fill('not-my-token');
    await button('Connect').click();
    await page.getByRole('alert').first().waitFor();
  });
  await scene('empty-desk', async () => {
    await page.getByLabel('API token').fill(service.tokens['mara'] ?? '');
    await button('Connect').click();
    await page.getByText('No engagement yet').waitFor();
  });
  await scene('lock', async () => {
    await showLists();
    await button('Lock').click();
    await heading('Locked').waitFor();
    await page.getByLabel('Passphrase', { exact: true }).fill('not this one');
    await button('Unlock').click();
    await page.getByRole('alert').waitFor();
  });
  await scene('add-engagement', async () => {
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await button('Unlock').click();
    await page.getByRole('main').getByRole('button', { name: 'Add an engagement' }).click();
    await page.getByLabel('Project').fill(project);
    await page.getByLabel('Name').fill('Customer portal');
    await page.getByLabel('Client').fill('Fjellmark Logistics');
  });
  await scene('not-fetched', async () => {
    await leave();
    await callFrom(page, 'engagement.add', {
      project,
      name: 'Customer portal',
      client: 'Fjellmark Logistics',
    });
    await page.getByText(/^Nothing fetched under/).waitFor();
  });
  await scene('correct-id', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Correct ID…' }).click();
    await page.getByLabel('ID', { exact: true }).fill('fjm-portal-2027');
  });
  await leave();
  await callFrom(page, 'sync.run', {});
}
