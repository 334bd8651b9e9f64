import { csvColumns } from '#contract/scans/csv-mapping.ts';

/** A small file of a kind, for what every kind has to bear. */
export interface ScanSample {
  /** How it is written; `lines`, `table` and `yaml` are whole wherever a record ends, `toml` wherever a line does. */
  readonly form: 'xml' | 'json' | 'lines' | 'table' | 'yaml' | 'toml';
  /** Two entries in lines of their own, which have this title and this text. */
  readonly write: (title: string, text: string) => string;
}

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const json = (value: unknown): string => JSON.stringify(value, null, 1);
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const two = <T>(entry: (number: number) => T): [T, T] => [entry(1), entry(2)];
const host = (number: number): string => `host${String(number)}.test`;

/** One for each kind that is read, by its name. */
export const scanSamples: Readonly<Record<string, ScanSample>> = {
  burp: {
    form: 'xml',
    write: (title, text) => `<?xml version="1.0"?>
<issues burpVersion="2026.1">
${two(
  (number) => `<issue>
<type>${String(number)}</type><name>${xml(title)}</name><host ip="192.0.2.1">https://${host(number)}</host>
<path>${xml(text)}</path><severity>High</severity><issueBackground>${xml(xml(text))}</issueBackground>
<requestresponse><request>${xml(text)}</request></requestresponse>
</issue>`,
).join('\n')}
</issues>
`,
  },
  nessus: {
    form: 'xml',
    write: (title, text) => `<?xml version="1.0"?>
<NessusClientData_v2><Report name="x">
${two(
  (number) => `<ReportHost name="${host(number)}">
<ReportItem port="443" pluginID="${String(number)}" pluginName="${xml(title)}" severity="3">
<description>${xml(text)}</description><plugin_output>${xml(text)}</plugin_output></ReportItem></ReportHost>`,
).join('\n')}
</Report></NessusClientData_v2>
`,
  },
  nmap: {
    form: 'xml',
    // A script is called by its name and has no title of its own.
    write: (title, text) => `<?xml version="1.0"?>
<nmaprun scanner="nmap">
${two(
  (number) => `<host><address addr="192.0.2.${String(number)}" addrtype="ipv4"/>
<hostscript><script id="${xml(title)}" output="${xml(`State: VULNERABLE ${text}`)}"/></hostscript></host>`,
).join('\n')}
</nmaprun>
`,
  },
  openvas: {
    form: 'xml',
    write: (title, text) => `<report format_id="a"><report>
<gmp><version>1</version></gmp><results>
${two(
  (number) => `<result><host>${host(number)}</host><port>443/tcp</port>
<nvt oid="1.3.6.${String(number)}"><name>${xml(title)}</name><solution>${xml(text)}</solution></nvt>
<severity>7.5</severity><description>${xml(text)}</description></result>`,
).join('\n')}
</results></report></report>
`,
  },
  qualys: {
    form: 'xml',
    write: (title, text) => `<?xml version="1.0"?>
<SCAN value="scan/1">
${two(
  (number) => `<IP value="192.0.2.${String(number)}" name="${host(number)}"><VULNS><CAT value="x" port="443">
<VULN number="${String(number)}" severity="4"><TITLE>${xml(title)}</TITLE>
<DIAGNOSIS>${xml(xml(text))}</DIAGNOSIS></VULN></CAT></VULNS></IP>`,
).join('\n')}
</SCAN>
`,
  },
  zap: {
    form: 'xml',
    write: (title, text) => `<?xml version="1.0"?>
<OWASPZAPReport programName="ZAP" version="2.16.1">
${two(
  (number) => `<site name="https://${host(number)}" port="443"><alerts><alertitem>
<pluginid>${String(number)}</pluginid><alert>${xml(title)}</alert><riskcode>3</riskcode><confidence>2</confidence>
<desc>${xml(xml(text))}</desc><solution>${xml(xml(text))}</solution>
</alertitem></alerts></site>`,
).join('\n')}
</OWASPZAPReport>
`,
  },
  'nikto-xml': {
    form: 'xml',
    // The first sentence of what is told is the title.
    write: (title, text) => `<?xml version="1.0"?>
<niktoscan>
${two(
  (
    number,
  ) => `<scandetails targetip="192.0.2.${String(number)}" targethostname="${host(number)}" targetport="443">
<item id="${String(number)}" method="GET"><description>${xml(`${title}. ${text}`)}</description>
<uri>/</uri></item></scandetails>`,
).join('\n')}
</niktoscan>
`,
  },
  dossier: {
    form: 'json',
    write: (title, text) =>
      json({
        format: 'dossier-report',
        formatVersion: 1,
        findings: two((number) => ({
          id: `f${String(number)}`,
          record: {
            title,
            asset: [host(number)],
            severity: 'High',
            description: text,
            requests: [{ request: text, response: null }],
          },
          evidence: [{ name: '../../shot.png', content: 'iVBO' }],
        })),
      }),
  },
  sarif: {
    form: 'json',
    write: (title, text) =>
      json({
        version: '2.1.0',
        runs: [
          {
            tool: {
              driver: {
                name: 'Checker',
                rules: two((number) => ({ id: `r${String(number)}`, shortDescription: { text: title } })),
              },
            },
            results: two((number) => ({
              ruleId: `r${String(number)}`,
              level: 'error',
              message: { text },
              locations: [{ physicalLocation: { artifactLocation: { uri: 'src/a.ts' } } }],
            })),
          },
        ],
      }),
  },
  'zap-json': {
    form: 'json',
    write: (title, text) =>
      json({
        '@programName': 'ZAP',
        '@version': '2.16.1',
        site: two((number) => ({
          '@name': `https://${host(number)}`,
          '@port': '443',
          alerts: [{ pluginid: String(number), alert: title, riskcode: '3', confidence: '2', desc: text }],
        })),
      }),
  },
  trivy: {
    form: 'json',
    write: (title, text) =>
      json({
        SchemaVersion: 2,
        ArtifactName: 'shop:1',
        Results: two((number) => ({
          Target: `layer${String(number)}`,
          Vulnerabilities: [
            {
              VulnerabilityID: `CVE-2026-100${String(number)}`,
              PkgName: 'lib',
              Title: title,
              Severity: 'HIGH',
              Description: text,
            },
          ],
        })),
      }),
  },
  testssl: {
    form: 'json',
    // A check is called by its name and has no title of its own.
    write: (title, text) =>
      json(
        two((number) => ({
          id: `${title}${String(number)}`,
          ip: `${host(number)}/192.0.2.1`,
          port: '443',
          severity: 'HIGH',
          finding: text,
        })),
      ),
  },
  nikto: {
    form: 'json',
    write: (title, text) =>
      json(
        two((number) => ({
          host: host(number),
          ip: '192.0.2.1',
          port: '443',
          vulnerabilities: [{ id: String(number), method: 'GET', url: '/', msg: `${title}. ${text}` }],
        })),
      ),
  },
  nuclei: {
    form: 'lines',
    write: (title, text) =>
      `${two((number) =>
        JSON.stringify({
          'template-id': `t${String(number)}`,
          info: { name: title, severity: 'high', description: text },
          host: `https://${host(number)}`,
          request: text,
        }),
      ).join('\n')}\n`,
  },
  semgrep: {
    form: 'json',
    write: (title, text) =>
      json({
        results: two((number) => ({
          check_id: `${title}${String(number)}`,
          path: 'src/a.ts',
          start: { line: number },
          extra: { severity: 'ERROR', message: text, lines: text },
        })),
      }),
  },
  sysreptor: {
    form: 'json',
    write: (title, text) =>
      json({
        override_finding_order: false,
        report_data: { title: 'Report' },
        findings: two((number) => ({
          id: `f${String(number)}`,
          data: {
            title,
            cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
            summary: text,
            affected_components: [host(number)],
            reach: text,
          },
        })),
      }),
  },
  'sysreptor-toml': {
    form: 'toml',
    write: (title, text) =>
      [
        'format = "projects/v2"',
        'name = "Report"',
        ...two((number) =>
          [
            '[[findings]]',
            `id = "f${String(number)}"`,
            '[findings.data]',
            `title = ${JSON.stringify(title)}`,
            'cvss = "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N"',
            `summary = ${JSON.stringify(text)}`,
            `affected_components = [${JSON.stringify(host(number))}]`,
          ].join('\n'),
        ),
      ].join('\n'),
  },
  pwndoc: {
    form: 'json',
    write: (title, text) =>
      json(
        two((number) => ({
          details: [{ locale: 'en', title: `${String(number)} ${title}`, description: xml(text) }],
          cvssv3: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
        })),
      ),
  },
  ghostwriter: {
    form: 'json',
    write: (title, text) =>
      json({
        id: 1,
        report_date: '2026-03-01',
        project: { codename: 'Shop' },
        findings: two((number) => ({
          id: number,
          severity: 'High',
          title,
          affected_entities: `<p>${host(number)}</p>`,
          description: xml(text),
        })),
      }),
  },
  'ghostwriter-csv': {
    form: 'table',
    write: (title, text) =>
      `${[
        'id,severity,finding_type,title,description,mitigation,replication_steps',
        ...two(
          (number) => `${String(number)},High,Web,${cell(title)},${cell(xml(text))},${cell(xml(text))},`,
        ),
      ].join('\n')}\n`,
  },
  defectdojo: {
    form: 'json',
    write: (title, text) =>
      json({
        count: 2,
        next: null,
        results: two((number) => ({
          id: number,
          display_status: 'Active',
          title,
          severity: 'High',
          endpoints: [host(number)],
          description: text,
        })),
      }),
  },
  'pwndoc-yaml': {
    form: 'yaml',
    write: (title, text) =>
      two((number) => {
        const details = [{ locale: 'en', title: `${String(number)} ${title}`, description: xml(text) }];
        return `- ${JSON.stringify({ details, cvssv3: null })}\n`;
      }).join(''),
  },
  csv: {
    form: 'table',
    write: (title, text) =>
      `${[
        csvColumns.join(','),
        ...two((number) =>
          csvColumns
            .map((column) =>
              cell(
                {
                  rule: String(number),
                  title,
                  severity: 'high',
                  asset: host(number),
                  port: '443',
                  description: text,
                  observation: text,
                }[column as string] ?? '',
              ),
            )
            .join(','),
        ),
      ].join('\n')}\n`,
  },
};
