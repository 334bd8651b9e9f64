import type { Page } from 'playwright-core';
import { callFrom } from '../support/calls.ts';
import { project, type Stage } from './stage.ts';

const broken = {
  title: 'Many hosts, and values that no form knows',
  asset: Array.from({ length: 60 }, (_, at) => `app${String(at + 1).padStart(2, '0')}.fjellmark.example`),
  severity: 'medium',
  CVSS: 'CVSS:3.1/AV:Q/AC:L CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N',
  cwe: 'https://cwe.mitre.org/data/definitions/352.html',
  references: ['https://owasp.org/www-community/attacks/csrf', 'http://not.checked.example/'],
  observation: { seen: 3, by: 'the scanner' },
  description:
    '<p>The form takes <b>any</b> request:</p><ul><li>without a token</li><li>from any site</li></ul>',
};

/** A picture as it comes from a tool for screenshots: a browser with a page and a user's account in it. */
async function screenshot(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(960, 540);
    const context = canvas.getContext('2d');
    if (context === null) return;
    const box = (colour: string, x: number, y: number, width: number, height: number): void => {
      context.fillStyle = colour;
      context.fillRect(x, y, width, height);
    };
    const write = (text: string, x: number, y: number, font = '18px sans-serif', colour = '#223'): void => {
      context.font = font;
      context.fillStyle = colour;
      context.fillText(text, x, y);
    };
    box('#eef0f3', 0, 0, 960, 540);
    box('#d5dae1', 0, 0, 960, 44);
    box('#ffffff', 150, 9, 640, 26);
    write('portal.fjellmark.example/invoices/20871', 164, 28, '15px sans-serif');
    box('#ffffff', 60, 80, 840, 420);
    write('Invoice 20871', 90, 130, 'bold 28px sans-serif');
    write('Nordhavn Timber AS', 90, 180);
    write('Account NO93 8601 1117 947', 90, 210);
    write('3 pallets, Bergen to Aarhus', 90, 270);
    write('NOK 18,240.00', 700, 270, 'bold 20px sans-serif');
    const clipboardData = new DataTransfer();
    const blob = await canvas.convertToBlob({ type: 'image/png' });
    clipboardData.items.add(new File([blob], 'invoice.png', { type: 'image/png' }));
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }),
    );
  });
}

