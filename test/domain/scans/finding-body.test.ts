import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import type { ScanItem } from '#contract/scans/item.ts';
import { readRequests } from '#domain/finding/http-text.ts';
import { checkCreate } from '#domain/finding/rules.ts';
import { findingBody } from '#domain/scans/finding-body.ts';
import { groupsOf, item } from './support.ts';

function bodyOf(...items: readonly ScanItem[]) {
  const [group] = groupsOf(items);
  if (group === undefined) throw new Error('no group');
  return findingBody(group, {}, defaultProfile);
}

describe('the finding of a group', () => {
  it('has what the tool says in the fields of the service, with a tag for its rule', () => {
    const body = bodyOf(
      item({
        asset: 'a.test',
        description: 'What.',
        impact: 'Bad.',
        remediation: 'Update.',
        observation: 'Seen.',
        references: [
          'https://a.test/advice',
          'https://owasp.org/Top10/A03_2021-Injection/',
          'not an address',
        ],
        cve: ['CVE-2021-44228'],
        cwe: [79, 80],
        requests: [{ request: 'GET / HTTP/1.1', response: null }],
      }),
    );
    expect(body).toEqual({
      title: 'Old TLS',
      asset: ['a.test'],
      severity: 'medium',
      description: 'What.\n\n**Impact**\n\nBad.',
      remediation: 'Update.',
      observation: 'Seen.',
      references: [
        'https://nvd.nist.gov/vuln/detail/CVE-2021-44228',
        'https://cwe.mitre.org/data/definitions/80.html',
        'https://a.test/advice',
      ],
      requests: [{ request: 'GET / HTTP/1.1' }],
      tags: ['rule:nessus/1'],
      cwe: 'https://cwe.mitre.org/data/definitions/79.html',
      owasp: 'https://owasp.org/Top10/A03_2021-Injection/',
    });
  });

  it('always is one that the service may be sent', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 });
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.array(text),
        fc.boolean(),
        (title, asset, path, references, hasPath) => {
          const body = bodyOf(
            item({ title, asset, path: hasPath ? path : null, references, observation: path }),
          );
          expect(checkCreate(body)).toMatchObject({ kind: 'ok' });
          expect(readRequests(body['requests']).kind).not.toBe('other');
        },
      ),
    );
  });

  it('names what a scanner gives as blanks as no asset', () => {
    expect(bodyOf(item({ asset: '\t', path: null }))['asset']).toEqual(['unknown']);
  });

  it('tells what was seen at each place if it differs, and how many places are not shown', () => {
    const two = bodyOf(
      item({ asset: 'a.test', port: 443, observation: 'TLS 1.0' }),
      item({ asset: 'b.test', path: '/x', observation: 'TLS 1.1' }),
    );
    expect(two['observation']).toBe('**`a.test`, port 443**\n\nTLS 1.0\n\n**`b.test`, `/x`**\n\nTLS 1.1');
    const many = bodyOf(
      ...Array.from({ length: 150 }, (_, at) =>
        item({ asset: `h${String(at)}.test`, observation: String(at) }),
      ),
    );
    expect(many['observation']).toMatch(/\n\n130 more places are not shown here\.$/u);
  });

  it('lists ports and paths in a table if nothing else differs', () => {
    const body = bodyOf(
      item({ asset: 'a.test', port: 443, observation: 'Same.' }),
      item({ asset: 'a.test', port: 8443, path: '/a|b', observation: 'Same.' }),
    );
    expect(body['observation']).toBe(
      [
        'Same.',
        '',
        '| Asset | Port | Place |',
        '| --- | --- | --- |',
        '| `a.test` | 443 |  |',
        String.raw`| \`a.test\` | 8443 | \`/a\|b\` |`.replaceAll('\\`', '`'),
      ].join('\n'),
    );
  });

  it('names the component that has the weakness', () => {
    const of = (name: string) => item({ asset: 'image', path: 'lock', component: name, observation: name });
    expect(bodyOf(of('zlib'))['observation']).toBe('zlib\n\nAt `image`, `lock`, component `zlib`.');
    expect(bodyOf(of('curl'), of('zlib'))['observation']).toMatch(/`lock`, component `curl`\*\*\n\ncurl\n/u);
    const same = ['curl', 'zlib'].map((component) => item({ asset: 'image', component, observation: '' }));
    expect(bodyOf(...same)['observation']).toContain('| `image` |  |  | `zlib` |');
  });

  it('takes the newest CVSS, and of that the worst', () => {
    const low = {
      version: '3.1',
      vector: 'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N',
      score: null,
    } as const;
    const high = {
      version: '3.1',
      vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
      score: null,
    } as const;
    const old = { version: '2.0', vector: 'AV:N/AC:L/Au:N/C:C/I:C/A:C', score: 10 } as const;
    expect(bodyOf(item({ cvss: [old, low] }), item({ cvss: [high] }))['CVSS']).toBe(high.vector);
    expect(bodyOf(item({ cvss: [{ version: '3.0', vector: null, score: 7 }] }))['CVSS']).toBe('7.0');
    expect(bodyOf(item({}))['CVSS']).toBeUndefined();
  });
});
