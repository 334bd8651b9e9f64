import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { ReportSnapshot } from '#contract/deliverable/report.ts';
import { readEditionSnapshot } from '#db/tables/reports/editions.ts';
import { sql, transaction } from '#db/store/transaction.ts';
import { jpeg, png } from '../../domain/images/pictures.ts';
import { temporaryFolder, type TestDesk } from '../../support/desk.ts';
import { readPdf } from '../../support/pdf.ts';
import { wholeFacts } from '../../support/facts.ts';
import { bench, project, within } from '../../engine/support.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

async function exported(desk: TestDesk, name: string, edition?: number) {
  const out = join(temporaryFolder(), name);
  const answer = await desk.call('report.export', {
    project,
    out,
    ...(edition === undefined ? {} : { edition }),
  });
  const bytes = readFileSync(out);
  const { text, pictures } = await readPdf(bytes);
  return { answer, text, pictures: pictures.map(({ width, height }) => `${width}x${height}`), bytes };
}

describe('a report with evidence', () => {
  it('prints the images, and its edition stays what it was when they are changed', async () => {
    const { desk } = await bench();
    await desk.call('engagement.describe', { project, facts: wholeFacts });
    await desk.call('evidence.add', { id: 'f2', name: 'a.jpg', content: base64(jpeg()) });
    const { evidence, sha256 } = await desk.call('evidence.add', {
      id: 'f1',
      name: 'a.png',
      caption: 'Before',
      content: base64(png({ width: 50, height: 20 })),
    });
    const first = await exported(desk, 'first.pdf');
    expect([first.pictures, first.answer.notices]).toEqual([['50x20', '24x16'], []]);
    const content = base64(png({ width: 30, height: 20 }));
    await desk.call('evidence.replace', { evidence, madeOf: sha256, content });
    const second = await exported(desk, 'second.pdf');
    const again = await exported(desk, 'again.pdf', 1);
    expect([second.pictures, again.pictures]).toEqual([
      ['30x20', '24x16'],
      ['50x20', '24x16'],
    ]);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    const kept = within(desk, (db) => ({
      image: sql(db, 'SELECT content FROM edition_image WHERE sha256 = ?').pluck().get(sha256),
      named: readEditionSnapshot(db, project, 1)?.includes(sha256),
    }));
    expect(kept).toEqual({ image: Buffer.from(png({ width: 50, height: 20 })), named: true });
  });

  it('prints an image once, where the text places it by the name of its file', async () => {
    const { desk } = await bench();
    await desk.call('engagement.describe', { project, facts: wholeFacts });
    const file = { id: 'f1', name: 'C:\\shots\\log in.png', caption: 'The form' };
    const size = (width: number): string => base64(png({ width, height: 20 }));
    const names = [
      (await desk.call('evidence.add', { ...file, content: size(50) })).originalName,
      (await desk.call('evidence.add', { ...file, content: size(40) })).originalName,
      (await desk.call('evidence.add', { ...file, name: '', content: size(30) })).originalName,
    ];
    expect(names).toEqual(['log in.png', 'log in-2.png', 'image.png']);
    const description = 'First.\n\n![Typed](evidence:log%20in-2.png)\n\nLast. ![](evidence:gone.png)';
    await desk.call('finding.edit', { id: 'f1', changes: { description } });
    const { pictures, text } = await exported(desk, 'placed.pdf');
    expect(pictures).toEqual(['40x20', '50x20', '30x20']);
    expect(text).toMatch(
      /First\.[\s\S]*Figure \d+: Typed[\s\S]*Last\. !\[\]\(evidence:gone\.png\)[\s\S]*The form/u,
    );
    const messages = await desk.call('report.check', { project });
    expect(messages.filter(({ code }) => code === 'dead-image')).toMatchObject([
      { finding: 'f1', field: 'description', message: expect.stringContaining('"gone.png"') },
    ]);
  });

  it('is made and says so where the pixels of an image are lost', async () => {
    const { desk } = await bench();
    await desk.call('engagement.describe', { project, facts: wholeFacts });
    await desk.call('evidence.add', { id: 'f1', name: 'a.jpg', caption: 'Lost', content: base64(jpeg()) });
    within(desk, (db) => transaction(db, () => sql(db, 'DELETE FROM evidence_content').run()));
    const { answer, pictures } = await exported(desk, 'report.pdf');
    expect([pictures, answer.notices]).toEqual([
      [],
      ['The check found 1 warning.', 'One image is damaged; a line in the report stands in its place.'],
    ]);
  });
});

it('a report has the rounds, and of each finding what they found out, with the images of the round', async () => {
  const { desk } = await bench();
  for (const name of ['First', 'Second']) await desk.call('round.add', { project, name });
  const set = (words: JsonObject): Promise<unknown> => desk.call('verdict.set', { project, ...words });
  const words = { at: '2026-11-02', who: 'Ada', text: 'Still **there**.' };
  await set({ ids: ['f1'], round: 1, verdict: 'open', ...words });
  await set({ ids: ['f1'], round: 2, verdict: 'fixed', at: '2026-12-02', who: 'Ada' });
  await set({ ids: ['f2'], round: 2, verdict: 'open' });
  await desk.call('verdict.clear', { project, round: 2, ids: ['f2'] });
  const content = base64(png({ width: 50, height: 20 }));
  await desk.call('evidence.add', { id: 'f1', name: 'before.png', content });
  const shot = { id: 'f1', round: 1, name: 'after.png', caption: 'Second visit', content };
  const { sha256 } = await desk.call('evidence.add', shot);
  await desk.call('report.export', { project, out: join(temporaryFolder(), 'report.json'), format: 'json' });
  const kept = within(desk, (db) => readEditionSnapshot(db, project, 1) ?? '');
  const { rounds, findings } = ReportSnapshot.parse(JSON.parse(kept));
  const verdictsOn = (id: string): unknown =>
    findings
      .find((one) => one.id === id)
      ?.verdicts.map(({ evidence, ...said }) => [said, evidence.map((one) => [one.caption, one.sha256])]);
  expect([rounds.map(({ number, name }) => [number, name]), verdictsOn('f1'), verdictsOn('f2')]).toEqual([
    [
      [1, 'First'],
      [2, 'Second'],
    ],
    [
      [{ round: 1, verdict: 'open', ...words }, [['Second visit', sha256]]],
      [{ round: 2, verdict: 'fixed', at: '2026-12-02', who: 'Ada', text: '' }, []],
    ],
    [],
  ]);
});
