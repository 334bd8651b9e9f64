import { describe, expect, it } from 'vitest';
import { parseText, visibleText } from '#domain/text/index.ts';
import { hasScannerFiles, noScannerFiles } from '../support/real-data.ts';
import { countBy, readingOf, readingOfReal, refusalOf } from './support/reading.ts';

const report = (items: string, host = 'name="srv.acme.test"', properties = ''): string =>
  `<NessusClientData_v2><Policy><policyName>P</policyName></Policy><Report name="R"><ReportHost ${host}>` +
  `<HostProperties>${properties}</HostProperties>${items}</ReportHost></Report></NessusClientData_v2>`;
const check = (members: string, attributes = ''): string =>
  `<ReportItem port="443" severity="2" pluginID="100" pluginName="A" ${attributes}>${members}</ReportItem>`;
const first = async (text: string) => (await readingOf(text)).items[0];

describe('real files of Nessus', () => {
  it('give each check with its plugin, its severity and its port', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { formats, items, problems } = await readingOfReal('tenable-nessus-nessus_with_cvssv3.nessus');
    expect({ formats, problems }).toEqual({ formats: ['nessus'], problems: [] });
    expect(items).toHaveLength(49);
    expect(new Set(items.map(({ rule }) => rule)).size).toBe(48);
    expect(countBy(items, 'rule')).toMatchObject({ '58987': 2, '45590': 1 });
    expect(countBy(items, 'severity')).toEqual({ info: 23, low: 1, medium: 12, high: 11, critical: 2 });
    expect(countBy(items, 'asset')).toEqual({ 'testphp.vulnweb.com': 49 });
    expect(countBy(items, 'port')).toEqual({ '80': 41, null: 8 });
    expect(items.flatMap(({ cve }) => cve)).toHaveLength(138);
    const old = items.find(({ rule }) => rule === '24907');
    expect(old?.cve).toHaveLength(27);
    expect(old?.cwe).toEqual([20, 119, 189, 399]);
    expect(old?.cvss).toEqual([{ version: '2.0', vector: 'AV:N/AC:L/Au:N/C:P/I:P/A:P', score: 7.5 }]);
    const listed = items.find(({ rule }) => rule === '40984');
    expect(listed?.cvss).toEqual([
      { version: '3.0', vector: 'CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N', score: 5.3 },
      { version: '2.0', vector: 'AV:N/AC:L/Au:N/C:P/I:N/A:N', score: 5 },
    ]);
    expect(listed?.observation).toMatch(
      /^```\nThe following directories are browsable :\n\nhttp:\/\/testphp\.vulnweb\.com\/CVS\/\n/u,
    );
    expect(listed?.description).toBe(
      'Multiple Nessus plugins identified directories on the web server that are browsable.',
    );
  });

  it('of an old version are read as well', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { items } = await readingOfReal('tenable-nessus-nessus_many_vuln.xml');
    expect(items.map(({ rule, port, line }) => [rule, port, line]).slice(0, 3)).toEqual([
      ['19506', null, 2618],
      ['54615', null, 2671],
      ['45590', null, 2686],
    ]);
    expect(items).toHaveLength(7);
    expect(items.slice(5).map(({ rule, port }) => [rule, port])).toEqual([
      ['11219', 443],
      ['11219', 264],
    ]);
    expect(countBy(items, 'severity')).toEqual({ info: 7 });
    expect(countBy(items, 'asset')).toEqual({ 'preprod.boardvantage.net': 7 });
    expect(items.flatMap(({ references }) => references)).toEqual(['http://cpe.mitre.org/']);
  });
});

describe('the severity of a check of Nessus', () => {
  it('comes from the score of version 3, else from the level, else from the risk factor', async () => {
    const three = check('<cvss3_base_score>9.8</cvss3_base_score><risk_factor>Low</risk_factor>');
    expect((await first(report(three)))?.severity).toBe('critical');
    expect((await first(report(check('<risk_factor>Low</risk_factor>'))))?.severity).toBe('medium');
    const none = '<ReportItem pluginID="1"><risk_factor>High</risk_factor></ReportItem>';
    expect((await first(report(none)))?.severity).toBe('high');
  });
});

describe('a check of Nessus', () => {
  it('has every CVE once, and every address of several lines', async () => {
    const item = await first(
      report(
        check(
          '<cve>CVE-2021-44228</cve><cve>CVE-2021-45046</cve><cve>CVE-2021-44228</cve>' +
            '<see_also>https://one.test/a\n   https://two.test/b\n</see_also>',
        ),
      ),
    );
    expect(item?.cve).toEqual(['CVE-2021-44228', 'CVE-2021-45046']);
    expect(item?.references).toEqual(['https://one.test/a', 'https://two.test/b']);
  });

  it.each([
    ['AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', '3.1', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
    [
      'CVSS:3.0/CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
      '3.1',
      'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    ],
    ['CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', '3.0', 'CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
    ['(AV:N/AC:L/Au:N/C:P/I:P/A:P)', '2.0', 'AV:N/AC:L/Au:N/C:P/I:P/A:P'],
    ['high', '3.1', null],
  ])('with the vector %s has version %s', async (vector, version, written) => {
    const item = await first(
      report(check(`<cvss3_vector>${vector}</cvss3_vector><cvss3_base_score>9.8</cvss3_base_score>`)),
    );
    expect(item?.cvss).toEqual([{ version, vector: written, score: 9.8 }]);
  });

  it('of a policy is a rule of its own, though the plugin is the same', async () => {
    const policy = (name: string, result: string): string =>
      '<ReportItem port="0" severity="3" pluginID="21157" pluginName="Unix Compliance Checks">' +
      `<cm:compliance-check-name>${name}</cm:compliance-check-name><cm:compliance-result>${result}</cm:compliance-result>` +
      '<cm:compliance-actual-value>0644</cm:compliance-actual-value><cm:compliance-info>Why.</cm:compliance-info>' +
      '<cm:compliance-solution>Do it.</cm:compliance-solution></ReportItem>';
    const { items } = await readingOf(report(policy('1.1 Modes', 'FAILED') + policy('1.2 Owner', 'PASSED')));
    expect(
      items.map(({ rule, title, severity, informational }) => [rule, title, severity, informational]),
    ).toEqual([
      ['21157:1.1 Modes', '1.1 Modes', 'high', false],
      ['21157:1.2 Owner', '1.2 Owner', 'info', true],
    ]);
    expect(items[0]).toMatchObject({
      description: 'Why.',
      remediation: 'Do it.',
      observation: 'Result: failed\n\nFound:\n\n```\n0644\n```',
    });
  });

  it('keeps signs of Markdown and tags of its text as words, and its lists', async () => {
    const text = 'Use &lt;script&gt; in *all* files.\n\n  - one\n  - two\n\nRead C:\\a\\*.txt as *args.';
    const item = await first(report(check(`<description>${text}</description>`)));
    expect(item?.description).toBe(
      'Use \\<script> in \\*all\\* files.\n\n- one\n- two\n\nRead C:\\a\\*.txt as *args.',
    );
    expect(
      visibleText(parseText(item?.description ?? ''))
        .trim()
        .split(/\s*\n\s*/u),
    ).toEqual(['Use <script> in *all* files.', 'one', 'two', 'Read C:\\a\\*.txt as *args.']);
  });

  it('carries the images that are attached to it', async () => {
    const png = Buffer.from('89504e47', 'hex').toString('base64');
    const item = await first(
      report(
        check(
          `<attachment name="shot.png" type="image/png">${png}</attachment>` +
            '<attachment name="map.xml" type="application/xml">e48d</attachment>',
        ),
      ),
    );
    expect(item?.evidence).toEqual([{ name: 'shot.png', bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47]) }]);
  });

  it('belongs to the name or the address of a host that was given none', async () => {
    const properties = '<tag name="host-ip">192.0.2.9</tag>';
    expect((await first(report(check(''), 'name=""', properties)))?.asset).toBe('192.0.2.9');
  });

  it('that is cut off ends the reading', async () => {
    const text = report(check('<description>Long</description>'));
    expect(await refusalOf(text.slice(0, text.indexOf('Long')))).toMatch(
      /<description> of line 1 is not closed\.$/u,
    );
  });
});
