import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { readPdf } from '../support/pdf.ts';
import { bench, body, project, sync, type Bench } from '../engine/support.ts';
import { temporaryFolder } from '../support/desk.ts';
import { wholeFacts } from '../support/facts.ts';

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

/** A finding with members that the interface does not name: words, a list, a longer text, an object, books. */
async function withMembers(more: Record<string, Json> = {}): Promise<Bench> {
  const record = body({
    title: 'Open share',
    status: 'open',
    business_impact: 'Payroll stops',
    affectedTeams: ['Finance', 'Staff'],
    internalRef: 4711,
    attack_path: 'First **mail**,\nthen `C:\\srv_01\\share`.',
    effort: { days: 2 },
    createdBy: 'nobody in particular',
    empty_one: '',
    ...more,
  });
  const at = await bench({ seeds: [{ project, findings: [{ id: 'f1', body: record }] }] });
  await at.desk.call('engagement.describe', { project, facts: wholeFacts });
  await sync(at.desk);
  return at;
}

async function printed({ desk }: Bench, format: string, options: Json = {}): Promise<string> {
  const out = join(temporaryFolder(), `report.${format}`);
  await desk.call('report.export', { project, out, force: true, options });
  if (format !== 'pdf') return readFileSync(out, 'utf8');
  return (await readPdf(readFileSync(out))).text;
}

describe('members that the interface does not name', () => {
  it('are printed in every format if the report is set so, and in JSON always', async () => {
    const at = await withMembers();
    expect(await printed(at, 'html')).not.toMatch(/Payroll|4711/u);
    expect(await printed(at, 'json')).toContain('Payroll stops');
    await at.desk.call('report.configure', { project, settings: { showOtherMembers: true } });
    for (const format of ['pdf', 'html', 'md', 'csv']) {
      const text = await printed(at, format);
      for (const word of ['Payroll stops', 'Finance', 'Staff', '4711', 'days', 'share']) {
        expect([format, text]).toEqual([format, expect.stringContaining(word)]);
      }
      expect(text).toContain(format === 'csv' ? '"business_impact"' : 'Business impact');
      expect(text).not.toMatch(/nobody in particular|empty.?one/iu);
      if (format === 'html') expect(text).toContain('<strong>mail</strong>');
    }
  });

  it('are told by the check as left out until they are printed, and then looked at like other texts', async () => {
    const at = await withMembers({ note_to_self: `TBD ${token}` });
    const codes = async () =>
      (await at.desk.call('report.check', { project }))
        .filter(({ field, code }) => field === 'other' || code === 'left-out-members')
        .map(({ code, message }) => [code, message]);
    expect(await codes()).toEqual([
      ['left-out-members', expect.stringMatching(/business_impact.*--other-members/u)],
    ]);
    await at.desk.call('report.configure', { project, settings: { showOtherMembers: true } });
    expect(await codes()).toEqual([
      ['placeholder', 'Another member is not finished: it says "TBD".'],
      ['secret', expect.stringContaining('Another member holds')],
    ]);
    await at.desk.call('report.configure', { project, settings: { template: 'executive' } });
    expect((await codes()).at(-1)).toEqual([
      'left-out-members',
      expect.stringContaining('This template does not print them'),
    ]);
  });
});
