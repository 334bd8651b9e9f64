import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { ScanGroups } from '#domain/scans/groups.ts';
import { hasScannerFiles, noScannerFiles, scannerFile } from '../support/real-data.ts';
import { readingOfReal } from './support/reading.ts';

/**
 * Of each real file: entries, rules, and assets, counted with Python's parsers of XML and JSON. Each rule is a group.
 */
const counted: Readonly<Record<string, readonly [number, number, number]>> = {
  'burp-one_finding_with_blank_response.xml': [1, 1, 1],
  'burp-seven_findings.xml': [16, 7, 1],
  'nmap-nmap_multiple_port.xml': [13, 1, 1],
  'nmap-nmap_script_vulners.xml': [2, 2, 1],
  'nuclei-empty.jsonl': [0, 0, 0],
  'nuclei-invalid_cwe.json': [1, 1, 1],
  'nuclei-many_findings.json': [18, 7, 3],
  'nuclei-multiple_v3.json': [6, 5, 1],
  'openvas-many_vuln.xml': [44, 40, 1],
  'openvas-one_vuln.xml': [1, 1, 1],
  'sarif-appendix_k.sarif': [1, 1, 1],
  'sarif-codeQL-output.sarif': [72, 13, 37],
  'sarif-no_runs.sarif': [0, 0, 0],
  'sarif-suppression_test.sarif': [5, 5, 5],
  'semgrep-many_findings.json': [3, 1, 3],
  'tenable-nessus-nessus_many_vuln.xml': [7, 6, 1],
  'tenable-nessus-nessus_with_cvssv3.nessus': [49, 48, 1],
  'trivy-misconfigurations_and_secrets.json': [5, 4, 3],
  'trivy-scheme_2_many_vulns.json': [5, 5, 1],
  'zap-dvwa_baseline_dojo.xml': [19, 18, 1],
  'zap-some_2.9.0.xml': [7, 7, 1],
  'zap-zap_2.16.1_with_req_resp.xml': [4, 4, 1],
};

it('every real file has the entries, groups and assets that another program counts', async ({ skip }) => {
  skip(!hasScannerFiles, noScannerFiles);
  const files = readdirSync(dirname(scannerFile('x'))).filter((name) => Object.hasOwn(counted, name));
  expect(files.length).toBeGreaterThan(20);
  const read: Record<string, readonly number[]> = {};
  for (const file of files) {
    const { items } = await readingOfReal(file);
    const all = { informational: false, falsePositive: false, suppressed: false, closed: false };
    const groups = new ScanGroups(all);
    for (const item of items) groups.add(item, 0);
    const assets = new Set(items.map(({ asset }) => asset));
    read[file] = [items.length, groups.groups().length, assets.size];
  }
  expect(read).toEqual(Object.fromEntries(files.map((file) => [file, counted[file]])));
});
