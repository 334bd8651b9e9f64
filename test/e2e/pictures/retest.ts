import { png } from '../../domain/images/pictures.ts';
import { callFrom } from '../support/calls.ts';
import { project, type Stage } from './stage.ts';

/** Retests: from the list, their rounds, and in a finding; in a home that has the sample engagement open. */
export async function retestScenes({ page, button, leave, showLists, scene }: Stage): Promise<void> {
  const dialog = page.getByRole('dialog');
  await showLists();
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Findings' }).click();
  await page.getByRole('row').nth(4).waitFor();
  await scene('retest-begin', async () => {
    await button('Retest').click();
    await dialog.getByRole('textbox', { name: 'Name of the round' }).waitFor();
  });
  await page.keyboard.press('Escape');
  const ids = (await callFrom(page, 'finding.list', { project, query: 'status:open' })).rows.map(
    ({ id }) => id,
  );
  await callFrom(page, 'round.add', {
    project,
    name: 'After the fixes',
    begins: '2026-11-02',
    note: 'Agreed.',
  });
  await callFrom(page, 'round.add', { project, name: 'Second look' });
  const set = { project, round: 1, text: 'The header is set; **the cookie is not**.', who: 'Ida Ferry' };
  await callFrom(page, 'verdict.set', { ...set, verdict: 'fixed', ids: ids.slice(0, 4) });
  await callFrom(page, 'verdict.set', { ...set, verdict: 'partly', ids: ids.slice(4, 6) });
  await callFrom(page, 'verdict.set', { ...set, round: 2, verdict: 'open', ids: ids.slice(0, 1) });
  await scene('retest-give', async () => {
    await page.getByRole('row').nth(1).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('f');
    await dialog.getByRole('radio', { name: 'Fixed', exact: true }).check();
    await dialog.getByRole('checkbox').check();
    await dialog.getByText(/^The new status is pending for/).waitFor();
  });
  await leave();
  await scene('retest-rounds', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await dialog.getByText('Second look').waitFor();
  });
  await page.keyboard.press('Escape');
  await scene('retest-finding', async () => {
    const content = Buffer.from(png({ width: 320, height: 120 })).toString('base64');
    await callFrom(page, 'evidence.add', {
      id: ids[0] ?? '',
      round: 2,
      name: 'after.png',
      caption: 'The page after the fix',
      content,
    });
    await page.getByRole('combobox', { name: /query/i }).fill('verdict:open');
    await page.keyboard.press('Enter');
    await page.locator('[role=grid][aria-rowcount="2"]').waitFor();
    await page.getByRole('row').nth(1).dblclick();
    const retest = page.getByRole('region', { name: 'Retest', exact: true });
    await retest.getByText('Second look').first().scrollIntoViewIfNeeded();
    await retest.locator('img').first().waitFor();
    await retest.getByText('Second look').first().scrollIntoViewIfNeeded();
  });
}
