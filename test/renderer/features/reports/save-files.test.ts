import { afterEach, expect, test } from 'vitest';
import { ApiError } from '#renderer/api/api.ts';
import { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { saveReport } from '#renderer/features/reports/save-report.ts';
import { saveAsFile } from '#renderer/session/values/save-file.ts';
import { Program } from '../../support/program.ts';

/* Of the page that a download needs, nothing is there: one that is tried is a failure that these texts do not have. */

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'dossier');
});

function refuse(): never {
  throw new ApiError('usage', 'This is too large.');
}

test('the desktop does not say that a text is saved where the program refused it', async () => {
  Object.assign(globalThis, { dossier: {} });
  const notices = new Notices();
  const { api } = new Program({ 'shell.saveFile': refuse });
  await saveAsFile({ api, notices }, { name: 'theme.json', content: 'x', told: 'It is saved.' });
  expect(notices.list.map(({ kind, text }) => ({ kind, text }))).toEqual([
    { kind: 'failed', text: 'This is too large.' },
  ]);
});

test('the desktop makes no download of a report where its dialog was refused', async () => {
  Object.assign(globalThis, { dossier: {} });
  const asked: string[] = [];
  const { api } = new Program({
    'engagement.list': () => [],
    'edition.list': () => [],
    'report.settings': () => ({ settings: {}, missing_facts: [] }),
    'shell.saveReport': refuse,
    'report.keep': () => void asked.push('report.keep'),
  });
  const order = { project: 'p', format: 'pdf', force: false } as const;
  await expect(saveReport(api, order, {})).rejects.toMatchObject({ code: 'usage' });
  expect(asked).toEqual([]);
});
