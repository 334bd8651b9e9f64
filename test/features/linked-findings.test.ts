import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, type TestDesk } from '../support/desk.ts';
import { bench, project } from '../engine/support.ts';

/** The report as Markdown, its lines with these words. */
async function lines(desk: TestDesk, words: string): Promise<string[]> {
  const out = join(temporaryFolder(), 'report.md');
  await desk.call('report.export', { project, out, force: true });
  const text = readFileSync(out, 'utf8');
  return text.split('\n').filter((line) => line.includes(words));
}

/** Texts with links that lead nowhere. */
async function deadLinks(desk: TestDesk): Promise<string[]> {
  const messages = await desk.call('report.check', { project });
  return messages.flatMap(({ code, field, message }) =>
    code === 'dead-link' ? [`${field ?? ''}: ${message}`] : [],
  );
}

it('a link to a finding made here leads to it before and after the service has it, and is sent as it was written', async () => {
  const { desk, service } = await bench();
  const made = {
    title: 'Weak reset',
    severity: 'high',
    asset: ['a.harbour.test'],
    description: 'x',
    remediation: 'y',
  };
  await desk.call('finding.create', { project, records: [made] });
  const { rows } = await desk.call('finding.list', { project });
  const id = rows.find(({ title }) => title === 'Weak reset')?.id ?? '';
  expect(id).toMatch(/^local-/u);
  const description = `Same cause as [Weak reset](finding:${id}).`;
  await desk.call('finding.edit', { id: 'f1', changes: { description } });
  const linked = /Same cause as \[H\d, Weak reset\]\(#/u;
  expect([await deadLinks(desk), (await lines(desk, 'Same cause'))[0]]).toEqual([
    [],
    expect.stringMatching(linked),
  ]);

  await desk.call('sync.run', {});
  const named = (await desk.call('finding.open', { id })).id;
  expect(named).not.toBe(id);
  expect(service.finding('f1')?.['description']).toBe(description);
  expect([await deadLinks(desk), (await lines(desk, 'Same cause'))[0]]).toEqual([
    [],
    expect.stringMatching(linked),
  ]);

  await desk.call('finding.delete', { ids: [named] });
  await desk.call('sync.run', {});
  expect(await deadLinks(desk)).toEqual([
    'description: The description links to "Weak reset", a finding that is not in this report. Only the words are printed.',
  ]);
  expect(await lines(desk, 'Same cause')).toEqual([expect.stringContaining('Same cause as Weak reset.')]);
});
