import { describe, expect, it } from 'vitest';
import { hasScannerFiles, noScannerFiles } from '../support/real-data.ts';
import { countBy, readingOf, readingOfReal } from './support/reading.ts';

describe('real files of Trivy', () => {
  it('give vulnerabilities of an image with their package', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { formats, items } = await readingOfReal('trivy-scheme_2_many_vulns.json');
    expect(formats).toEqual(['trivy']);
    expect(items.map(({ rule, component, severity, cwe }) => [rule, component, severity, cwe])).toEqual([
      ['CVE-2020-15999', 'freetype', 'medium', [787]],
      ['CVE-2020-28196', 'krb5-libs', 'high', [674]],
      ['CVE-2019-12900', 'libbz2', 'critical', [787]],
      ['CVE-2018-11771', 'org.apache.commons:commons-compress', 'medium', [835]],
      ['CVE-2018-1324', 'org.apache.commons:commons-compress', 'medium', [835]],
    ]);
    expect(countBy(items, 'asset')).toEqual({ 'teamdojo:latest': 5 });
    expect(items[0]).toMatchObject({
      path: 'app/libs/freetype-2.9.1-r2',
      remediation: 'Update freetype to 2.9.1-r3.',
      cve: ['CVE-2020-15999'],
      // Of the source that the severity comes from, and not of the one with the higher score.
      cvss: [
        { version: '3.1', vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:N/A:H', score: 6.5 },
        { version: '2.0', vector: 'AV:N/AC:M/Au:N/C:N/I:N/A:P', score: 4.3 },
      ],
    });
    expect(items[0]?.references).toHaveLength(20);
  });

  it('give misconfigurations and secrets, which are lists of their own', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { items } = await readingOfReal('trivy-misconfigurations_and_secrets.json');
    expect(items.map(({ rule, asset, path, severity }) => [rule, asset, path, severity])).toEqual([
      ['CVE-2021-33503', 'requirements.txt', 'requirements.txt', 'high'],
      ['CVE-2021-28363', 'requirements.txt', 'requirements.txt', 'medium'],
      ['DS002', 'Dockerfile', 'Dockerfile', 'high'],
      ['github-pat', 'Dockerfile', 'Dockerfile:24', 'critical'],
      ['github-pat', 'secret.txt', 'secret.txt:1', 'critical'],
    ]);
    expect(items[3]?.observation).toBe('```\nENV GITHUB_PAT=*****\n```');
  });
});

describe('a file of Trivy', () => {
  const image = (result: object): string =>
    JSON.stringify({
      SchemaVersion: 2,
      ArtifactName: 'a:1',
      ArtifactType: 'container_image',
      Results: [{ Target: 't', ...result }],
    });

  it('takes the severity of a score of version 4 if it says none', async () => {
    const vector = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';
    const entry = {
      VulnerabilityID: 'CVE-2026-1000',
      Severity: 'UNKNOWN',
      CVSS: { ghsa: { V40Vector: vector, V40Score: 9.3 } },
    };
    const { items } = await readingOf(image({ Vulnerabilities: [entry] }));
    expect(items[0]).toMatchObject({ severity: 'critical', cvss: [{ version: '4.0', vector, score: 9.3 }] });
  });

  it('tells what passed, what is excepted, what is suppressed, and licences', async () => {
    const { items } = await readingOf(
      image({
        Misconfigurations: [
          { ID: 'A', Status: 'PASS' },
          { ID: 'B', Status: 'EXCEPTION' },
        ],
        Licenses: [{ Name: 'GPL-3.0', Severity: 'HIGH', PkgName: 'x', Category: 'restricted' }],
        ExperimentalModifiedFindings: [
          {
            Type: 'vulnerability',
            Status: 'not_affected',
            Statement: 'Not called',
            Finding: { VulnerabilityID: 'CVE-2026-2000' },
          },
        ],
      }),
    );
    expect(items.map(({ rule, informational, suppressed }) => [rule, informational, suppressed])).toEqual([
      ['A', true, null],
      ['B', false, 'in the tool'],
      ['license:GPL-3.0', false, null],
      ['CVE-2026-2000', false, 'Not called'],
    ]);
  });

  it('of a cluster names the resource', async () => {
    const results = [{ Target: 'x', Misconfigurations: [{ ID: 'KSV001', Status: 'FAIL' }] }];
    const text = JSON.stringify({
      ClusterName: 'c',
      Resources: [{ Namespace: 'web', Kind: 'Pod', Name: 'shop', Results: results }],
    });
    const { formats, items } = await readingOf(text);
    expect([formats, items.map(({ rule, asset }) => [rule, asset])]).toEqual([
      ['trivy'],
      [['KSV001', 'web/Pod/shop']],
    ]);
  });

  it('of the first version is a bare list', async () => {
    const { formats, items } = await readingOf(
      '[{"Target": "x", "Vulnerabilities": [{"VulnerabilityID": "CVE-2026-1"}]}]',
    );
    expect([formats, items.map(({ asset }) => asset)]).toEqual([['trivy'], ['x']]);
  });
});

describe('a file of Semgrep', () => {
  it('gives each result with its rule and its line', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { formats, items } = await readingOfReal('semgrep-many_findings.json');
    expect(formats).toEqual(['semgrep']);
    expect(countBy(items, 'rule')).toEqual({
      'java.lang.security.audit.cbc-padding-oracle.cbc-padding-oracle': 3,
    });
    expect(countBy(items, 'severity')).toEqual({ low: 1, medium: 2 });
    expect(items.map(({ line }) => line)).toEqual([3, 48, 93]);
    expect(items[0]).toMatchObject({
      title: 'Cbc padding oracle',
      path: 'src/main/java/org/owasp/benchmark/testcode/BenchmarkTest02194.java:64',
      cwe: [696],
      references: [
        'https://capec.mitre.org/data/definitions/463.html',
        'https://find-sec-bugs.github.io/bugs.htm#PADDING_ORACLE',
      ],
      observation:
        '```\njavax.crypto.Cipher c = javax.crypto.Cipher.getInstance("DES/CBC/PKCS5Padding");\n```',
    });
  });

  it('shows no code if Semgrep wants an account for it, and knows old and new severities', async () => {
    const result = (severity: string, more: object = {}) => ({
      check_id: 'a.b',
      path: 'x.ts',
      extra: { severity, ...more },
    });
    const { items } = await readingOf(
      JSON.stringify({
        results: [
          result('ERROR', { lines: 'requires login', fingerprint: 'requires login' }),
          result('CRITICAL', { is_ignored: true }),
        ],
      }),
    );
    expect(items.map(({ severity, observation, suppressed }) => [severity, observation, suppressed])).toEqual(
      [
        ['high', '', null],
        ['critical', '', 'in the source'],
      ],
    );
  });
});
