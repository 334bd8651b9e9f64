import { callFrom } from '../support/calls.ts';
import { certificateHere } from '../../faults/certificates.ts';
import { passphrase, type Stage } from './stage.ts';

/** Every part of the settings, and what they ask, in a home of its own. */
export async function settingsScenes({ page, button, showLists, scene }: Stage): Promise<void> {
  await callFrom(page, 'home.create', { passphrase });
  await callFrom(page, 'sample.open', {});
  await page.reload();
  await page.getByRole('main').waitFor();
  await showLists();
  await button('Settings').click();
  const go = (name: string) =>
    page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name, exact: true }).click();

  await scene('settings-connection', () => go('Connection'));
  await scene('settings-network', async () => {
    await go('Network');
    await page.getByRole('radio', { name: 'Use this proxy' }).check();
    await page.getByLabel('Proxy address').fill('socks5://proxy.example:1080');
    await button('Save proxy').click();
    await page.getByText('Name an HTTP proxy').waitFor();
  });
  await scene('settings-network-set', async () => {
    await page.getByLabel('Proxy address').fill('http://proxy.example:3128');
    await page.getByLabel('Name', { exact: true }).fill('mara');
    await page.getByLabel('Password', { exact: true }).fill(passphrase);
    await button('Save proxy').click();
    await page.getByText('Leave empty to keep the stored password.').waitFor();
    const file = { name: 'office.pem', mimeType: 'text/plain', buffer: Buffer.from(certificateHere) };
    await page.locator('input[accept^=".pem"]').setInputFiles(file);
    await page.getByText('Dossier test service').first().waitFor();
  });
  await scene('settings-profile', async () => {
    await go('Service profile');
    await button('Change Severities').click();
  });
  await scene('settings-security', () => go('Security'));
  await scene('settings-recovery-code', async () => {
    await button('New recovery code').click();
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await page.keyboard.press('Enter');
    await page.getByLabel('Recovery code', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await button('Cancel setup').waitFor();
  });
  await scene('settings-appearance', async () => {
    await button('Cancel setup').click();
    await go('Appearance');
  });
  await scene('settings-formats', () => go('Dates and numbers'));
  await scene('settings-keyboard', () => go('Keyboard'));
  await scene('settings-storage', async () => {
    await go('Storage');
    await button('Back up now').waitFor();
  });
  await scene('settings-destroy', async () => {
    await go('Remove engagement');
    await page
      .getByRole('button', { name: /^Remove from this computer…/ })
      .first()
      .click();
    await page.getByLabel(/^Type its name/).waitFor();
  });
  await scene('settings-record', async () => {
    const name = await page.getByRole('dialog').getByRole('heading').innerText();
    await page.getByLabel(/^Type its name/).fill(name.replace(/^Remove | from this computer$/g, ''));
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Record' }).waitFor();
  });
  await scene('settings-diagnostics', async () => {
    await page.keyboard.press('Escape');
    await go('Diagnostics');
    await button('Collect').click();
    await page.getByRole('region', { name: 'Diagnosis' }).waitFor();
  });
}
