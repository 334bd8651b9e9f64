import { describe, expect, it } from 'vitest';
import { hasScannerFiles, noScannerFiles } from '../support/real-data.ts';
import { countBy, readingOf, readingOfReal, refusalOf } from './support/reading.ts';

describe('real files of Nuclei', () => {
  it('as lines of an old version give each result with its template', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { formats, items } = await readingOfReal('nuclei-many_findings.json');
    expect(formats).toEqual(['nuclei']);
    expect(items).toHaveLength(18);
    expect(countBy(items, 'rule')).toEqual({
      'mysql-native-password-bruteforce': 1,
      'nginx-version': 1,
      'openssh5.3-detect': 1,
      'phpmyadmin-panel': 1,
      'phpmyadmin-setup': 1,
      'tech-detect': 11,
      'waf-detect': 2,
    });
    expect(countBy(items, 'severity')).toEqual({ info: 16, low: 1, medium: 1 });
    expect(countBy(items, 'asset')).toEqual({
      'http://127.0.0.1:8080': 3,
      'http://127.0.0.1:9090': 2,
      'https://nuclei-example.com': 13,
    });
    expect(items[0]).toMatchObject({
      title: 'OpenSSH 5.3 Detection',
      port: 22,
      path: 'nuclei-example.com:22',
      tags: ['network', 'openssh'],
      references: [
        'http://seclists.org/fulldisclosure/2016/Jul/51',
        'https://security-tracker.debian.org/tracker/CVE-2016-6210',
        'http://openwall.com/lists/oss-security/2016/08/01/2',
      ],
    });
    expect(items.map(({ line }) => line)).toEqual(Array.from({ length: 18 }, (_, at) => at + 1));
  });

  it('as a list of version 3 give the same', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { items } = await readingOfReal('nuclei-multiple_v3.json');
    expect(countBy(items, 'rule')).toEqual({
      'caa-fingerprint': 1,
      'dns-saas-service-detection': 1,
      'ssl-dns-names': 1,
      'ssl-issuer': 1,
      'tls-version': 2,
    });
    expect(countBy(items, 'severity')).toEqual({ info: 6 });
    expect(countBy(items, 'asset')).toEqual({ 'www.asdf.de': 6 });
    expect(items.map(({ port }) => port)).toEqual([null, null, 443, 443, 443, 443]);
    expect(items.map(({ cwe }) => cwe)).toEqual([[], [200], [], [], [], []]);
    expect(items[0]?.requests).toHaveLength(1);
    expect(items[0]?.observation).toMatch(/^Matcher: wix/u);
  });

  it('may be empty, and may name a weakness that is none', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    expect((await readingOfReal('nuclei-empty.jsonl')).items).toEqual([]);
    const { items } = await readingOfReal('nuclei-invalid_cwe.json');
    expect(items.map(({ rule, cwe }) => [rule, cwe])).toEqual([['mysql-native-password-bruteforce', []]]);
  });
});

describe('a result of Nuclei', () => {
  const result = (info: object, more: object = {}): string =>
    JSON.stringify({ 'template-id': 'a', host: 'https://x.test/', info: { name: 'A', ...info }, ...more });

  it('has an unknown severity if the template says so, and no classification if it is null', async () => {
    const { items } = await readingOf(`${result({ severity: 'unknown', classification: null })}\n`);
    expect(items.map(({ severity, cve, cvss }) => [severity, cve, cvss])).toEqual([['unknown', [], []]]);
  });

  it('has CVE, weakness and score of its classification, as a list or as one text', async () => {
    const classification = { 'cve-id': 'cve-2021-44228', 'cwe-id': ['CWE-502', 'cwe-20'] };
    const score = { 'cvss-metrics': 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 'cvss-score': 10 };
    const { items } = await readingOf(result({ classification: { ...classification, ...score } }));
    expect(items[0]).toMatchObject({
      cve: ['CVE-2021-44228'],
      cwe: [502, 20],
      cvss: [{ version: '3.1', vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', score: 10 }],
    });
  });

  it('takes tags as a text or as a list', async () => {
    const { items } = await readingOf(`[${result({ tags: 'a, b' })},${result({ tags: ['a', 'b'] })}]`);
    expect(items.map(({ tags }) => tags)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('that did not match is none', async () => {
    expect((await readingOf(result({}, { 'matcher-status': false }))).items).toEqual([]);
  });

  it('that is cut off ends the reading with its line', async () => {
    expect(await refusalOf(`${result({})}\n${result({}).slice(0, -3)}`)).toBe(
      'Line 2: The file ends too early: what begins in line 2 is not closed.',
    );
  });
});
