import { describe, expect, it } from 'vitest';
import { hasScannerFiles, noScannerFiles } from '../support/real-data.ts';
import { countBy, readingOf, readingOfReal, refusalOf } from './support/reading.ts';

const issue = (members: string): string => `<issue><type>1</type><name>A</name>${members}</issue>`;
const issues = (content: string): string => `<issues burpVersion="2026.1">${content}</issues>`;

describe('a real file of Burp', () => {
  it('gives each issue with its rule, its severity and its place', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { formats, items, problems } = await readingOfReal('burp-seven_findings.xml');
    expect({ formats, problems }).toEqual({ formats: ['burp'], problems: [] });
    expect(items).toHaveLength(16);
    expect(countBy(items, 'rule')).toEqual({
      '1049088': 3,
      '2097920': 1,
      '3145984': 1,
      '5244416': 1,
      '5244928': 1,
      '5245344': 3,
      '8389120': 6,
    });
    expect(countBy(items, 'severity')).toEqual({ high: 5, info: 9, low: 2 });
    expect(countBy(items, 'asset')).toEqual({ 'http://bwa': 16 });
    expect(countBy(items, 'confidence')).toEqual({ certain: 9, firm: 5, tentative: 2 });
    expect(items.map(({ line }) => line).slice(0, 3)).toEqual([31, 48, 65]);
    expect(items[3]).toMatchObject({
      title: 'Cross-site scripting (reflected)',
      port: 80,
      path: '/bodgeit/search.jsp [q parameter]',
    });
    expect(items.map(({ requests }) => requests.length)).toEqual([
      ...[1, 1, 1, 1, 1, 1, 1, 2],
      ...[1, 1, 1, 1, 1, 2, 1, 1],
    ]);
    expect(items[0]?.requests[0]?.request).toMatch(/^GET \/bodgeit\/ HTTP\/1\.1\r\nHost: bwa\r\n/u);
    expect(items[0]?.requests[0]?.response).toMatch(/^HTTP\/1\.1 200 OK\r\n/u);
  });

  it('gives a request without its response, and HTML as Markdown', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { items } = await readingOfReal('burp-one_finding_with_blank_response.xml');
    expect(items).toHaveLength(1);
    expect(items[0]?.requests).toHaveLength(1);
    expect(items[0]?.requests[0]?.request).toMatch(/^POST \/bodgeit\/basket\.jsp /u);
    expect(items[0]?.requests[0]?.response).toBeNull();
    expect(items[0]?.observation).toBe(
      "The **b_id** cookie appears to be vulnerable to SQL injection attacks. The payload **'** was submitted in the " +
        "b_id cookie, and a database error message was returned. You should review the contents of the error message, and the application's " +
        'handling of other input, to confirm whether a vulnerability is present.\n\nThe database appears to be Microsoft SQL Server.',
    );
    expect(items[0]?.remediation).toContain('parameterize *every* variable');
    expect(items[0]?.remediation).toContain('\n- Another often cited defense is to use stored procedures');
  });
});

describe('a file of Burp', () => {
  it('names the line of control characters in a raw request, and goes on', async () => {
    const raw =
      '<requestresponse><request base64="false">GET /\u0000\u001b[31m HTTP/1.1</request></requestresponse>';
    const { items, problems } = await readingOf(issues(`\n${issue(raw)}\n${issue('')}`));
    expect(problems).toEqual(['Line 2: There are characters that XML forbids; each is shown as \ufffd.']);
    expect(items).toHaveLength(2);
    expect(items[0]?.requests).toEqual([{ request: 'GET /\ufffd\ufffd[31m HTTP/1.1', response: null }]);
  });

  it('gives every weakness that the HTML of the classifications names', async () => {
    const classes =
      '<vulnerabilityClassifications><![CDATA[<ul>\n<li><a href="https://cwe.mitre.org/data/definitions/79.html">CWE-79: ' +
      'Cross-site Scripting</a></li><li><a href="https://cwe.mitre.org/data/definitions/116.html">CWE-116: Encoding</a></li>' +
      '<li>CWE-79</li></ul>]]></vulnerabilityClassifications>';
    const references =
      '<references><![CDATA[<ul><li><a href="https://portswigger.net/web-security?a=1&amp;b=2">XSS</a></li></ul>]]></references>';
    const { items } = await readingOf(issues(issue(classes + references)));
    expect(items[0]?.cwe).toEqual([79, 116]);
    expect(items[0]?.references).toEqual(['https://portswigger.net/web-security?a=1&b=2']);
  });

  it('takes "False positive" as a mark and not as a severity', async () => {
    const { items } = await readingOf(
      issues(
        issue('<severity>False positive</severity>') +
          issue('<severity>Information</severity>') +
          issue('<severity>High</severity>'),
      ),
    );
    expect(items.map(({ severity, falsePositive }) => [severity, falsePositive])).toEqual([
      ['unknown', true],
      ['info', false],
      ['high', false],
    ]);
  });

  it('shows what came in at Burp Collaborator', async () => {
    const event =
      '<collaboratorEvent><interactionType>DNS</interactionType><originIp>192.0.2.7</originIp>' +
      '<time>2026-Jan-05</time><lookupType>A</lookupType><lookupHost>x.oast.test</lookupHost></collaboratorEvent>' +
      '<collaboratorEvent><interactionType>HTTP</interactionType><requestresponse><request base64="true">R0VUIC8=</request>' +
      '</requestresponse></collaboratorEvent>';
    const { items } = await readingOf(issues(issue(event)));
    expect(items[0]?.observation).toBe(
      '```\ninteractionType: DNS\noriginIp: 192.0.2.7\ntime: 2026-Jan-05\nlookupType: A\nlookupHost: x.oast.test\n```\n\n' +
        '```\ninteractionType: HTTP\n```',
    );
    expect(items[0]?.requests).toEqual([{ request: 'GET /', response: null }]);
  });

  it('gives a response that is no text byte by byte', async () => {
    const response = `<response base64="true">${Buffer.from([0x48, 0xff, 0x00]).toString('base64')}</response>`;
    const { items } = await readingOf(issues(issue(`<requestresponse>${response}</requestresponse>`)));
    expect(items[0]?.requests).toEqual([{ request: null, response: 'H\u00ff\u0000' }]);
  });

  it('is refused with its line if it is cut off within an issue', async () => {
    expect(await refusalOf(`<issues burpVersion="1">\n${issue('')}\n<issue><type>2`)).toBe(
      'Line 3, column 14: The file ends too early: <type> of line 3 is not closed.',
    );
  });
});
