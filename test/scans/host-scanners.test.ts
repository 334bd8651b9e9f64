import { describe, expect, it } from 'vitest';
import { readingOf } from './support/reading.ts';

describe('a file of testssl.sh', () => {
  const checks = [
    { id: 'heartbleed', severity: 'CRITICAL', finding: 'VULNERABLE', cve: 'CVE-2014-0160', cwe: 'CWE-119' },
    { id: 'TLS1_3', severity: 'OK', finding: 'offered' },
    { id: 'cert_commonName <cert#2>', severity: 'INFO', finding: 'x' },
    { id: 'scanProblem', severity: 'WARN', finding: 'timeout' },
    { id: 'engine', severity: 'DEBUG', finding: 'x' },
  ];
  const told = [
    ['heartbleed', 'critical', false, 'www.acme.test', 443],
    ['TLS1_3', 'info', true, 'www.acme.test', 443],
    ['cert_commonName', 'info', true, 'www.acme.test', 443],
    ['scanProblem', 'info', false, 'www.acme.test', 443],
  ];

  it.each([
    ['a list', checks.map((check) => ({ ip: 'www.acme.test/192.0.2.1', port: '443', ...check }))],
    [
      'sections of hosts',
      {
        scanResult: [{ targetHost: 'www.acme.test', ip: '192.0.2.1', port: '443', vulnerabilities: checks }],
      },
    ],
  ])('as %s gives each check', async (_, content) => {
    const { formats, items } = await readingOf(JSON.stringify(content));
    expect(formats).toEqual(['testssl']);
    expect(
      items.map(({ rule, severity, informational, asset, port }) => [
        rule,
        severity,
        informational,
        asset,
        port,
      ]),
    ).toEqual(told);
    expect(items[0]).toMatchObject({ cve: ['CVE-2014-0160'], cwe: [119], observation: 'VULNERABLE' });
  });
});

describe('a file of Nikto', () => {
  const host = {
    host: 'www.acme.test',
    ip: '192.0.2.1',
    port: '443',
    vulnerabilities: [
      {
        id: '999957',
        method: 'GET',
        url: '/',
        references: 'https://x.test/frame',
        msg: '/: The anti-clickjacking header is not present. See: https://x.test/frame',
      },
    ],
  };

  it.each([
    ['one host', host],
    ['a list of hosts, as since 2.5', [host]],
  ])('with %s gives each entry', async (_, content) => {
    const { formats, items } = await readingOf(JSON.stringify(content));
    expect(formats).toEqual(['nikto']);
    expect(items).toMatchObject([
      {
        rule: '999957',
        title: 'The anti-clickjacking header is not present',
        severity: 'unknown',
        asset: 'www.acme.test',
        port: 443,
        path: 'GET /',
        references: ['https://x.test/frame'],
      },
    ]);
  });

  it('as XML gives the same', async () => {
    const { formats, items } = await readingOf(
      '<niktoscan><scandetails targetip="192.0.2.1" targethostname="www.acme.test" targetport="443">' +
        '<item id="999957" method="GET"><description>/: The anti-clickjacking header is not present.</description>' +
        '<uri>/</uri></item></scandetails></niktoscan>',
    );
    expect(formats).toEqual(['nikto-xml']);
    expect(items).toMatchObject([
      {
        rule: '999957',
        title: 'The anti-clickjacking header is not present',
        asset: 'www.acme.test',
        port: 443,
      },
    ]);
  });
});

describe('a file of Qualys', () => {
  it('by hosts joins what a host has with the glossary behind it', async () => {
    const info = (qid: string, type: string, more = ''): string =>
      `<VULN_INFO><QID id="qid_${qid}">${qid}</QID><TYPE>${type}</TYPE><PORT>443</PORT><RESULT>seen</RESULT>${more}</VULN_INFO>`;
    const details = (qid: string, severity: number): string =>
      `<VULN_DETAILS id="qid_${qid}"><QID id="qid_${qid}">${qid}</QID><TITLE>T${qid}</TITLE><SEVERITY>${String(severity)}</SEVERITY>` +
      '<THREAT><![CDATA[Why<P>it <B>is</B>]]></THREAT><SOLUTION>Do</SOLUTION><CVSS3_SCORE><CVSS3_BASE>9.8</CVSS3_BASE></CVSS3_SCORE>' +
      '<CVE_ID_LIST><CVE_ID><ID>CVE-2021-44228</ID></CVE_ID></CVE_ID_LIST></VULN_DETAILS>';
    const { formats, items } = await readingOf(
      '<ASSET_DATA_REPORT><HOST_LIST><HOST><IP>192.0.2.1</IP><DNS>srv.acme.test</DNS><VULN_INFO_LIST>' +
        info('1', 'Vuln') +
        info('2', 'Ig') +
        info('3', 'Practice', '<VULN_STATUS>Fixed</VULN_STATUS>') +
        `</VULN_INFO_LIST></HOST></HOST_LIST><GLOSSARY><VULN_DETAILS_LIST>${details('1', 5)}${details('2', 3)}${details('3', 2)}` +
        '</VULN_DETAILS_LIST></GLOSSARY></ASSET_DATA_REPORT>',
    );
    expect(formats).toEqual(['qualys']);
    expect(
      items.map(({ rule, title, severity, informational, closed, confidence }) => [
        rule,
        title,
        severity,
        informational,
        closed,
        confidence,
      ]),
    ).toEqual([
      ['1', 'T1', 'critical', false, false, ''],
      ['2', 'T2', 'info', true, false, ''],
      ['3', 'T3', 'low', false, true, 'potential'],
    ]);
    expect(items[0]).toMatchObject({
      asset: 'srv.acme.test',
      port: 443,
      description: 'Why\n\nit **is**',
      remediation: 'Do',
      cve: ['CVE-2021-44228'],
      cvss: [{ version: '3.1', vector: null, score: 9.8 }],
      observation: '```\nseen\n```',
    });
  });

  it('of one scan brings its texts along, on both scales', async () => {
    const { items } = await readingOf(
      '<SCAN value="s"><IP value="192.0.2.1" name="No registered hostname"><VULNS><CAT value="Web" port="80">' +
        '<VULN number="11" severity="3"><TITLE>V</TITLE><DIAGNOSIS>D</DIAGNOSIS></VULN></CAT></VULNS>' +
        '<INFOS><CAT value="Info"><INFO number="12" severity="3"><TITLE>I</TITLE></INFO></CAT></INFOS></IP></SCAN>',
    );
    expect(
      items.map(({ rule, severity, informational, asset, port }) => [
        rule,
        severity,
        informational,
        asset,
        port,
      ]),
    ).toEqual([
      ['11', 'medium', false, '192.0.2.1', 80],
      ['12', 'info', true, '192.0.2.1', null],
    ]);
  });
});
