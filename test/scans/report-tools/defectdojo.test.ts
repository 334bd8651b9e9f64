import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { png as pngOf } from '../../domain/images/pictures.ts';
import { readingOf } from '../support/reading.ts';

const listed = {
  id: 42,
  tags: ['pci'],
  request_response: { req_resp: [{ request: 'GET / HTTP/1.1', response: 'HTTP/1.1 200 OK' }] },
  display_status: 'Active, Verified',
  finding_groups: [],
  vulnerability_ids: [{ vulnerability_id: 'CVE-2024-0001' }, { vulnerability_id: 'GHSA-x' }],
  cwes: [{ cwe: 'CWE-79' }, { cwe: 'CWE-80' }],
  endpoints: [17],
  title: 'Script in search',
  date: '2026-03-01',
  cwe: 79,
  cvssv3: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cvssv3_score: 6.1,
  severity: 'Medium',
  description: 'Search shows **input**.\r\n\r\n![x](http://dojo.test/1.png)',
  mitigation: 'Encode.',
  impact: 'Sessions.',
  steps_to_reproduce: '1. Search',
  references: 'https://a.test/1\nSee the wiki',
  param: 'q',
  service: 'shop.test',
  active: true,
  verified: true,
  false_p: false,
  duplicate: false,
  notes: [{ id: 1, entry: 'Secret' }],
  hash_code: 'ab',
  sla_days_remaining: 3,
};

describe('the findings that DefectDojo lists', () => {
  const page = (results: readonly object[], next: string | null = null) =>
    JSON.stringify({ count: results.length, next, previous: null, results });

  it('are given with what people wrote, and what has no place is counted', async () => {
    const { formats, items, problems } = await readingOf(page([listed]));
    expect(formats).toEqual(['defectdojo']);
    expect(items).toMatchObject([
      {
        tool: 'defectdojo',
        rule: '42',
        title: 'Script in search',
        severity: 'medium',
        asset: 'shop.test',
        demonstration: '1. Search',
        remediation: 'Encode.',
        impact: 'Sessions.',
        references: ['https://a.test/1'],
        cve: ['CVE-2024-0001'],
        cwe: [79, 80],
        cvss: [{ version: '3.1', score: 6.1 }],
        requests: [{ request: 'GET / HTTP/1.1', response: 'HTTP/1.1 200 OK' }],
        tags: ['pci'],
        suppressed: null,
        closed: false,
        falsePositive: false,
      },
    ]);
    expect(items[0]?.description).toBe(
      'Search shows **input**.\n\n![x](http://dojo.test/1.png)\n\n**Param**\n\n```\nq\n```\n\n**References**\n\n- See the wiki',
    );
    expect(problems).toEqual(['Not taken: notes (1), endpoints that are numbers of the server (1).']);
  });

  it('keep what people decided about them', async () => {
    const { items } = await readingOf(
      page([
        { ...listed, id: 1, false_p: true },
        { ...listed, id: 2, duplicate: true },
        { ...listed, id: 3, risk_accepted: true },
        { ...listed, id: 4, is_mitigated: true, active: false },
      ]),
    );
    expect(items.map(({ falsePositive, suppressed, closed }) => [falsePositive, suppressed, closed])).toEqual(
      [
        [true, null, false],
        [false, 'Duplicate', false],
        [false, 'Risk accepted', false],
        [false, null, true],
      ],
    );
  });

  it('are told to go on if they are one page of several', async () => {
    const { problems } = await readingOf(page([listed], 'https://dojo.test/api/v2/findings/?offset=20'));
    expect(problems[0]).toContain('This is one page of several');
  });
});

describe('the generic file of DefectDojo', () => {
  const image = Buffer.from(pngOf({ width: 2, height: 2 }));

  it('gives findings for each endpoint, with their images', async () => {
    const file = {
      name: 'Test 1',
      findings: [
        {
          title: 'A',
          severity: 'High',
          description: 'x',
          unique_id_from_tool: 'u-1',
          endpoints: ['https://a.test/x', { protocol: 'https', host: 'b.test', port: 8443, path: 'y' }],
          files: [
            { title: 'shot.png', data: image.toString('base64') },
            { title: 'log.txt', data: 'eA==' },
          ],
        },
        {
          title: 'Old library',
          severity: 'Low',
          description: 'y',
          component_name: 'spring-core',
          component_version: '6.1.0',
          file_path: 'pom.xml',
          line: '12',
          shoe_size: 43,
        },
      ],
    };
    const { formats, items, problems } = await readingOf(JSON.stringify(file));
    expect(formats).toEqual(['defectdojo']);
    expect(items.map(({ rule, asset, port, path }) => [rule, asset, port, path])).toEqual([
      ['u-1', 'https://a.test/x', 443, null],
      ['u-1', 'https://b.test:8443/y', 8443, null],
      ['Old library', 'pom.xml', null, 'pom.xml:12'],
    ]);
    expect(items[0]?.evidence).toEqual([{ name: 'shot.png', bytes: new Uint8Array(image) }]);
    expect(items[2]).toMatchObject({
      component: 'spring-core 6.1.0',
      description: 'y\n\n**Component**\n\nspring-core 6.1.0',
    });
    expect(problems).toEqual(['Not taken: files (1), shoe_size (1).']);
  });
});
