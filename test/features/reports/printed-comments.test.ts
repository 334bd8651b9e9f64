import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readEditionSnapshot } from '#db/tables/reports/editions.ts';
import { openStore } from '#db/store/open.ts';
import { storeKey } from '#db/store/vault.ts';
import { readPdf } from '../../support/pdf.ts';
import { bench, body, project, sync, type Bench } from '../../engine/support.ts';
import { temporaryFolder } from '../../support/desk.ts';
import { wholeFacts } from '../../support/facts.ts';

/* Comments of colleagues stay out of every report but one that was asked to print them. */

const words = ['Say where the file lies', 'Is this *the* host?'];

/** A finding with two open comments and a resolved one, of an engagement that a final report can be made of. */
async function commented(): Promise<Bench> {
  const record = body({ title: 'Open share', description: 'The share lies open.', remediation: 'Close it.' });
  const at = await bench({ seeds: [{ project, findings: [{ id: 'f1', body: record }] }] });
  await at.desk.call('engagement.describe', { project, facts: wholeFacts });
  await sync(at.desk);
  const { desk } = at;
  await desk.call('comment.add', {
    id: 'f1',
    field: 'description',
    quote: 'share lies',
    text: words[0] ?? '',
  });
  await desk.call('comment.add', { id: 'f1', text: `${words[1] ?? ''}\n\nAsk the client.` });
  const { comment } = await desk.call('comment.add', { id: 'f1', text: 'Settled long ago' });
  await desk.call('comment.change', { comment, resolved: true });
  await desk.call('comment.add', { project, text: 'A note on the engagement' });
  return at;
}

/** What the first edition was made from. */
function snapshotOf({ desk }: Bench): string {
  const stores = join(desk.home, 'stores');
  const [id = ''] = readdirSync(stores);
  const db = openStore({ path: join(stores, id, 'store.db'), key: storeKey(new Uint8Array(32).fill(7), id) });
  try {
    return readEditionSnapshot(db, project, 1) ?? '';
  } finally {
    db.close();
  }
}

async function printed({ desk }: Bench, format: string): Promise<string> {
  const out = join(temporaryFolder(), `report.${format}`);
  await desk.call('report.export', { project, out, force: true });
  if (format !== 'pdf') return readFileSync(out, 'utf8');
  return (await readPdf(readFileSync(out))).text;
}

it('no format has a comment, and no edition keeps one, unless the report was asked to print them', async () => {
  const at = await commented();
  for (const format of ['pdf', 'html', 'md', 'csv', 'json']) {
    expect(await printed(at, format)).not.toMatch(
      /Say where|the\* host|Comments \(internal\)|Settled|A note/u,
    );
  }
  expect(snapshotOf(at)).toMatch(/^(?![^]*Say where)[^]*Open share/u);
});

it('open comments stand behind their finding, with who, when and on which words, as they were typed', async () => {
  const at = await commented();
  await at.desk.call('report.configure', { project, settings: { showComments: true } });
  for (const format of ['pdf', 'html', 'md']) {
    const text = await printed(at, format);
    expect(text).toMatch(
      /Close it\.[^]*Comments \(internal\)[^]*Description[^]*share lies[^]*Say where the file lies[^]*Ask the client\./u,
    );
    expect(text).not.toMatch(/Settled|A note/u);
  }
  expect(await printed(at, 'html')).toContain('Is this *the* host?');
  await at.desk.call('report.configure', { project, settings: { language: 'de' } });
  expect(await printed(at, 'html')).toContain('Kommentare (intern)');
});

it('the check warns as long as comments are printed', async () => {
  const at = await commented();
  const codes = async () =>
    (await at.desk.call('report.check', { project }))
      .filter(({ code }) => code === 'printed-comments')
      .map(({ level, message }) => [level, message]);
  const before = await codes();
  await at.desk.call('report.configure', { project, settings: { showComments: true } });
  expect([before, await codes()]).toEqual([
    [],
    [['warning', expect.stringContaining('Turn off "Print open comments"')]],
  ]);
});
