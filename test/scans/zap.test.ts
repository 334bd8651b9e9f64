import { describe, expect, it } from 'vitest';
import { hasScannerFiles, noScannerFiles } from '../support/real-data.ts';
import { countBy, readingOf, readingOfReal } from './support/reading.ts';

const xml = (
  alerts: string,
  site = 'name="https://x.test:8443" host="x.test" port="8443" ssl="true"',
): string =>
  `<?xml version="1.0"?><OWASPZAPReport version="2.16.1"><site ${site}><alerts>${alerts}</alerts></site></OWASPZAPReport>`;
const item = (members: string): string =>
  `<alertitem><pluginid>1</pluginid><name>A</name>${members}</alertitem>`;

describe('real files of ZAP', () => {
  it('give each alert with its rule, its severity and its places', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { formats, items, problems } = await readingOfReal('zap-dvwa_baseline_dojo.xml');
    expect({ formats, problems }).toEqual({ formats: ['zap'], problems: [] });
    expect(items).toHaveLength(19);
    expect(countBy(items, 'rule')).toMatchObject({ '10020': 1, '10027': 2, '2': 1 });
    expect(Object.keys(countBy(items, 'rule'))).toHaveLength(18);
    expect(countBy(items, 'severity')).toEqual({ info: 7, low: 8, medium: 4 });
    expect(countBy(items, 'asset')).toEqual({ 'http://172.17.0.2': 19 });
    expect(countBy(items, 'port')).toEqual({ '80': 19 });
    expect(items[0]?.observation.match(/^GET /gmu)).toHaveLength(11);
    expect(items[0]).toMatchObject({
      cwe: [16],
      confidence: 'medium',
      description:
        "X-Frame-Options header is not included in the HTTP response to protect against 'ClickJacking' attacks.",
      references: ['https://developer.mozilla.org/en-US/docs/Web/HTTP/Headers/X-Frame-Options'],
    });
    // "None" is no weakness.
    expect(items.filter(({ cwe }) => cwe.length === 0).map(({ rule }) => rule)).toEqual(['10108', '10109']);
  });

  it('of an old version give the same', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { items } = await readingOfReal('zap-some_2.9.0.xml');
    expect(countBy(items, 'rule')).toEqual({
      '10010': 1,
      '10011': 1,
      '10015': 1,
      '10017': 1,
      '10054': 1,
      '10055': 1,
      '10096': 1,
    });
    expect(countBy(items, 'severity')).toEqual({ info: 1, low: 5, medium: 1 });
    expect(items[0]?.references).toEqual([
      'http://www.owasp.org/index.php/Testing_for_cookies_attributes_(OWASP-SM-002)',
    ]);
  });

  it('give requests and responses of the instances', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { items } = await readingOfReal('zap-zap_2.16.1_with_req_resp.xml');
    expect(items.map(({ rule, cwe, requests }) => [rule, cwe, requests.length])).toEqual([
      ['10111', [], 1],
      ['10029', [565], 5],
      ['10024', [598], 3],
      ['10015', [525], 4],
    ]);
    expect(countBy(items, 'severity')).toEqual({ info: 4 });
    expect(items[0]?.requests[0]?.request).toMatch(
      /^POST https:\/\/example-domain\.com\/cpapi\/api\/account\/verifypasswordless HTTP\/1\.1\nhost: example-d/u,
    );
    expect(items[0]?.requests[0]?.request).toContain('\r\n\r\n{"user_identifier":"string"');
    expect(items[0]?.requests[0]?.response).toMatch(/^HTTP\/1\.1 400 Bad Request\n/u);
    expect(items[0]?.observation).toMatch(/\n\n```\nuserParam=user_identifier\nuserValue=string\n/u);
  });
});

describe('an alert of ZAP', () => {
  it('with confidence 0 is a false positive', async () => {
    const { items } = await readingOf(
      xml(item('<confidence>0</confidence>') + item('<confidence>1</confidence>') + item('')),
    );
    expect(items.map(({ falsePositive, confidence }) => [falsePositive, confidence])).toEqual([
      [true, 'false positive'],
      [false, 'low'],
      [false, ''],
    ]);
  });

  it('has the HTML of its text, also if that is escaped twice', async () => {
    const once = '&lt;p&gt;Use &lt;b&gt;it&lt;/b&gt;: &amp;lt;a&amp;gt;&lt;/p&gt;';
    const { items } = await readingOf(
      xml(item(`<desc>${once}</desc>`) + item(`<desc>${once.replaceAll('&', '&amp;')}</desc>`)),
    );
    expect(items[0]?.description).toBe('Use **it**: <a>');
    expect(items[1]?.description).toBe('Use **it**: <a>');
  });

  it('belongs to its site, one for each port', async () => {
    const sites =
      '<OWASPZAPReport version="1"><site name="http://x.test" port="80"><alerts>' +
      `${item('')}</alerts></site><site name="http://x.test:8080" port="8080"><alerts>${item('')}</alerts></site></OWASPZAPReport>`;
    const { items } = await readingOf(sites);
    expect(items.map(({ asset, port }) => [asset, port])).toEqual([
      ['http://x.test', 80],
      ['http://x.test:8080', 8080],
    ]);
  });

  it('says the same as JSON', async () => {
    const alert = {
      pluginid: '1',
      name: 'A',
      riskcode: '3',
      confidence: '2',
      cweid: '79',
      desc: '<p>Why</p>',
      instances: [
        {
          uri: 'https://x.test:8443/a',
          method: 'GET',
          param: 'q',
          evidence: '<a>',
          'request-header': 'GET / HTTP/1.1',
          'request-body': '',
          'response-header': 'HTTP/1.1 200 OK',
          'response-body': 'ok',
        },
      ],
    };
    const json = JSON.stringify({
      '@programName': 'ZAP',
      '@version': '2.16.1',
      site: [{ '@name': 'https://x.test:8443', '@host': 'x.test', '@port': '8443', alerts: [alert] }],
    });
    const written = item(
      '<riskcode>3</riskcode><confidence>2</confidence><cweid>79</cweid><desc>&lt;p&gt;Why&lt;/p&gt;</desc>' +
        '<instances><instance><uri>https://x.test:8443/a</uri><method>GET</method><param>q</param>' +
        '<evidence>&lt;a&gt;</evidence><requestheader>GET / HTTP/1.1</requestheader><requestbody/>' +
        '<responseheader>HTTP/1.1 200 OK</responseheader><responsebody>ok</responsebody></instance></instances>',
    );
    const [fromJson, fromXml] = [await readingOf(json), await readingOf(xml(written))];
    expect([fromJson.formats, fromXml.formats]).toEqual([['zap-json'], ['zap']]);
    expect(fromJson.items).toEqual(fromXml.items);
    expect(fromJson.items[0]).toMatchObject({
      severity: 'high',
      path: 'https://x.test:8443/a',
      observation: '```\nGET https://x.test:8443/a\n  param: q\n  evidence: <a>\n```',
      requests: [{ request: 'GET / HTTP/1.1', response: 'HTTP/1.1 200 OK\r\n\r\nok' }],
    });
  });
});
