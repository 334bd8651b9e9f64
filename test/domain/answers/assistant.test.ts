import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { defaultProfile } from '#contract/profile.ts';
import { readCredits, readDraft, readProposal } from '#domain/answers/assistant.ts';

const { assistant } = defaultProfile;

describe('the answer to a generation', () => {
  it.each<[Json | undefined, string, string]>([
    ['Steps', 'text', 'Steps'],
    ['', 'text', ''],
    [{ draft: 'Steps' }, 'text', 'Steps'],
    [{ text: 'Second', draft: 'First' }, 'text', 'First'],
    [{ draft: ' ', text: 'Steps ' }, 'text', 'Steps '],
    [{ data: { draft: 'Inside' } }, 'text', 'Inside'],
    [{ data: { draft: 'Inside' }, text: 'Outside' }, 'text', 'Outside'],
    [{ draft: 7 }, 'json', '{"draft":7}'],
    [{ list: [{ draft: 'Steps' }] }, 'json', '{"list":[{"draft":"Steps"}]}'],
    [['Steps'], 'json', '["Steps"]'],
    [null, 'json', 'null'],
    [undefined, 'json', ''],
  ])('%j is read as %s %j', (body, kind, text) => {
    expect(readDraft(body, assistant)).toEqual({ kind, text });
  });

  it('is not looked for under what every object inherits', () => {
    expect(readDraft({}, { ...assistant, draft: ['constructor'] })).toEqual({ kind: 'json', text: '{}' });
  });
});

describe('the answer to a proposed merge', () => {
  it('has its fields under a known member, and its sources as texts or lists of texts', () => {
    const body = {
      proposal: { title: 'a', sources: 'x' },
      sources: { title: ['f1', 7, 'f2'], severity: 'f1', status: [], cwe: 7 },
    };
    expect(readProposal(body, assistant)).toEqual({
      kind: 'fields',
      fields: { title: 'a', sources: 'x' },
      sources: { title: ['f1', 'f2'], severity: ['f1'] },
    });
  });

  it('may be wrapped, and may lack the sources', () => {
    expect(readProposal({ data: { merged: { title: 'a' } } }, assistant)).toEqual({
      kind: 'fields',
      fields: { title: 'a' },
      sources: {},
    });
  });

  it('is itself the fields if it has a title, without its sources and credits', () => {
    expect(readProposal({ title: 'a', credits: 2, sources: { title: 'f1' } }, assistant)).toEqual({
      kind: 'fields',
      fields: { title: 'a' },
      sources: { title: ['f1'] },
    });
  });

  it.each<[Json | undefined, string]>([
    [{ severity: 'high' }, '{"severity":"high"}'],
    [{ proposal: 'text' }, '{"proposal":"text"}'],
    ['title', '"title"'],
    [undefined, ''],
  ])('%j is shown as it came, for it has no fields', (body, text) => {
    expect(readProposal(body, assistant)).toEqual({ kind: 'json', text });
  });
});

describe('the credits of an answer', () => {
  it.each<[Json | undefined, number | null]>([
    [{ draft: 'Steps', credits: 2 }, 2],
    [{ draft: 'Steps', creditsUsed: 0.5 }, 0.5],
    [{ draft: 'Steps', credit: 0 }, 0],
    [{ draft: 'Steps', usage: { credits_consumed: 3 } }, 3],
    [{ result: { text: 'Steps', credits: 2 } }, 2],
    // What was used is told more exactly than a bare number of credits, which may be what is left.
    [{ credits: 98, usage: { creditsUsed: 2 } }, 2],
    [{ draft: 'Steps' }, null],
    [{ credits: '2' }, null],
    [{ credits: -2 }, null],
    [{ credits: { used: 2 } }, null],
    [{ draft: 'This cost 2 credits.' }, null],
    ['2', null],
    [[{ credits: 2 }], null],
    [undefined, null],
  ])('in %j are %j', (body, credits) => {
    expect(readCredits(body, 'ai-demonstration', assistant)).toBe(credits);
  });

  it('are never what a proposed merge says of the finding', () => {
    const read = (body: Json) => readCredits(body, 'ai-merge', assistant);
    expect(read({ proposal: { title: 'a', credits: 7 } })).toBeNull();
    expect(read({ proposal: { title: 'a', credits: 7 }, credits: 1 })).toBe(1);
    expect(read({ title: 'a', credits: 1 })).toBe(1);
  });

  it('are under the members that the profile names, or nowhere', () => {
    const read = (credits: string[]) =>
      readCredits({ credits: 98, price: 4 }, 'ai-demonstration', { ...assistant, credits });
    expect([read(['price']), read([]), read(['constructor'])]).toEqual([4, null, null]);
  });
});
