import fc from 'fast-check';
import { expect, test } from 'vitest';
import { document } from '#report/document/document.ts';
import { snapshotOf } from '../support/snapshots.ts';

function findings(records: readonly Record<string, unknown>[]) {
  return document(snapshotOf(records), { draft: false }).blocks.flatMap((block) =>
    block.kind === 'finding' ? [block] : [],
  );
}

test('findings stand worst first, in their order within a severity, numbered per severity', () => {
  const rated = ['low', 'Critical', 'odd', 'HIGH', 'low', undefined, 'Informational', 'medium', 'critical'];
  const blocks = findings(rated.map((severity, index) => ({ title: String(index), severity })));
  expect(blocks.map(({ ref }) => `${ref.number}=${ref.title}/${ref.severityText}`)).toEqual([
    'C1=1/Critical',
    'C2=8/Critical',
    'H1=3/High',
    'M1=7/Medium',
    'L1=0/Low',
    'L2=4/Low',
    'I1=6/Info',
    'U1=2/odd',
    'U2=5/Not rated',
  ]);
});

test('the sentence counts what the table lists', () => {
  const blocks = document(snapshotOf([{ severity: 'low' }, { severity: 'high' }, { severity: 'low' }]), {
    draft: false,
  }).blocks;
  expect(blocks.find((block) => block.kind === 'summary')).toMatchObject({
    sentence: 'The assessment resulted in 3 findings: 1 high and 2 low.',
  });
});

test('a vector is rated, its text stays in the card', () => {
  const vector = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
  const [block] = findings([{ title: 'a', CVSS: vector }]);
  expect(block?.ref.cvss).toBe('9.8');
  expect(block?.facts[0]).toEqual({ label: 'CVSS', values: [{ text: vector }], layout: 'lines' });
});

test('only web addresses become links', () => {
  const [block] = findings([{ references: ['https://a.test/x', 'javascript:alert(1)', 7, null, ''] }]);
  expect(block?.facts).toEqual([
    {
      label: 'References',
      values: [
        { text: 'https://a.test/x', href: 'https://a.test/x' },
        { text: 'javascript:alert(1)' },
        { text: '7' },
      ],
      layout: 'lines',
    },
  ]);
});

test('requests of any shape are shown: a text, pairs, and whatever else as JSON', () => {
  const parts = (requests: unknown) =>
    findings([{ requests }])[0]?.sections[0]?.parts.map(({ title, body }) => [
      title,
      body.kind === 'code' ? body.text : '',
    ]);
  expect(parts('GET /')).toEqual([['Request', 'GET /']]);
  expect(parts([{ request: 'GET /', response: 'OK', ms: 7 }, 'GET /2'])).toEqual([
    ['Request 1', 'GET /'],
    ['Response 1', 'OK'],
    ['More on request 1', '{\n  "ms": 7\n}'],
    ['Request 2', 'GET /2'],
  ]);
  expect(parts({ a: 1 })).toEqual([['Request', '{\n  "a": 1\n}']]);
  expect(parts(null)).toBeUndefined();
});

test('a text of formatting without words has no heading', () => {
  const [block] = findings([
    {
      description: '<p>&nbsp;</p>',
      observation: '---',
      demonstration: ' \n',
      remediation: '<p>Mend <b>it</b></p>',
    },
  ]);
  expect(block?.sections.map(({ title }) => title)).toEqual(['Remediation']);
});

test('a status that the language does not know is printed without the signs that it has for programs', () => {
  const said = ['pending_retest', 'risk_accepted', 'open'].map((status) => findings([{ status }])[0]?.facts);
  expect(said).toEqual(
    ['Pending retest', 'Risk accepted', 'Open'].map((text) => [
      { label: 'Status', values: [{ text }], layout: 'row' },
    ]),
  );
});

test('a title beyond all measure is cut in headings and given whole in the finding', () => {
  const title = `${'long '.repeat(100)}end`;
  const [block] = findings([{ title }]);
  expect(block?.ref.title.length).toBeLessThanOrEqual(240);
  expect(JSON.stringify(block?.sections[0])).toContain(title);
});

test('members that the interface does not name are not printed', () => {
  expect(JSON.stringify(findings([{ title: 'a', internal_note: 'secret' }]))).not.toContain('secret');
});

test('no record makes it throw', () => {
  const names = [
    'title',
    'severity',
    'asset',
    'description',
    'requests',
    'CVSS',
    'tags',
    'references',
    '__proto__',
  ];
  const record = fc.dictionary(fc.constantFrom(...names), fc.jsonValue());
  fc.assert(
    fc.property(fc.array(record, { maxLength: 4 }), (records) => {
      expect(findings(records)).toHaveLength(records.length);
    }),
  );
});
