import { describe, expect, it } from 'vitest';
import { hasScannerFiles, noScannerFiles } from '../support/real-data.ts';
import { countBy, readingOf, readingOfReal } from './support/reading.ts';

const report = (results: string): string =>
  `<report format_id="a"><owner/><report id="b"><gmp/><results>${results}</results></report></report>`;
const result = (members: string, nvt = ''): string =>
  `<result id="1"><host>192.0.2.1</host><nvt oid="1.3.6"><name>A</name>${nvt}</nvt>${members}</result>`;
const first = async (text: string) => (await readingOf(report(text))).items[0];

describe('real files of OpenVAS', () => {
  it('give each result of the inner report with its test, its severity and its port', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { formats, items, problems } = await readingOfReal('openvas-many_vuln.xml');
    expect({ formats, problems }).toEqual({ formats: ['openvas'], problems: [] });
    expect(items).toHaveLength(44);
    expect(Object.keys(countBy(items, 'rule'))).toHaveLength(40);
    expect(countBy(items, 'severity')).toEqual({ critical: 8, high: 11, medium: 25 });
    expect(countBy(items, 'asset')).toEqual({ '192.168.1.1001': 44 });
    expect(countBy(items, 'port')).toMatchObject({ '80': 15, '5432': 8, '21': 4, '22': 4, null: 1 });
    expect(countBy(items, 'confidence')).toMatchObject({ '80 %': 18, '99 %': 12, '100 %': 1 });
    expect(items.flatMap(({ cve }) => cve)).toHaveLength(55);
    expect(items.flatMap(({ references }) => references)).toHaveLength(102);
    expect(items[0]).toMatchObject({
      title: 'The rexec service is running',
      port: 512,
      line: 151,
      cve: ['CVE-1999-0618'],
      observation: '```\nThe rexec service was detected on the target system.\n```',
      remediation: 'Disable the rexec service\nand use alternatives like SSH\ninstead.',
    });
    expect(items[0]?.description).toMatch(
      /^This remote host is running a rexec service\.\n\nrexec \(remote\n/u,
    );
  });

  it('may say a lot about one host', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { items } = await readingOfReal('openvas-one_vuln.xml');
    expect(items.map(({ rule, asset, port, severity }) => [rule, asset, port, severity])).toEqual([
      ['1.3.6.1.4.1.25623.1.0.832260', '10.0.101.2', null, 'critical'],
    ]);
    expect(items[0]?.cve).toHaveLength(12);
    expect(items[0]?.description).toContain(
      '\n\n- Memory safety bugs.\n\n**Affected**\n\nMozilla Firefox version before',
    );
    expect(items[0]?.impact).toMatch(/^Successful exploitation will allow\nattackers to run/u);
  });
});

describe('a result of OpenVAS', () => {
  it('with severity 0 is information, with -1 a false positive, and below that none at all', async () => {
    const { items } = await readingOf(
      report(
        ['0.0', '-1.0', '-2.0', '-3.0', '9.1']
          .map((score) => result(`<severity>${score}</severity>`))
          .join(''),
      ),
    );
    expect(items.map(({ severity, falsePositive }) => [severity, falsePositive])).toEqual([
      ['info', false],
      ['unknown', true],
      ['critical', false],
    ]);
  });

  it('has a host with line breaks and a name in it', async () => {
    const text = result('').replace(
      '192.0.2.1',
      '\n  192.0.2.1\n <asset asset_id=""/><hostname>srv</hostname>\n',
    );
    expect((await first(text))?.asset).toBe('192.0.2.1');
  });

  it('has tags whose values may hold the signs that part them', async () => {
    const tags =
      '<tags>summary=Use a|b or x=y.|cvss_base_vector=AV:N/AC:L/Au:N/C:P/I:P/A:P|solution=Do it.</tags>';
    expect(await first(result('', `${tags}<cvss_base>7.5</cvss_base>`))).toMatchObject({
      description: 'Use a|b or x=y.',
      remediation: 'Do it.',
      cvss: [{ version: '2.0', vector: 'AV:N/AC:L/Au:N/C:P/I:P/A:P', score: 7.5 }],
    });
  });

  it('has the scores of newer versions, which count in tenths', async () => {
    const vector = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
    const severities = `<severities score="98"><severity type="cvss_base_v3"><score>98</score><value>${vector}</value></severity></severities>`;
    expect((await first(result('', severities)))?.cvss).toEqual([{ version: '3.1', vector, score: 9.8 }]);
  });
});
