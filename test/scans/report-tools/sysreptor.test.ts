import { Buffer } from 'node:buffer';
import { zipSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { scanLimits } from '#scans/source/limits.ts';
import { png as pngOf } from '../../domain/images/pictures.ts';
import { readingOf, refusalOf } from '../support/reading.ts';
import { tarGzOf, tarOf } from '../support/tar.ts';

const png = Buffer.from(pngOf({ width: 2, height: 2 }));
const projectId = '0c2e1f0e-2f5d-4d4b-9a35-1f6f3d5b7c11';

const finding = {
  id: 'aa6e2a10-8a55-4a8c-9f0e-5b3f52f0c001',
  created: '2026-03-01T10:00:00Z',
  assignee: null,
  status: 'finished',
  template: null,
  order: 1,
  data: {
    title: 'Stored script in comments',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:L/UI:R/S:C/C:L/I:L/A:N',
    summary: 'Comments run **scripts**.',
    description: '1. Log in\r\n2. Comment\n\n![The alert](/images/name/alert%20box.png){width="50%"}',
    impact: 'Sessions can be stolen.',
    recommendation: 'Encode output.',
    short_recommendation: 'Encode.',
    references: ['https://owasp.org/xss', 'Chapter 4 of the guide'],
    affected_components: ['https://shop.test', 'api.shop.test'],
    owasp_top10_2021: 'A03_2021',
    wstg_category: 'INPV',
    business_risk: 'high',
    is_known: true,
    tester: '7b0e5a52-0000-4000-8000-000000000001',
  },
};

const project = {
  id: projectId,
  created: '2026-03-01T10:00:00Z',
  name: 'Shop',
  language: 'en-US',
  tags: ['web'],
  override_finding_order: false,
  report_data: { title: 'Report', findings: 'none of these' },
  members: [],
  project_type: {
    id: 'b9',
    format: 'projecttypes/v2',
    finding_fields: [
      { id: 'title', type: 'string', label: 'Title' },
      {
        id: 'business_risk',
        type: 'enum',
        label: 'Risk for the business',
        choices: [{ value: 'high', label: 'High * urgent' }],
      },
      { id: 'tester', type: 'user', label: 'Tester' },
    ],
  },
  sections: [{ id: 'scope' }, { id: 'other' }],
  findings: [finding],
  notes: [{ id: 'n1', title: 'Secret', text: 'x' }],
  images: [{ id: 'i1', name: 'alert box.png' }],
  comments: [],
  format: 'projects/v2',
};

const archive = (more: Readonly<Record<string, string | Uint8Array>> = {}, of: object = project) => ({
  [`${projectId}.json`]: JSON.stringify(of),
  [`${projectId}-images/alert box.png`]: png,
  ...more,
});

describe('a project of SysReptor', () => {
  it('gives each finding as it was written, once for each component', async () => {
    const { formats, items, problems } = await readingOf(tarGzOf(archive()));
    expect(formats).toEqual(['sysreptor']);
    expect(items.map(({ asset, port }) => [asset, port])).toEqual([
      ['https://shop.test', 443],
      ['api.shop.test', null],
    ]);
    expect(items[0]).toMatchObject({
      tool: 'sysreptor',
      rule: finding.id,
      title: 'Stored script in comments',
      severity: 'medium',
      remediation: 'Encode.\n\nEncode output.',
      impact: 'Sessions can be stolen.',
      references: ['https://owasp.org/xss'],
      cvss: [{ version: '3.1', vector: 'CVSS:3.1/AV:N/AC:L/PR:L/UI:R/S:C/C:L/I:L/A:N' }],
      tags: ['A03:2021', 'WSTG-INPV'],
      authored: true,
      closed: false,
      evidence: [{ name: 'alert box.png', bytes: png }],
    });
    expect(items[0]?.description).toBe(
      [
        'Comments run **scripts**.',
        '1. Log in\n2. Comment',
        '![The alert](evidence:alert%20box.png){width="50%"}',
        '**Risk for the business**',
        'High * urgent',
        '**Is known**',
        'Yes',
        '**References**',
        '- Chapter 4 of the guide',
      ].join('\n\n'),
    );
    expect(problems).toEqual(['Not taken: sections (2), tester (1), notes (1).']);
  });

  it('is read from tar alone, from JSON alone, and from ZIP', async () => {
    const titles = async (bytes: Uint8Array | string) =>
      (await readingOf(bytes)).items.map(({ title, evidence }) => [title, evidence.length]);
    const both = [
      [finding.data.title, 1],
      [finding.data.title, 1],
    ];
    expect(await titles(tarOf(archive()))).toEqual(both);
    const zip = Object.fromEntries(
      Object.entries(archive()).map(([name, of]) => [name, typeof of === 'string' ? strToU8(of) : of]),
    );
    expect(await titles(zipSync(zip))).toEqual(both);
    const alone = await readingOf(JSON.stringify(project));
    expect(alone.items.map(({ evidence }) => evidence)).toEqual([[], []]);
    expect(alone.problems[0]).toContain('images that are not in the archive (1)');
    expect(alone.items[0]?.description).toContain('/images/name/alert%20box.png');
  });

  it('is read as reptor writes it, without its design', async () => {
    const { id, name, findings } = project;
    const { formats, items } = await readingOf(JSON.stringify({ id, name, project_type: 'b9', findings }));
    expect(formats).toEqual(['sysreptor']);
    expect(items[0]?.description).toContain('**Business risk**\n\nhigh');
  });

  it('takes severity and closed from what people chose', async () => {
    const data = { ...finding.data, severity: 'critical', retest_status: 'resolved' };
    const { items } = await readingOf(JSON.stringify({ ...project, findings: [{ ...finding, data }] }));
    expect(items.map(({ severity, closed }) => [severity, closed])).toEqual([
      ['critical', true],
      ['critical', true],
    ]);
  });

  it('keeps only images of its own folder, of a size that evidence may have', async () => {
    const more = {
      '../../alert box.png': 'x',
      [`${projectId}-files/alert box.png`]: 'x',
      [`${projectId}-images/large.png`]: Buffer.alloc(2000),
      NOTICE: 'Free to use',
    };
    const limits = { ...scanLimits, imageBytes: 1000 };
    const { items, problems } = await readingOf(tarGzOf(archive(more)), { limits });
    expect(items[0]?.evidence).toEqual([{ name: 'alert box.png', bytes: png }]);
    expect(problems[0]).toBe('Images that are too large and left out: 1.');
  });

  it('has images with long names', async () => {
    const name = `${'long-'.repeat(30)}.png`;
    const data = { ...finding.data, description: `![](/images/name/${name})` };
    const of = { ...project, findings: [{ ...finding, data }] };
    const { items } = await readingOf(tarGzOf(archive({ [`${projectId}-images/${name}`]: png }, of)));
    expect(items[0]?.evidence).toEqual([{ name, bytes: png }]);
  });
});

describe('a template of SysReptor', () => {
  const template = {
    id: 't-1',
    tags: ['web', 'scanimport:nessus:10'],
    translations: [
      { is_main: false, language: 'de-DE', data: { title: 'Altes TLS' } },
      { is_main: true, language: 'en-US', data: { title: 'Old TLS', summary: 'Old.' } },
    ],
    images: [],
    format: 'templates/v2',
  };

  it('is a finding without an asset, in its main language', async () => {
    const { items, problems } = await readingOf(tarGzOf({ 't-1.json': JSON.stringify(template) }));
    expect(items.map(({ rule, title, asset, tags }) => [rule, title, asset, tags])).toEqual([
      ['t-1', 'Old TLS', '', ['web', 'scanimport:nessus:10']],
    ]);
    expect(problems).toEqual([
      'These are templates. Each is taken as a finding without an asset.',
      'Not taken: translations of templates (1).',
    ]);
  });

  it('of the first version is read too', async () => {
    const old = { id: 't-2', tags: [], language: 'en-US', status: 'finished', data: { title: 'A' } };
    const { items } = await readingOf(JSON.stringify({ ...old, format: 'templates/v1' }));
    expect(items.map(({ rule, title }) => [rule, title])).toEqual([['t-2', 'A']]);
  });
});

describe('an archive that is not as it should be', () => {
  it('is refused if it is cut off, damaged or holds too much', async () => {
    const whole = tarOf(archive());
    expect(await refusalOf(whole.subarray(0, 1500))).toBe('The archive ends too early.');
    expect(await refusalOf(whole.subarray(0, whole.length - 1024))).toBe('The archive ends too early.');
    expect(await refusalOf(tarGzOf(archive()).subarray(0, 300))).toBe('The compressed file ends too early.');
    const damaged = Buffer.from(whole);
    const second = whole.indexOf('-images') - 36;
    damaged.write('9', second + 124);
    expect(await refusalOf(damaged)).toBe('The archive is damaged.');
    const limits = { ...scanLimits, files: 1 };
    expect(await refusalOf(tarGzOf(archive()), { limits })).toBe('The archive holds more than 1 files.');
  });

  it('is refused if it holds what is no finding', async () => {
    expect(await refusalOf(tarGzOf({ 'notes.txt': 'Dear diary' }))).toContain('no file of a scanner');
  });

  it('says so if there is nothing in it that is taken', async () => {
    const notes = { id: 'x', notes: [{ id: 'n1' }], images: [], format: 'notes/v1' };
    const { items, problems } = await readingOf(JSON.stringify(notes));
    expect(items).toEqual([]);
    expect(problems).toEqual(['This file holds no findings and no templates.', 'Not taken: notes (1).']);
  });
});

describe('TOML of reptor', () => {
  const lines = [
    '# A project',
    'format = "projects/v2"',
    'name = "Shop"',
    '',
    '[[findings]]',
    'id = "one"',
    'created = 2026-03-01T10:00:00Z',
    '[findings.data]',
    'title = "Stored script"',
    'cvss = "CVSS:3.1/AV:N/AC:L/PR:L/UI:R/S:C/C:L/I:L/A:N"',
    "description = '''",
    'Comments run **scripts**.',
    "'''",
    'affected_components = ["https://shop.test", "https://api.shop.test"]',
    'business_risk = "high"',
    '',
    '[[findings]]',
    'id = "two"',
    '[findings.data]',
    'title = "Old library"',
    '',
    '[project_type]',
    '[[project_type.finding_fields]]',
    'id = "business_risk"',
    'type = "enum"',
    'label = "Risk for the business"',
    'choices = [{ value = "high", label = "Urgent" }]',
  ];

  it('is read as the project that it is, each finding with its line', async () => {
    const { formats, items, problems } = await readingOf(lines.join('\r\n'));
    expect([formats, problems]).toEqual([['sysreptor-toml'], []]);
    expect(items.map(({ rule, title, asset, line }) => [rule, title, asset, line])).toEqual([
      ['one', 'Stored script', 'https://shop.test', 5],
      ['one', 'Stored script', 'https://api.shop.test', 5],
      ['two', 'Old library', '', 17],
    ]);
    expect(items[0]?.description).toBe('Comments run **scripts**.\n\n**Risk for the business**\n\nUrgent');
  });

  it('of one finding is that finding, and no template', async () => {
    const { items, problems } = await readingOf('status = "in-progress"\n[data]\ntitle = "Alone"\n');
    expect([items.map(({ title }) => title), problems]).toEqual([['Alone'], []]);
  });

  it('that is not well-formed is refused with its place', async () => {
    expect(await refusalOf(`${lines.join('\n')}\nbroken = `)).toMatch(
      /^Line 28, column \d+: This is not TOML/u,
    );
    const deep = `a = ${'['.repeat(100_000)}`;
    expect(await refusalOf(`${lines.slice(0, 3).join('\n')}\n${deep}`)).toMatch(/^Line \d+/u);
  });
});
