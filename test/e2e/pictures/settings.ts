import { callFrom } from '../support/calls.ts';
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
    await button('Close without it').waitFor();
  });
  await scene('settings-appearance', async () => {
    await button('Close without it').click();
    await go('Appearance');
  });
  await scene('settings-formats', () => go('Dates and numbers'));
  await scene('settings-keyboard', () => go('Keyboard'));
  await scene('settings-storage', async () => {
    await go('Storage');
    await button('Back up now').waitFor();
  });
  await scene('settings-destroy', async () => {
    await go('Destroy data');
    await page
      .getByRole('button', { name: /^Destroy …/ })
      .first()
      .click();
    await page.getByLabel(/^Type its name/).waitFor();
  });
  await scene('settings-record', async () => {
    const name = await page.getByRole('dialog').getByRole('heading').innerText();
    await page.getByLabel(/^Type its name/).fill(name.replace('Destroy ', ''));
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
