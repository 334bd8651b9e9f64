import { describe, expect, it } from 'vitest';
import { hasScannerFiles, noScannerFiles } from '../support/real-data.ts';
import { countBy, readingOf, readingOfReal } from './support/reading.ts';

const run = (hosts: string): string =>
  `<?xml version="1.0"?>\n<!DOCTYPE nmaprun>\n<nmaprun scanner="nmap">${hosts}</nmaprun>`;
const host = (content: string, state = 'up'): string =>
  `<host><status state="${state}"/><address addr="00:11:22:33:44:55" addrtype="mac"/>` +
  `<address addr="192.0.2.1" addrtype="ipv4"/>${content}</host>`;
const port = (id: string, content = '', state = 'open'): string =>
  `<port protocol="tcp" portid="${id}"><state state="${state}"/><service name="http"/>${content}</port>`;

describe('real files of Nmap', () => {
  it('give the open ports as occurrences of one informational rule', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { formats, items } = await readingOfReal('nmap-nmap_multiple_port.xml');
    expect(formats).toEqual(['nmap']);
    expect(countBy(items, 'rule')).toEqual({ 'open-ports': 13 });
    expect(countBy(items, 'asset')).toEqual({ 'joaquinlp.me': 13 });
    expect(items.every(({ informational }) => informational)).toBe(true);
    expect(items.map((item) => item.port)).toEqual([
      ...[21, 25, 53, 80, 110, 143, 443, 465, 587, 993, 995, 2525, 3306],
    ]);
    expect(items[0]?.observation).toBe('```\n21/tcp ftp\n```');
  });

  it('give the output of a script as text, with what it names', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { items } = await readingOfReal('nmap-nmap_script_vulners.xml');
    expect(items.map(({ rule, asset, informational }) => [rule, asset, informational])).toEqual([
      ['open-ports', '192.168.0.1', true],
      ['vulners', '192.168.0.1', false],
    ]);
    expect(items[0]?.observation).toBe('```\n5022/tcp ssh OpenSSH 7.4 (protocol 2.0)\n```');
    expect(items[1]).toMatchObject({
      severity: 'unknown',
      port: 5022,
      cve: ['CVE-2018-15919', 'CVE-2017-15906'],
      references: ['https://vulners.com/cve/CVE-2018-15919', 'https://vulners.com/cve/CVE-2017-15906'],
    });
    expect(items[1]?.observation).toBe(
      '```\ncpe:/a:openbsd:openssh:7.4: \n  \tCVE-2018-15919\t5.0\thttps://vulners.com/cve/CVE-2018-15919\n' +
        '  \tCVE-2017-15906\t5.0\thttps://vulners.com/cve/CVE-2017-15906\n```',
    );
  });
});

describe('a file of Nmap', () => {
  it('says nothing of hosts that are down, and of ports that are not open', async () => {
    const ports = `<ports>${port('80', '', 'closed')}${port('81', '', 'open|filtered')}${port('82')}</ports>`;
    const { items } = await readingOf(run(host(ports, 'down') + host(ports)));
    expect(items.map((item) => item.port)).toEqual([82]);
  });

  it('has port 0 and scripts of the whole host without a port', async () => {
    const scripts = '<hostscript><script id="smb-vuln-ms17-010" output="State: VULNERABLE"/></hostscript>';
    const { items } = await readingOf(run(host(`<ports>${port('0')}</ports>${scripts}`)));
    expect(items.map((item) => [item.rule, item.asset, item.port, item.informational])).toEqual([
      ['open-ports', '192.0.2.1', null, true],
      ['smb-vuln-ms17-010', '192.0.2.1', null, false],
    ]);
  });

  it('tells scripts that found a weakness from those that describe', async () => {
    const scripts =
      '<script id="http-title" output="Login"/><script id="ssl-poodle" output="&#xa;  VULNERABLE:&#xa;    State: VULNERABLE"/>';
    const { items } = await readingOf(run(host(`<ports>${port('443', scripts)}</ports>`)));
    expect(items.map((item) => [item.rule, item.informational])).toEqual([
      ['open-ports', true],
      ['http-title', true],
      ['ssl-poodle', false],
    ]);
  });
});
