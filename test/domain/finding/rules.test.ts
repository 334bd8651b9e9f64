import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#contract/json.ts';
import { defaultProfile } from '#contract/profile.ts';
import { isObject, parseJson } from '#domain/base/json.ts';
import { checkCreate, checkEdit } from '#domain/finding/rules.ts';
import { hasRealData, noRealData, realFiles } from '../../support/real-data.ts';

function complaintAbout(changes: Record<string, Json>, current: JsonObject = { id: 'f1' }): string | null {
  const checked = checkEdit(changes, current, defaultProfile);
  return checked.kind === 'invalid' ? checked.message : null;
}

describe('the rules for an edit', () => {
  it.each<[string, Json]>([
    ['title', 'A title'],
    ['asset', ['a.test', 'b.test']],
    ['severity', 'of our own'],
    ['description', ''],
    ['remediation', null],
    ['observation', { any: ['JSON'] }],
    ['demonstration', '# Steps'],
    ['references', ['https://a.test/x?y=1#z', 'HTTP://b.test']],
    ['references', []],
    ['requests', [{ request: 'GET / HTTP/1.1', response: '' }]],
    ['CVSS', 7.5],
    ['tags', ['xss', '']],
    ['tags', [{ name: 'xss', color: 'red' }, 7]],
    ['tags', { team: ['web'] }],
    ['severity', 3],
    ['severity', JSON.rawJSON('3.0')],
    ['cwe', 'https://cwe.mitre.org/data/definitions/79.html'],
    ['cwe', ''],
    ['owasp', null],
    ['status', 'pending_retest'],
  ])('take %s as %j, and give it back as it is', (field, value) => {
    expect(checkEdit({ [field]: value }, {}, defaultProfile)).toEqual({
      kind: 'ok',
      patch: { [field]: value },
    });
  });

  it.each<[string, Json, string]>([
    ['title', '  ', 'title: must be a text that is not empty.'],
    ['title', 7, 'title: must be a text that is not empty.'],
    ['asset', [], 'asset: must name at least one asset.'],
    ['asset', 'a.test', 'asset: must be a list, each entry a text that is not empty.'],
    ['asset', null, 'asset: must be a list of texts.'],
    ['asset', ['a.test', ' '], 'asset: entry 2 must be a text that is not empty.'],
    ['severity', null, 'severity: must be a number, or a text that is not empty.'],
    ['severity', ' ', 'severity: must be a number, or a text that is not empty.'],
    ['description', ['x'], 'description: must be a text.'],
    [
      'references',
      ['https://a.test', 'javascript:alert(1)'],
      'references: entry 2 must be an http or https URL.',
    ],
    ['references', ['https://a.test/ b'], 'references: entry 1 must be an http or https URL.'],
    ['references', ['https://'], 'references: entry 1 must be an http or https URL.'],
    ['tags', 'xss', 'tags: must be a list, each entry a text, a number or an object.'],
    ['tags', [null], 'tags: entry 1 must be a text, a number or an object.'],
    [
      'cwe',
      'CWE-79',
      'cwe: must be an http or https URL, such as https://cwe.mitre.org/data/definitions/79.html.',
    ],
    [
      'owasp',
      'ftp://a.test',
      'owasp: must be an http or https URL, such as https://owasp.org/Top10/A03_2021-Injection/.',
    ],
  ])('refuse %s as %j', (field, value, message) => {
    expect(complaintAbout({ [field]: value })).toBe(message);
  });

  it('name an unknown field and the nearest one', () => {
    expect(complaintAbout({ serverity: 'high' })).toBe('Unknown field "serverity". Did you mean severity?');
    expect(complaintAbout({ id: 'f2' })).toBe('id: the service chose it, it cannot be edited.');
    expect(complaintAbout(JSON.parse('{"__proto__":1}') as Record<string, Json>)).toContain('"__proto__"');
  });

  it('keep a hostile name from the terminal', () => {
    const message = complaintAbout({ ['\u001b[2J\u202e' + 'x'.repeat(100_000)]: 1 }) ?? '';
    expect(message).not.toMatch(/[\u001b\u202e]/);
    expect(message.length).toBeLessThan(300);
  });

  it('refuse the status of a pending candidate and name the review command', () => {
    const candidate = { id: 'f7', review_version: 3 };
    expect(complaintAbout({ status: 'open' }, candidate)).toBe(
      'status: a pending candidate takes its status from a review alone.\n' +
        'Decide on it with: dossier review f7 accept (or reject)',
    );
    expect(complaintAbout({ title: 'x' }, candidate)).toBeNull();
    expect(complaintAbout({ status: 'open' }, { id: 'f7', review_version: null })).toBeNull();
  });

  it('refuse an edit of nothing', () => {
    expect(complaintAbout({})).toBe('Nothing to change: no field was given.');
  });

  it('never throw, whatever the values', () => {
    fc.assert(
      fc.property(fc.object(), (odd) => {
        const changes = JSON.parse(JSON.stringify(odd)) as Record<string, Json>;
        const message = complaintAbout(changes) ?? 'ok';
        expect(message.split('\n').length).toBeLessThanOrEqual(2);
        checkCreate(changes);
      }),
    );
  });
});

describe('the rules for a new finding', () => {
  const least = { title: 'T', asset: ['a.test'] };

  it('take a body with title and asset as it is', () => {
    expect(checkCreate(least)).toEqual({ kind: 'ok', body: least });
  });

  it.each<[string, Json, string]>([
    ['no object', [least], 'A finding must be a JSON object.'],
    [
      'an id',
      { ...least, id: 'f1' },
      'id: the service chooses the identifier of a new finding; leave it out.',
    ],
    ['no title', { asset: ['a'] }, 'title: required for a new finding.'],
    ['nothing', {}, 'title and asset: required for a new finding.'],
    ['a blank title', { ...least, title: '' }, 'title: must be a text that is not empty.'],
    ['an unknown member', { ...least, sevrity: 'x' }, 'Unknown field "sevrity". Did you mean severity?'],
    [
      'a blank link',
      { ...least, cwe: '' },
      'cwe: must be an http or https URL; leave it out where there is none.',
    ],
  ])('refuse a body with %s', (_what, body, message) => {
    expect(checkCreate(body)).toEqual({ kind: 'invalid', message });
  });

  it.for(realFiles)('take every finding of %s', (file, context) => {
    if (!hasRealData) context.skip(noRealData);
    const parsed = parseJson(readFileSync(file, 'utf8'));
    const findings = parsed.kind === 'ok' && Array.isArray(parsed.value) ? (parsed.value as Json[]) : [];
    expect(findings.length).toBeGreaterThan(100);
    const refused = findings.map((finding) => checkCreate(finding)).filter(({ kind }) => kind !== 'ok');
    expect(refused).toEqual([]);
    expect(findings.every(isObject)).toBe(true);
  });
});
