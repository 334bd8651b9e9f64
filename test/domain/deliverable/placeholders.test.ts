import { describe, expect, it } from 'vitest';
import { EngagementFacts } from '#contract/engagement.ts';
import {
  fillLine,
  fillPlaceholders,
  placeholderValues,
  type PlaceholderSource,
} from '#domain/deliverable/placeholders.ts';
import { parseText, visibleText } from '#domain/text/index.ts';

const severities = ['critical', 'High', 'moderate', 'medium', 'None', 'odd'];
const source: PlaceholderSource = {
  project: 'harbour-2026',
  name: 'Harbour portal',
  client: 'Harbour Ltd',
  generatedAt: '2026-11-21T08:00:00.000Z',
  facts: EngagementFacts.parse({
    begins: '2026-11-02',
    team: [{ name: 'Mara' }, { name: ' ' }, { name: 'Jon' }],
    contacts: [{ name: '', email: 'desk@harbour.test' }, { name: 'Ida' }],
    versions: [{ version: '0.9' }, { version: '1.0' }, { version: '' }],
  }),
  findings: severities.map((severity) => ({ record: { severity } })),
};
const values = placeholderValues(source);

/** The words that a reader sees, in one line. */
const read = (text: string, filled = values): string =>
  visibleText(parseText(fillPlaceholders(text, filled).text)).trim();

describe('placeholders', () => {
  it('stand for what the facts and the findings say', () => {
    expect(placeholderValues(source)).toEqual({
      client: 'Harbour Ltd',
      engagement: 'Harbour portal',
      project: 'harbour-2026',
      begins: '2026-11-02',
      ends: '',
      date: '2026-11-21',
      version: '1.0',
      author: 'Mara',
      team: 'Mara, Jon',
      contact: 'Ida',
      classification: '',
      count: '6',
      'count.critical': '1',
      'count.high': '1',
      'count.medium': '2',
      'count.low': '0',
      'count.info': '1',
    });
    expect(
      placeholderValues(
        { ...source, client: 'Y', facts: { ...source.facts, client: ' X ' } },
        { day: (day) => day.split('-').reverse().join('.'), number: (count) => `n${String(count)}` },
      ),
    ).toMatchObject({ client: 'X', begins: '02.11.2026', ends: '', count: 'n6' });
  });

  it('stand for nothing where neither facts nor snapshot say it, and an author or a version named comes first', () => {
    const bare = { ...source, facts: EngagementFacts.parse({}), findings: [] };
    expect(placeholderValues(bare)).toMatchObject({
      client: 'Harbour Ltd',
      begins: '',
      version: '',
      author: '',
      team: '',
      contact: '',
      count: '0',
    });
    const facts = { ...source.facts, team: [{ ...source.facts.team[0], name: ' Mara ' }] };
    expect(placeholderValues({ ...source, facts: EngagementFacts.parse(facts) })).toMatchObject({
      author: 'Mara',
      team: 'Mara',
    });
    expect(placeholderValues({ ...source, author: 'Ada', version: '2' })).toMatchObject({
      author: 'Ada',
      version: '2',
      team: 'Mara, Jon',
    });
    const blank = EngagementFacts.parse({
      contacts: [{ name: ' ' }, { name: 'Ida' }],
      versions: [{ version: '1' }, { version: ' ' }],
    });
    expect(placeholderValues({ ...source, facts: blank })).toMatchObject({ contact: 'Ida', version: '1' });
  });

  it('bear the day on which the report was made, where it was made', () => {
    expect(placeholderValues({ ...source, localDay: '2026-11-22' }).date).toBe('2026-11-22');
  });

  it('are filled directly before and behind a span of code', () => {
    expect(fillPlaceholders('{{client}}`{{client}}`{{client}}', values).text).toBe(
      'Harbour Ltd`{{client}}`Harbour Ltd',
    );
  });

  it('are filled in words, and stay and are told where they are unknown or nothing is known', () => {
    const text =
      'For **{{client}}** from {{ begins }} to {{ends}}: {{count.high}} of {{count}}, {{clinet}}, {{7*7}}.';
    expect(fillPlaceholders(text, values)).toEqual({
      text: 'For **Harbour Ltd** from 2026&#X00002D;11&#X00002D;02 to {{ends}}: 1 of 6, {{clinet}}, {{7*7}}.',
      unknown: ['clinet'],
      unsaid: ['ends'],
    });
    expect(fillPlaceholders('{{constructor}} {{__proto__}}', values).unknown).toEqual(['constructor']);
  });

  it('are left alone in code of every kind, and behind a backslash', () => {
    const code = [
      'A span `{{client}}`, ``two `{{client}}` ``.',
      '```\n{{client}}\n```',
      '~~~jinja\n{{client}}\n~~~',
      'Text:\n\n    {{client}}\n',
      '- item\n\n  ```\n  {{client}}\n  ```',
      '<p>It is <code>{{client}}</code></p>',
      '<pre>{{client}}</pre>',
      'Written \\{{client}}.',
      'x'.repeat(200_001) + '{{client}}',
    ];
    expect(code.filter((text) => fillPlaceholders(text, values).text !== text)).toEqual([]);
    expect(read('`{{client}}` and {{client}}')).toBe('{{client}} and Harbour Ltd');
  });

  it('put in nothing but words, whatever the value holds', () => {
    const hostile = [
      '**bold** _it_ `code` ~~gone~~',
      '[link](https://evil.test) ![i](x) <https://evil.test>',
      '<b>b</b> <script>alert(1)</script> &amp; &lt;',
      '# heading',
      '1. item',
      '- item',
      '> quote',
      '    indented',
      '| a | b |',
      'back\\slash \\{{client}} {{client}}',
      '---',
      '```',
    ];
    for (const client of hostile) {
      const filled = { ...values, client };
      const plain = client.replaceAll(/\s+/g, ' ').trim();
      expect([read('{{client}}', filled), read('<p>{{client}}</p>', filled)]).toEqual([plain, plain]);
    }
    expect(read('One\n{{client}}\ntwo', { ...values, client: 'a\n\n# b' })).toBe('One\na # b\ntwo');
  });

  it('are filled as they are in a plain line', () => {
    expect(fillLine('Test of {{client}} `{{count}}` {{nope}}', { ...values, client: ' A*B\n& C\n' })).toEqual(
      {
        text: 'Test of A*B & C `6` {{nope}}',
        unknown: ['nope'],
        unsaid: [],
      },
    );
  });
});
