import { describe, expect, it } from 'vitest';
import { EngagementFacts } from '#contract/engagement.ts';
import { draftReason } from '#domain/engagement/fact-strings.ts';
import {
  missingByWeight,
  missingForFinal,
  richTextsOf,
  withoutBlanks,
  withRichTexts,
} from '#domain/engagement/facts.ts';
import { wholeFacts } from '../../support/facts.ts';

const missing = (facts: Record<string, unknown>, client: string | null = null) =>
  missingForFinal(EngagementFacts.parse(facts), client, 'technical');
const all = ['client', 'begins', 'ends', 'team', 'scopeIn', 'summary'];

describe('a final report', () => {
  it('needs client, both days, team, scope and summary, in the order of the form', () => {
    expect([missing(wholeFacts), missing({}), missing({}, 'Harbour')]).toEqual([[], all, all.slice(1)]);
    for (const name of all) expect(missing({ ...wholeFacts, [name]: undefined })).toEqual([name]);
  });

  it('needs no classification, contact or method, of which the check only warns', () => {
    expect(missing({ ...wholeFacts, classification: '', contacts: [], method: '' })).toEqual([]);
  });

  it('takes an appendix of that name, with a text, in place of team, scope and summary', () => {
    const appendices = [
      { title: 'Executive summary', text: 'Fine.' },
      { title: 'Scope of the test', text: 'One host.' },
      { title: 'Team', text: ' ' },
      { title: 'Steam engines', text: 'None.' },
    ];
    expect(missing({ ...wholeFacts, summary: '', scopeIn: [], team: [], appendices })).toEqual(['team']);
  });

  it('about one finding needs none of them', () => {
    expect(missingForFinal(EngagementFacts.parse({}), null, 'single')).toEqual([]);
  });
});

it('a draft names what is missing, one or many', () => {
  expect([draftReason(['team']), draftReason(['begins', 'summary'])]).toEqual([
    'Draft: 1 fact is missing: team',
    'Draft: 2 facts are missing: first day of the tests, management summary',
  ]);
});

it('what is missing is parted in what makes a draft and what is only advised', () => {
  expect(missingByWeight(EngagementFacts.parse({}), 'Harbour')).toEqual({
    forFinal: all.slice(1),
    advised: ['classification', 'contacts', 'method'],
  });
});

it('the texts of an engagement are its own and those of its appendices, and can all be changed', () => {
  const facts = EngagementFacts.parse({
    method: 'a',
    limits: 'b',
    summary: 'c',
    ratingReason: 'r',
    strengths: 's',
    narrative: 'n',
    conclusions: 'd',
    letterText: 'l',
    attestationText: 'a',
    client: 'e',
    appendices: [{ title: 'f', text: 'g' }],
  });
  expect(richTextsOf(facts)).toEqual(['a', 'b', 'c', 'r', 's', 'n', 'd', 'l', 'a', 'g']);
  const loud = withRichTexts(facts, (text) => text.toUpperCase());
  expect([richTextsOf(loud), loud.client, loud.appendices[0]?.title]).toEqual([
    ['A', 'B', 'C', 'R', 'S', 'N', 'D', 'L', 'A', 'G'],
    'e',
    'f',
  ]);
});

it('rows in which nothing is written are left out, those with one word stay', () => {
  const facts = EngagementFacts.parse({
    team: [{ name: ' ' }, { name: 'Mara' }, { name: '', email: 'a@b.test' }],
    scopeIn: [{ what: '' }],
    versions: [{ version: ' ' }, { version: '1' }],
  });
  const { team, scopeIn, versions } = withoutBlanks(facts);
  expect([
    team.map(({ name, email }) => name || email),
    scopeIn,
    versions.map(({ version }) => version),
  ]).toEqual([['Mara', 'a@b.test'], [], ['1']]);
});