/** One finding: the editor, its parts, and what may stand between it and the service. */
export async function findingScenes(stage: Stage): Promise<void> {
  const { page, service, proxy, button, leave, scene } = stage;
  const query = page.getByLabel('Query', { exact: true });
  const title = page.getByLabel('Title', { exact: true });

  async function open(name: string): Promise<void> {
    if ((await title.count()) > 0) await button('Close (Esc)').click();
    await page.getByRole('row').filter({ hasText: name }).first().dblclick();
    await title.waitFor();
    await page.locator('.cm-content').first().waitFor();
  }
  async function scrollTo(name: string): Promise<void> {
    await page
      .getByRole('heading', { name, exact: true })
      .evaluate((element) => element.scrollIntoView({ block: 'start' }));
  }
  const idOf = async (name: string): Promise<string> =>
    (await callFrom(page, 'finding.list', { project, query: `"${name}"` })).rows[0]?.id ?? '';

  await scene('editor', () => open('SQL injection in the sort order'));
  await scene('editor-texts', () => scrollTo('Description'));
  await scene('editor-requests', () => scrollTo('Requests'));
  await scene('editor-candidate', () => open('Account pages cacheable'));
  await scene('editor-html-json', async () => {
    await callFrom(page, 'finding.create', { project, records: [broken] });
    await open(broken.title);
  });
  await scene('editor-cvss', async () => {
    await page.getByLabel('CVSS', { exact: true }).focus();
    await button('Calculator').click();
  });
  await scene('editor-html', () => scrollTo('Description'));
  await scene('editor-convert', async () => {
    await page.getByRole('button', { name: 'Convert to Markdown…' }).first().click();
    await page.getByRole('dialog').waitFor();
  });
  await scene('editor-references', async () => {
    await page.keyboard.press('Escape');
    await scrollTo('References');
  });
  await scene('editor-rules', async () => {
    await title.fill('');
    await page.getByText(/^Not saved: /).waitFor();
  });
  await scene('editor-leave', async () => {
    await button('Close (Esc)').click();
    await page.getByRole('dialog').waitFor();
  });
  await scene('other-value', async () => {
    await button('Keep editing').click();
    await title.fill(broken.title);
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Custom…' });
    await page.getByRole('dialog').waitFor();
  });
  await scene('weakness', async () => {
    await page.keyboard.press('Escape');
    await page.getByLabel('CWE', { exact: true }).first().fill('forgery');
    await page.getByRole('listbox', { name: 'Results' }).first().waitFor();
  });
  await page.keyboard.press('Escape');

  await scene('history', async () => {
    await open('IDOR: invoices of other');
    await title.fill('IDOR: invoices of other customers can be read and downloaded');
    await page.getByText('Saved locally').waitFor();
    await page.getByLabel('Severity', { exact: true }).selectOption('critical');
    await button('History').click();
    const changed = page.locator('summary', { hasText: 'Changes' });
    await changed.first().waitFor();
    for (const summary of await changed.all()) await summary.click();
  });
  await scene('evidence', async () => {
    await button('History').click();
    await screenshot(page);
    const item = page.getByRole('region', { name: 'Evidence' }).getByRole('listitem');
    await item.locator('img').waitFor();
    await item.getByRole('textbox').fill('The invoice of another customer, opened with our own account.');
    await item.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  });
  await scene('evidence-large', () => page.getByRole('button', { name: /^Open The invoice/ }).click());
  await scene('evidence-redact', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Crop or redact/ }).click();
    await button('Cover an area').click();
  });
  await scene('evidence-destroy', () => button('Apply…').click());
  await scene('evidence-remove', async () => {
    // Back from the last question and from the area.
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('Escape');
    await leave();
    await page.getByRole('button', { name: /^Remove The invoice/ }).click();
  });
  await page.keyboard.press('Escape');

  await scene('comments', async () => {
    const id = await idOf('IDOR: invoices of other');
    await callFrom(page, 'comment.add', { id, text: 'Which accounts did we try? Say it in the first step.' });
    await callFrom(page, 'comment.add', {
      id,
      field: 'description',
      quote: 'Invoices are fetched by their number.',
      text: 'Name the parameter.',
    });
    await page.getByRole('button', { name: /^Comments/ }).click();
    await page.getByRole('article', { name: 'Comment' }).nth(1).waitFor();
  });
  await scene('since-ready', async () => {
    const id = await idOf('IDOR: invoices of other');
    await callFrom(page, 'state.set', { ids: [id], state: 'ready' });
    await callFrom(page, 'finding.edit', { id, changes: { severity: 'high', status: 'open' } });
    await page.getByRole('button', { name: /^Comments/ }).click();
    await button('Show changes').click();
    await scrollTo('Severity');
  });

  await scene('changed-elsewhere', async () => {
    const id = await idOf('Stored cross-site scripting');
    await callFrom(page, 'finding.look', { ids: [id] });
    service.edit(id, { severity: 'critical', remediation: 'Encode the note where it is shown.' });
    await callFrom(page, 'sync.run', {});
    // It moves to its new place first: a row that moves is not clicked.
    const row = page.getByRole('row').filter({ hasText: 'Stored cross-site scripting' });
    if (await row.isVisible()) await row.getByText('critical').waitFor();
    await open('Stored cross-site scripting');
    await button('Show changes').click();
  });
  await scene('typed-against', async () => {
    await open('Password reset poisoning');
    await title.fill('');
    service.edit(await idOf('Password reset poisoning'), {
      title: 'Password reset poisoning through any header',
    });
    await callFrom(page, 'sync.run', {});
    await button('Changed elsewhere').click();
    await button('Show the difference').click();
  });
  await scene('conflict', async () => {
    await button('Use theirs').click();
    const id = await idOf('SSRF through the webhook');
    await open('SSRF through the webhook');
    await page.getByLabel('Severity', { exact: true }).selectOption('low');
    await page.getByText('Saved locally').waitFor();
    service.edit(id, { severity: 'critical' });
    await callFrom(page, 'sync.run', {});
    await page.getByText(/^You and someone else edited/).waitFor();
  });
  await scene('gone', async () => {
    const id = await idOf('Open redirect');
    await open('Open redirect');
    service.remove(id);
    await callFrom(page, 'sync.run', {});
    await callFrom(page, 'sync.run', {});
    await page.getByText('This finding was deleted on the service.').waitFor();
  });
  await scene('badges', async () => {
    await button('Close (Esc)').click();
    await query.fill('is:pending,conflict,gone');
    await query.press('Escape');
  });
  await scene('offline', async () => {
    await query.fill('');
    await query.press('Escape');
    await proxy.pull();
    await page.getByRole('contentinfo').getByRole('button', { name: 'Sync', exact: true }).click();
    await page.getByText(/^Offline/).waitFor();
  });
}
