import { callFrom } from '../support/calls.ts';
import { give } from '../support/pictures.ts';
import { project, type Stage } from './stage.ts';

const rules = [
  ['SQL injection', 'High', 9],
  ['Cross-site scripting (stored)', 'High', 3],
  ['TLS certificate is not trusted', 'Medium', 14],
  ['Cookie without Secure flag', 'Low', 2],
  ['Strict transport security is not enforced', 'Low', 40],
  ['Session token in URL', 'Medium', 1],
  ['Vulnerable JavaScript dependency', 'Low', 6],
  ['Robots.txt file', 'Information', 2],
  ['Email addresses are shown', 'Information', 5],
] as const;

function scan(hosts: (of: number) => number) {
  const issues = rules.flatMap(([name, severity, many], type) =>
    Array.from(
      { length: hosts(many) },
      (_, host) =>
        `<issue><type>${String(type)}</type><name>${name}</name><host>https://app${String(host)}.example.test</host>
         <path>/</path><severity>${severity}</severity><confidence>Certain</confidence></issue>`,
    ),
  );
  const text = `<?xml version="1.0"?><issues burpVersion="2026.1">${issues.join('')}</issues>`;
  return { name: 'portal-scan.xml', type: 'text/xml', bytes: Buffer.from(text) };
}

/** What scanner files would do: read, of a later scan with ticked lines, with its rules, and one that cannot be read. */
export async function importScenes({ page, service, scene }: Stage): Promise<void> {
  await callFrom(page, 'home.create', { passphrase: null });
  await callFrom(page, 'home.connect', { baseUrl: service.baseUrl, token: service.tokens['mara'] ?? null });
  await callFrom(page, 'engagement.add', { project, name: 'Customer portal' });
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.reload();
  await page.getByRole('row').nth(1).waitFor();
  const dialog = page.getByRole('dialog');
  const groups = dialog.getByRole('listbox', { name: 'Groups' });

  await scene('import', async () => {
    await give(page, 'drop', [scan((many) => Math.ceil(many / 2))]);
    await groups.getByRole('option').first().waitFor();
  });
  await scene('import-later', async () => {
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await give(page, 'drop', [scan((many) => many)]);
    await groups.getByRole('option').nth(3).waitFor();
    await groups.focus();
    for (const key of ['Home', 'Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    await dialog.getByText('2 selected').waitFor();
  });
  await scene('import-rules', async () => {
    await dialog.getByText('Severities and rules').click();
    await dialog.getByLabel('Lowest severity').scrollIntoViewIfNeeded();
  });
  await scene('import-failed', async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const bytes = Buffer.from('<?xml version="1.0"?><issues burpVersion="1">\n<issue><type>1');
    await give(page, 'drop', [{ name: 'cut-off.xml', type: 'text/xml', bytes }]);
    await dialog.getByRole('alert').waitFor();
  });
}
