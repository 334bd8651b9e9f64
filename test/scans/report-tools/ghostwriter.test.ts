import { Buffer } from 'node:buffer';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { png as pngOf } from '../../domain/images/pictures.ts';
import { readingOf } from '../support/reading.ts';

const png = Buffer.from(pngOf({ width: 2, height: 2 }));

const finding = {
  id: 12,
  assigned_to: 'Kim',
  finding_type: 'Web',
  severity: 'High',
  cvss_score: 0.0,
  cvss_vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  title: 'Default password',
  affected_entities: '<ul><li>https://shop.test</li><li>10.0.0.5</li></ul>',
  description: '<p>The password is <code>admin</code>.</p>',
  impact: '<p>Anybody can log in.</p>',
  mitigation: '<p>Change it.</p>',
  recommendation: '<p>Change it.</p>',
  replication_steps:
    '<ol><li>Log in</li></ol><div class="richtext-evidence" data-evidence-id="3"></div><p>{{.Old shot}}</p><p>See {{.ref Old shot}}.</p>',
  host_detection_techniques: '<p>Watch logs.</p>',
  network_detection_techniques: '',
  references: '<p><a href="https://cwe.mitre.org/data/definitions/1392.html">CWE</a></p><p>Handbook</p>',
  finding_guidance: '<p>Ask Kim</p>',
  tags: ['auth'],
  extra_fields: { business_owner: '<p>Shop team</p>', effort: 3, empty: '' },
};

const report = {
  id: 4,
  tags: [],
  report_date: '1 March 2026',
  project: { codename: 'Harbour', start_date: '2026-02-01' },
  client: { name: 'Client' },
  evidence: [
    { id: 3, path: 'evidence/4/login.png', friendly_name: 'Login', caption: 'The "login" page', finding: 12 },
    { id: 5, path: 'evidence/4/old.png', friendly_name: 'Old shot', caption: '', finding: 12 },
    { id: 6, path: 'evidence/4/trace.txt', friendly_name: 'Trace', caption: '', finding: 12 },
  ],
  findings: [finding],
  observations: [{ title: 'Good patching' }],
};

describe('a report of Ghostwriter', () => {
  const archive = zipSync({
    'report.json': strToU8(JSON.stringify(report)),
    'report.docx': strToU8('PK'),
    'evidence/login.png': png,
    'evidence/old.png': pngOf({ width: 3, height: 1 }),
    'evidence/trace.txt': strToU8('x'),
  });

  it('gives each finding for each asset, with the evidence of its archive in place', async () => {
    const { formats, items, problems } = await readingOf(archive);
    expect(formats).toEqual(['ghostwriter']);
    expect(items.map(({ asset, rule, severity }) => [asset, rule, severity])).toEqual([
      ['https://shop.test', 'finding-12', 'high'],
      ['10.0.0.5', 'finding-12', 'high'],
    ]);
    expect(items[0]).toMatchObject({
      title: 'Default password',
      remediation: 'Change it.',
      impact: 'Anybody can log in.',
      references: ['https://cwe.mitre.org/data/definitions/1392.html'],
      cvss: [{ version: '3.1', score: null }],
      tags: ['Web', 'auth'],
      authored: true,
    });
    expect(items[0]?.demonstration).toBe(
      '1. Log in\n\n![The "login" page](evidence:login.png)\n\n![Old shot](evidence:old.png)\n\nSee Old shot.',
    );
    expect(items[0]?.description).toBe(
      [
        'The password is `admin`.',
        '**Business owner**',
        'Shop team',
        '**Effort**',
        '3',
        '**Host detection techniques**',
        'Watch logs.',
        '**References**',
        '- Handbook',
      ].join('\n\n'),
    );
    expect(items[0]?.evidence.map(({ name }) => name)).toEqual(['login.png', 'old.png']);
    expect(problems).toEqual([
      'Not taken: finding_guidance (1), evidence that is no image in the archive (1), observations (1).',
    ]);
    expect(JSON.stringify(items)).not.toContain('Ask Kim');
  });

  it('is read without its archive, and names what is missing', async () => {
    const { items, problems } = await readingOf(JSON.stringify(report));
    expect(items[0]?.evidence).toEqual([]);
    expect(items[0]?.demonstration).toContain('The "login" page');
    expect(problems[0]).toContain('evidence that is no image in the archive (3)');
  });
});

describe('a text that was made to take long', () => {
  it('is read at once', async () => {
    const blanks = ' '.repeat(300_000);
    const texts = [
      `{{.${blanks}`,
      `{{${blanks}`,
      `<img ${blanks}`,
      `<div richtext-evidence${blanks}`,
      '{{.'.repeat(90_000),
    ];
    const findings = texts.map((description, id) => ({ ...finding, id, description }));
    const { items } = await readingOf(JSON.stringify({ ...report, findings }));
    expect(items).toHaveLength(10);
  });
});

describe('the library of Ghostwriter', () => {
  const head =
    'id,severity,cvss_score,cvss_vector,finding_type,title,description,impact,mitigation,replication_steps,host_detection_techniques,network_detection_techniques,references,finding_guidance,tags,extra_fields';
  const row =
    '7,Informational,,,Host,"Banner, old","<p>Line<br>two</p>",,<p>Update.</p>,,,,https://a.test/x,,"tls,web","{""effort"": ""<p>low</p>""}"';

  it('gives each entry of its table once', async () => {
    const { formats, items, problems } = await readingOf(`${head}\n${row}\n`);
    expect({ formats, problems }).toEqual({ formats: ['ghostwriter-csv'], problems: [] });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      rule: 'library-7',
      title: 'Banner, old',
      severity: 'info',
      asset: '',
      remediation: 'Update.',
      references: ['https://a.test/x'],
      tags: ['Host', 'tls', 'web'],
      cvss: [],
    });
    expect(items[0]?.description).toMatch(/^Line(?:\\| {2})\ntwo\n\n\*\*Effort\*\*\n\nlow$/u);
  });

  it('is read as JSON too', async () => {
    const entry = { id: 7, title: 'Banner', severity: 'Low', finding_type: 'Host', mitigation: '<p>x</p>' };
    const { formats, items } = await readingOf(JSON.stringify([entry]));
    expect([formats, items.map(({ rule, severity }) => [rule, severity])]).toEqual([
      ['ghostwriter'],
      [['library-7', 'low']],
    ]);
  });
});
