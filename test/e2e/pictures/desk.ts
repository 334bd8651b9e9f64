import { callFrom } from '../support/calls.ts';
import { project, type Stage } from './stage.ts';

/** The list of findings and everything that is asked about it. */
export async function deskScenes({ page, button, leave, showLists, scene }: Stage): Promise<void> {
  const query = page.getByLabel('Query', { exact: true });
  const row = (title: string) => page.getByRole('row').filter({ hasText: title });
  /** Closes what is open, from the front to the back. */
  async function home(): Promise<void> {
    await page.keyboard.press('Escape');
    await query.fill('');
    await query.press('Escape');
    await page.keyboard.press('Escape');
  }

  await scene('desk', async () => {
    await callFrom(page, 'view.save', {
      view: null,
      name: 'For the first call',
      query: 'severity:>=high status:open',
      sort: null,
    });
    await callFrom(page, 'finding.setStatus', {
      status: 'pending_retest',
      selection: { project, query: 'severity:low' },
    });
    await page.reload();
    await row('SQL injection').waitFor();
  });
  await scene('overview', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.getByText('Errors of the check').waitFor();
  });
  await scene('lists', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await showLists();
    await page.getByRole('button', { name: /^For the first call/ }).waitFor();
  });
  await scene('engagement-menu', () => page.getByRole('button', { name: /^Engagement.+/ }).click());
  await scene('saved-list-menu', async () => {
    await page.keyboard.press('Escape');
    await button('What to do with For the first call').click();
  });
  await scene('connection', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('contentinfo').getByRole('button').first().click();
    await page.getByRole('dialog').waitFor();
  });
  await scene('passphrase', async () => {
    await page.keyboard.press('Escape');
    await showLists();
    await button('Settings').click();
    await button('Security').click();
    await button('Change the passphrase').click();
  });
  await scene('help', async () => {
    await page.keyboard.press('Escape');
    await showLists();
    await button('Findings').click();
    await home();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  });
  await scene('palette', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a command, a finding, a list' }).waitFor();
  });
  await scene('palette-found', async () => {
    await page.keyboard.type('inje');
    await page.getByRole('group', { name: 'Findings' }).waitFor();
  });
  await scene('columns-menu', async () => {
    await page.keyboard.press('Escape');
    await button('Columns').click();
  });
  await scene('completion', async () => {
    await page.keyboard.press('Escape');
    await query.fill('');
    await query.pressSequentially('severity:>');
  });
  await scene('query-error', async () => {
    await query.fill('severity:>=hgh xss');
    await page.getByRole('alert').waitFor();
    await query.press('Escape');
  });
  await scene('nothing-matches', async () => {
    await query.fill('nothing has these words');
    await page.getByText('No results').waitFor();
  });
  await scene('selection', async () => {
    await home();
    await page.getByRole('row').nth(20).waitFor();
    await page.keyboard.press('l');
    await page.keyboard.press('Home');
    for (let more = 0; more < 4; more += 1) await page.keyboard.press('Shift+ArrowDown');
    await page.getByText(/selected of/).waitFor();
  });
  const dialog = page.getByRole('dialog');
  await scene('bulk-status', async () => {
    await page.keyboard.press('s');
    await dialog.getByLabel('Status', { exact: true }).fill('closed');
    await dialog
      .getByText(/left out/)
      .first()
      .waitFor();
  });
  await scene('bulk-replace', async () => {
    await leave();
    await page.keyboard.press('r');
    await dialog.getByLabel('Find', { exact: true }).fill('the');
    await dialog.getByLabel('Replace with').fill('this');
    await dialog.getByRole('button', { name: /^Replace \d+ match/ }).waitFor();
  });
  await scene('bulk-delete', async () => {
    await leave();
    await page.keyboard.press('Delete');
    await dialog.getByText('will be deleted at the next sync').waitFor();
  });
  await scene('bulk-results', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('t');
    await page.keyboard.type('retest');
    await page.keyboard.press('Enter');
    const change = dialog.getByRole('button', { name: /^Change the tags of/ });
    await change.click();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('b');
    await dialog.getByRole('listitem').first().getByRole('button').first().click();
    await dialog.getByRole('button', { name: /^Pending/ }).waitFor();
  });
  await scene('bulk-changes', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('b');
    await dialog.getByRole('listitem').first().waitFor();
  });
  await scene('save-list', async () => {
    await page.keyboard.press('Escape');
    await query.fill('is:queued');
    await query.press('Escape');
    await showLists();
    await button('Save this list').click();
  });
  await scene('new-finding', async () => {
    await page.keyboard.press('Escape');
    await home();
    await page.keyboard.press('n');
    await page.getByLabel('Title', { exact: true }).fill('Session cookie lacks the flag "Secure"');
  });
  await leave();
  await home();
}
