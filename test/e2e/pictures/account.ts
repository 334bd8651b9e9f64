import { callFrom } from '../support/calls.ts';
import { project, type Stage } from './stage.ts';

const provider = 'org-larkspur';

/** The sample service asks a user with an invitation for more than the first form has. */
export const invites = { shapes: { registration: ['name', 'password', 'jobTitle'] } };

/** Everything about the account: the ways in, tokens, passwords, the second factor, what a client sees. */
export async function accountScenes({ page, service, button, showLists, scene }: Stage): Promise<void> {
  await callFrom(page, 'home.create', { passphrase: null });
  await page.reload();
  const dialog = page.getByRole('dialog');
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const password = (login: string): string => service.passwords()[login] ?? '';
  const press = (keys: string): Promise<void> => page.keyboard.press(keys);
  async function signIn(email: string, given: string): Promise<void> {
    await field('E-mail').fill(email);
    await field('Password').fill(given);
    await press('Enter');
  }
  async function closed(): Promise<void> {
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }

  await scene('account-invitation', async () => {
    await page.getByRole('tab', { name: 'With e-mail and password' }).click();
    await button('I have an invitation').click();
    await field('Service URL').fill(service.baseUrl);
    await field('Invitation token').fill('sample-invitation-lena');
    await field('Name').fill('Lena Okafor');
    await field('Password').fill('four words of lena');
    await button('Open my account').click();
    await field('Job title').waitFor();
  });
  await scene('account-sign-in', async () => {
    await button('Sign in instead').click();
    await signIn('jonas@larkspur.example', 'not this one');
    await page.getByRole('alert').waitFor();
  });
  await scene('account-code', async () => {
    await signIn('jonas@larkspur.example', password('jonas'));
    await field('Code').fill('000 000');
    await press('Enter');
    await page.getByRole('alert').waitFor();
  });
  await scene('account-first-password', async () => {
    await button('Start again').click();
    await signIn('ines@larkspur.example', password('ines'));
    await field('New password').fill('short');
    await field('New password once more').fill('short');
    await press('Enter');
    await page.getByRole('alert').waitFor();
  });
  await scene('account-factor-demanded', async () => {
    await button('Start again').click();
    service.changeOrganization(provider, { requiresMfa: true });
    await signIn('mara@larkspur.example', password('mara'));
    await button('Begin the set-up').click();
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
  });
  await field('Code').fill(service.otpCode('mara'));
  await press('Enter');
  await page.getByText('No engagement yet').waitFor();
  service.changeOrganization(provider, { requiresMfa: false });
  await callFrom(page, 'engagement.add', { project });
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.reload();
  await page.getByRole('row').nth(1).waitFor();

  await scene('account', async () => {
    await showLists();
    await button('Settings').click();
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('button', { name: 'Account', exact: true })
      .click();
    await page.getByText('Mara Lindqvist', { exact: false }).first().waitFor();
  });
  await scene('account-what-i-may', () => page.getByText('Nothing is paused.').scrollIntoViewIfNeeded());
  await scene('account-password', async () => {
    await button('Change the password…').click();
    await field('Current password').fill('not this one');
    await field('New password').fill('five words that are new');
    await field('New password once more').fill('five words that are new');
    await press('Enter');
    await dialog.getByRole('alert').waitFor();
  });
  await closed();
  await scene('account-forgot', async () => {
    await button('Forgot password…').click();
    await button('Send me a token').waitFor();
  });
  await scene('account-recovery', async () => {
    await button('Send me a token').click();
    await field('Recovery token of the e-mail').fill('an old one');
    await field('New password').fill('five words that are new');
    await field('New password once more').fill('five words that are new');
    await press('Enter');
    await dialog.getByRole('alert').waitFor();
  });
  await closed();
  await scene('account-factor', async () => {
    await button('Reset…').click();
    await button('Reset it').click();
    await dialog.waitFor({ state: 'detached' });
    await button('Set up…').click();
    await button('Begin').click();
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
  });
  await field('Code').fill(service.otpCode('mara'));
  await press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await scene('account-factor-off', async () => {
    service.changeOrganization(provider, { requiresMfa: true });
    await button('Switch off…').click();
    await button('Switch it off').click();
    await dialog.getByRole('alert').waitFor();
    service.changeOrganization(provider, { requiresMfa: false });
  });
  await closed();
  await scene('account-rotate', async () => {
    await button('My token leaked…').click();
    await page.getByLabel(/^To go on, type/).fill('replace my token');
  });
  await scene('account-new-token', async () => {
    await press('Enter');
    await field('New token').waitFor();
    await press('Escape');
    await button('Cancel setup').waitFor();
  });
  await button('Cancel setup').click();
  await scene('account-lost-token', async () => {
    service.setFaults(({ path }) =>
      path.endsWith('/generateToken') ? { kind: 'drop', handled: true } : undefined,
    );
    await button('Make a new token…').click();
    await page.getByLabel(/^To go on, type/).fill('replace my token');
    await press('Enter');
    await button('Look now').click();
    await dialog.getByText('It is refused.').waitFor();
    service.setFaults(undefined);
  });
  await scene('account-other-token', async () => {
    await dialog.getByRole('button', { name: 'Enter a token…' }).click();
    await field('API token').fill(service.tokens['theo'] ?? '');
    await press('Enter');
    await dialog.getByText('That token belongs to Theo Brandt').waitFor();
  });
  await closed();
  await scene('account-again', async () => {
    service.endSessions('mara');
    await press('y');
    await dialog.getByText(/^The service did not accept/).waitFor();
  });
  await signIn('clara@fjellmark.example', password('clara'));
  await dialog.getByRole('button', { name: /^Work as/u }).click();
  await dialog.waitFor({ state: 'detached' });
  await callFrom(page, 'engagement.add', { project });
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.getByRole('row').nth(1).waitFor();
  await scene('account-client-review', async () => {
    await press('g');
    await press('r');
    await page.getByRole('button', { name: /^Accept/ }).waitFor();
  });
  await scene('account-wait', async () => {
    service.setFaults(({ path }) =>
      path.endsWith('/auth/signin')
        ? { kind: 'status', status: 429, handled: false, retryAfter: '900' }
        : undefined,
    );
    await press('Control+k');
    await page.keyboard.type('sign in');
    await press('Enter');
    await signIn('clara@fjellmark.example', password('clara'));
    await dialog.getByRole('timer').waitFor();
    service.setFaults(undefined);
  });
  await closed();
  await scene('account-program-waits', async () => {
    service.setFaults(({ path }) =>
      path.endsWith('/users/me')
        ? { kind: 'status', status: 429, handled: false, retryAfter: '50' }
        : undefined,
    );
    await press('Control+k');
    await page.keyboard.type('change the password');
    await press('Enter');
    await field('Current password').fill(password('clara'));
    await field('New password').fill('five words that are new');
    await field('New password once more').fill('five words that are new');
    await press('Enter');
    await dialog.getByText('The service asks you to wait:').waitFor();
    service.setFaults(undefined);
  });
  await button('Give up').click();
  await button('Asking the service…').waitFor({ state: 'detached' });
  await closed();
  await scene('account-sync-waits', async () => {
    await press('y');
    await button('Give up').waitFor();
  });
}
