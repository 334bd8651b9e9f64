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
  const link = `[Weak reset](finding:${id})`;
  const facts = { summary: `Above all ${link}.`, appendices: [{ title: 'Log', text: `Also ${link}.` }] };
  await desk.call('engagement.describe', { project, facts });
  const linked = /\[H\d, Weak reset\]\(#/u;
  const printed = async (): Promise<readonly (string | undefined)[]> => {
    const all = await lines(desk, '');
    return ['Same cause as', 'Above all', 'Also'].map((words) => all.find((line) => line.includes(words)));
  };
  const leads = [1, 2, 3].map(() => expect.stringMatching(linked));
  expect([await deadLinks(desk), await printed()]).toEqual([[], leads]);

  await desk.call('sync.run', {});
  const named = (await desk.call('finding.open', { id })).id;
  expect(named).not.toBe(id);
  expect(service.finding('f1')?.['description']).toBe(description);
  expect([await deadLinks(desk), await printed()]).toEqual([[], leads]);

  await desk.call('finding.delete', { ids: [named] });
  await desk.call('sync.run', {});
  const lost = 'links to "Weak reset", a finding that is not in this report. Only the words are printed.';
  expect(await deadLinks(desk)).toEqual([
    `summary: Management summary: it ${lost}`,
    `appendices: Appendices: it ${lost}`,
    `description: The description ${lost}`,
  ]);
  const said = (words: string): unknown => expect.stringContaining(`${words} Weak reset.`);
  expect(await printed()).toEqual([said('Same cause as'), said('Above all'), said('Also')]);
});
