import { describe, expect, test } from 'vitest';
import { parseContent } from '#sample/data/content.ts';
import { sampleEngagement } from '#sample/data/engagement.ts';
import type { FindingSeed } from '#sample/data/model.ts';
import { checkFinding } from '#sample/data/rules.ts';
import { call, CLOUD, idsOf, start } from './support.ts';

const projects = sampleEngagement().map(({ project, findings }) => ({ project, findings: [...findings] }));
const all: FindingSeed[] = projects.flatMap(({ findings }) => findings);

function member(seed: FindingSeed, name: string): string {
  const value = seed.body[name];
  return typeof value === 'string' ? value : '';
}

const WEIGHTS: Record<string, Record<string, number>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
};

/** The base score of CVSS 3.1, after the formulas of its specification (section 7.1 and appendix A). */
function baseScore(vector: string): number {
  expect(vector).toMatch(
    /^CVSS:3\.1\/AV:[NALP]\/AC:[LH]\/PR:[NLH]\/UI:[NR]\/S:[UC]\/C:[HLN]\/I:[HLN]\/A:[HLN]$/,
  );
  const metrics = new Map(vector.split('/').map((part) => part.split(':') as [string, string]));
  const weight = (name: string): number => WEIGHTS[name]?.[metrics.get(name) ?? ''] ?? Number.NaN;
  const changed = metrics.get('S') === 'C';
  const privileges = { N: 0.85, L: changed ? 0.68 : 0.62, H: changed ? 0.5 : 0.27 }[metrics.get('PR') ?? ''];
  const base = 1 - (1 - weight('C')) * (1 - weight('I')) * (1 - weight('A'));
  const impact = changed ? 7.52 * (base - 0.029) - 3.25 * (base - 0.02) ** 15 : 6.42 * base;
  if (impact <= 0) return 0;
  const ease = 8.22 * weight('AV') * weight('AC') * (privileges ?? Number.NaN) * weight('UI');
  const score = Math.round(Math.min(10, (changed ? 1.08 : 1) * (impact + ease)) * 100_000);
  return score % 10_000 === 0 ? score / 100_000 : (Math.floor(score / 10_000) + 1) / 10;
}

function rating(score: number): string {
  if (score === 0) return 'info';
  if (score < 4) return 'low';
  if (score < 7) return 'medium';
  return score < 9 ? 'high' : 'critical';
}

describe('the written engagement', () => {
  test('has some sixty findings in four projects, a dozen candidates, and every status', () => {
    const own = projects.slice(0, 4).flatMap(({ findings }) => findings);
    expect(own.length).toBeGreaterThanOrEqual(60);
    expect(own.filter(({ candidate }) => candidate !== undefined)).toHaveLength(12);
    expect(own.filter(({ candidate }) => candidate === 'private').length).toBeGreaterThanOrEqual(4);
    expect(new Set(own.map((seed) => member(seed, 'status')))).toEqual(
      new Set(['draft', 'open', 'pending_retest', 'closed', 'risk_accepted']),
    );
  });

  test('no two findings share a title or a description', () => {
    for (const name of ['title', 'description']) {
      expect(new Set(all.map((seed) => member(seed, name))).size).toBe(all.length);
    }
  });

  test('keeps the rules of the interface', () => {
    const complaints = all.map(({ body }) => checkFinding(body)).filter(({ kind }) => kind === 'bad');
    expect(complaints).toEqual([]);
  });

  test('every severity is the one that its CVSS vector gives', () => {
    const wrong = all.flatMap((seed) => {
      const vector = member(seed, 'CVSS');
      const expected = vector === '' ? 'info' : rating(baseScore(vector));
      return expected === member(seed, 'severity') ? [] : [[member(seed, 'title'), expected]];
    });
    expect(wrong).toEqual([]);
  });

  test('says what it is about and what to do, in Markdown and in HTML', () => {
    expect(all.every((seed) => member(seed, 'description').length > 100)).toBe(true);
    expect(all.every((seed) => member(seed, 'remediation').length > 30)).toBe(true);
    const html = all.filter((seed) => member(seed, 'description').startsWith('<p>'));
    expect(html.length).toBeGreaterThanOrEqual(5);
    expect(all.filter((seed) => member(seed, 'description').includes('```')).length).toBeGreaterThanOrEqual(
      5,
    );
  });

  test('requests go to hosts that cannot exist, or to addresses of no public machine', () => {
    const hosts = [...JSON.stringify(all).matchAll(/\\nHost: ([^\\"]+)/g)].map(([, host]) => host ?? '');
    expect(hosts.length).toBeGreaterThanOrEqual(15);
    expect(hosts.filter((host) => !/\.(example|test)(:\d+)?$|^169\.254\./.test(host))).toEqual([]);
  });

  test('has the same ids at every start', () => {
    const ids = (): unknown[] =>
      sampleEngagement().flatMap(({ findings }) => [...findings].map(({ id }) => id));
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(all.length);
  });

  test('is what a provider and a client find on the service', async () => {
    const service = await start();
    const mara = idsOf(await call(service, 'mara', 'GET', 'scans/?pageSize=200'));
    const clara = idsOf(await call(service, 'clara', 'GET', 'scans/?pageSize=200'));
    const own = projects.slice(0, 4).flatMap(({ findings }) => findings);
    expect(mara).toEqual(own.map(({ id }) => id));
    const unpublished = mara.filter((id) => {
      const { visibility, status, project } = service.finding(id) ?? {};
      const draft = status === 'draft' && visibility === undefined && project !== CLOUD;
      return visibility === 'private' || draft;
    });
    expect(unpublished).toHaveLength(5);
    expect(clara).toEqual(mara.filter((id) => !unpublished.includes(id)));
  });
});

describe('content files', () => {
  test('members, lists, texts and pairs of request and response are read as they stand', () => {
    const text = [
      '=== finding',
      'title: A: b',
      'asset: one',
      'asset: two',
      'candidate: private',
      '',
      '=== description',
      '',
      '  indented',
      '',
      'end',
      '',
      '=== request',
      'GET / HTTP/1.1',
      '=== response',
      'HTTP/1.1 200 OK',
      '=== finding',
      'title: Next',
    ].join('\n');
    expect(parseContent('x', text)).toEqual([
      {
        candidate: 'private',
        body: {
          title: 'A: b',
          asset: ['one', 'two'],
          description: '  indented\n\nend',
          requests: [{ request: 'GET / HTTP/1.1', response: 'HTTP/1.1 200 OK' }],
        },
      },
      { body: { title: 'Next' } },
    ]);
  });

  test.each([
    ['=== finding\ncolour: red', 'x, line 2'],
    ['=== finding\n=== tail\nx\n=== request', 'x, line 4'],
    ['=== finding\n=== response\nx\n=== request', 'x, line 4'],
  ])('what does not fit is named with its line: %j', (text, place) => {
    expect(() => parseContent('x', text)).toThrow(place);
  });
});
