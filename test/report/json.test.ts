import { describe, expect, it } from 'vitest';
import type { ReportOptions } from '#contract/deliverable/report.ts';
import { writeJson } from '#report/json/write.ts';
import { snapshotOf } from './support/snapshots.ts';

const image = {
  evidence: 'e1',
  sha256: 'a1',
  name: 'shot.png',
  type: 'image/png',
  width: 3,
  height: 8,
  caption: '',
} as const;
const verdict = { round: 1, verdict: 'fixed', at: '2026-11-02', who: 'Ada', text: 'Gone.' } as const;

/** The findings of the file that is written of one finding with these images and verdicts. */
function written(more: object, options: Partial<ReportOptions> = {}) {
  const snapshot = snapshotOf([{ title: 'A', severity: 'low', internal: 1 }]);
  const findings = snapshot.findings.map((finding) => ({ ...finding, ...more }));
  const bytes = writeJson(
    { ...snapshot, findings },
    { draft: false, ...options },
    new Map([['a1', Buffer.from('bytes')]]),
  );
  return JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown> & {
    findings: Record<string, unknown>[];
  };
}

describe('a report as JSON', () => {
  it('has each image with its bytes, or null if they are missing', () => {
    const [finding] = written({ evidence: [image, { ...image, sha256: 'b2' }] }).findings;
    expect(finding?.['evidence']).toEqual([
      { ...image, content: Buffer.from('bytes').toString('base64') },
      { ...image, sha256: 'b2', content: null },
    ]);
  });

  it('has verdicts as they were given, with their images, and no member for them if there are none', () => {
    const [judged] = written({ verdicts: [{ ...verdict, evidence: [image] }] }).findings;
    const [plain] = written({}).findings;
    expect([judged?.['verdicts'], 'verdicts' in (plain ?? {})]).toEqual([
      [{ ...verdict, evidence: [{ ...image, content: Buffer.from('bytes').toString('base64') }] }],
      false,
    ]);
  });

  it('has the members that the interface does not name beside the others', () => {
    const [finding] = written({}).findings;
    expect([finding?.['number'], finding?.['record'], finding?.['otherMembers']]).toEqual([
      'L1',
      { title: 'A', severity: 'low' },
      { internal: 1 },
    ]);
  });

  it('has its title if it has one, and the facts of the engagement unless it is about one finding', () => {
    const [plain, titled, single] = [
      written({}),
      written({}, { title: 'Report' }),
      written({}, { template: 'single', finding: 'f0' }),
    ];
    expect(
      [plain, titled, single].map((file) => ['title' in file, 'facts' in file, file.findings.length]),
    ).toEqual([
      [false, true, 1],
      [true, true, 1],
      [false, false, 1],
    ]);
  });
});
