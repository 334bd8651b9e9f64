import { callFrom } from '../support/calls.ts';
import { retestScenes } from './retest.ts';
import { project, type Stage } from './stage.ts';
import { openReportPanel } from '../support/report-panels.ts';

const requests = [
  {
    request:
      'GET /orders HTTP/1.1\nHost: portal.fjellmark.example\nCookie: session=4f1c9ab02d7e4f1c9ab02d7e\n\n',
    response: `HTTP/1.1 200 OK\nContent-Type: text/html\n\n${'<p>order</p>\n'.repeat(900)}`,
  },
];

/** The screen of the report: its options, themes, editions and what it asks; then retests. In a home of its own. */
export async function reportScenes(stage: Stage): Promise<void> {
  const { page, button, showLists, size, scene } = stage;
  await callFrom(page, 'home.create', { passphrase: null });
  await callFrom(page, 'sample.open', {});
  await page.reload();
  await page.getByRole('grid').waitFor();
  const [first] = (await callFrom(page, 'finding.list', { project })).rows;
  await callFrom(page, 'finding.edit', { id: first?.id ?? '', changes: { requests } });
  await scene('report-check', async () => {
    await showLists();
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Report' }).click();
    await page.getByText(/^Draft: \d+ errors?, /).waitFor();
    if (size.name === 'large') await page.locator('article[data-page="1"] .words span').first().waitFor();
  });
  await scene('report-ignored', async () => {
    const ignored = [
      { code: 'missing-fact' as const, finding: null, place: 'method' },
      { code: 'missing-remediation' as const, finding: first?.id ?? '', place: 'remediation' },
      { code: 'missing-glyph' as const, finding: null, place: null },
    ];
    await callFrom(page, 'report.configure', { project, settings: { ignored } });
    const list = page.getByRole('region', { name: 'Ignored warnings' });
    await list.getByRole('button').nth(2).waitFor();
    await list.getByRole('button').nth(2).scrollIntoViewIfNeeded();
  });
  await scene('report-options', async () => {
    await openReportPanel(page, 'options');
    await page.getByRole('radio', { name: 'Technical' }).waitFor();
  });
  await scene('report-findings', async () => {
    const { rows } = await callFrom(page, 'finding.list', { project, query: 'severity:high' });
    await callFrom(page, 'report.configure', {
      project,
      settings: { exclude: rows.slice(1, 2).map(({ id }) => id), query: 'severity:>=low' },
    });
    const panel = await openReportPanel(page, 'findings');
    await panel.getByText('excluded by hand').first().waitFor();
  });
  await openReportPanel(page, 'options');
  await scene('report-sections', () => button('Review masked values…').scrollIntoViewIfNeeded());
  await scene('report-masks', async () => {
    await button('Review masked values…').click();
    await page.getByRole('dialog').waitFor();
  });
  await page.keyboard.press('Escape');
  await scene('report-themes', async () => {
    await button('Logo, colours, fonts…').click();
    await page.getByRole('dialog').waitFor();
  });
  await scene('report-theme', async () => {
    await button('New theme…').click();
    await page.getByRole('textbox', { name: 'Links', exact: true }).fill('#9fc5ff');
  });
  await page.keyboard.press('Escape');
  await button('Discard').click();
  await page.keyboard.press('Escape');
  await scene('report-word-templates', async () => {
    await button('Templates…').click();
    await button('Save as a file…').waitFor();
  });
  await page.keyboard.press('Escape');
  await scene('report-formats', () => button('Other formats').click());
  await scene('report-password', async () => {
    await page.getByRole('menuitem', { name: /password/ }).click();
    await page.getByLabel('Password', { exact: true }).fill('four words of mine');
    await page.keyboard.press('Enter');
  });
  await page.keyboard.press('Escape');
  await scene('report-editions', async () => {
    await callFrom(page, 'report.keep', { project, force: true });
    await callFrom(page, 'finding.edit', { id: first?.id ?? '', changes: { title: 'Called otherwise' } });
    await callFrom(page, 'report.keep', { project, force: true, format: 'html' });
    await openReportPanel(page, 'editions');
    await button('Compare').waitFor();
  });
  await scene('report-compare', async () => {
    await button('Compare').click();
    await page.getByText('1 difference').click();
  });
  await page.keyboard.press('Escape');
  await retestScenes(stage);
}
