import { expect, test } from 'vitest';
import type { WordTemplateCheck } from '#contract/deliverable/word-template.ts';
import { ApiError } from '#renderer/api/api.ts';
import { Notices } from '#renderer/session/notices/notices.svelte.ts';
import {
  toldOf,
  WordTemplates,
} from '#renderer/features/reports/word-template/word-templates.state.svelte.ts';
import { Program, settled, withBase64 } from '../../support/program.ts';

withBase64();

const sound: WordTemplateCheck = {
  ok: true,
  styles: [
    { name: 'heading 1', found: true },
    { name: 'Code', found: false },
  ],
  marks: [
    { mark: 'client', paragraph: 1, part: 'document', known: true },
    { mark: 'client', paragraph: 1, part: 'header1', known: true },
  ],
  problems: [],
  look: null,
};
const wrong: WordTemplateCheck = {
  ...sound,
  ok: false,
  problems: [{ paragraph: 3, message: 'Paragraph 3: there is no mark {{clinet}}.' }],
};

/** A vault with templates by their name, each with its content. */
function vault(kept: Map<string, string>, check: () => WordTemplateCheck = () => sound) {
  const notices = new Notices();
  const { api } = new Program({
    'template.read': ({ name }) => {
      const content = kept.get(name);
      if (content === undefined) throw new ApiError('not-found', `There is no template "${name}".`);
      return { name, keptAt: null, content, ending: 'dotx', check: sound };
    },
    'template.keep': ({ name, content }) => {
      if (check().ok) kept.set(name, content);
      return check();
    },
    'template.remove': ({ name }) => {
      kept.delete(name);
      return { name, keptAt: null };
    },
  });
  return { notices, work: new WordTemplates({ api, notices }, 'starter', 'en') };
}

const file = (name: string, text: string) => ({
  name,
  arrayBuffer: () => Promise.resolve(new TextEncoder().encode(text).buffer),
});
const starter = ['starter', 'c3RhcnRlcg=='] as const;

test('a file is kept under its own name and looked at', async () => {
  const kept = new Map([starter]);
  const { work, notices } = vault(kept);
  await work.take(file('Acme: Bericht (2).dotx', 'new'), ['starter']);
  await settled();
  expect([...kept]).toEqual([starter, ['Acme Bericht 2', 'bmV3']]);
  expect(work.open?.name).toBe('Acme Bericht 2');
  expect(notices.list.map(({ text }) => text)).toEqual([
    'The template "Acme Bericht 2" is in this vault now.',
  ]);
});

test('a file whose name is of no letters is kept as Template', async () => {
  const kept = new Map([starter]);
  await vault(kept).work.take(file('...dotx', 'new'), ['starter']);
  expect([...kept.keys()]).toEqual(['starter', 'Template']);
});

test('a template that is replaced comes back by Undo', async () => {
  const kept = new Map([starter, ['Acme', 'b2xk']]);
  const { work, notices } = vault(kept);
  await work.take(file('Acme.docx', 'new'), [...kept.keys()]);
  expect(kept.get('Acme')).toBe('bmV3');
  expect(notices.list[0]?.text).toBe('The template "Acme" was replaced.');
  notices.list[0]?.action?.run();
  await settled();
  expect(kept.get('Acme')).toBe('b2xk');
});

test('a file that cannot be used is told with its problems, and the template that was there stays', async () => {
  const kept = new Map([starter, ['Acme', 'b2xk']]);
  const { work, notices } = vault(kept, () => wrong);
  await work.take(file('Acme.docx', 'new'), [...kept.keys()]);
  expect(work.refused).toEqual({ file: 'Acme.docx', problems: wrong.problems });
  expect(kept.get('Acme')).toBe('b2xk');
  expect(notices.list).toEqual([]);
  expect(work.looked).toBe('starter');
});

test('what was wrong with a file is forgotten with the next one', async () => {
  let check = wrong;
  const { work } = vault(new Map([starter]), () => check);
  await work.take(file('Acme.docx', 'new'), ['starter']);
  check = sound;
  await work.take(file('Acme.docx', 'new'), ['starter']);
  expect(work.refused).toBeNull();
});

test('a template that is removed gives way to another, and comes back by Undo', async () => {
  const kept = new Map([starter, ['Acme', 'b2xk']]);
  const { work, notices } = vault(kept);
  work.look('Acme');
  await settled();
  await work.remove('starter');
  await settled();
  expect([...kept.keys()]).toEqual(['starter']);
  expect(work.open?.name).toBe('starter');
  notices.list[0]?.action?.run();
  await settled();
  expect(kept.get('Acme')).toBe('b2xk');
  expect(work.open?.name).toBe('Acme');
});

test('one that cannot be read says why, and no other is shown in its place', async () => {
  const { work } = vault(new Map([starter]));
  await settled();
  work.look('Gone');
  await settled();
  expect(work.open).toBeNull();
  expect(work.failure).toBe('There is no template "Gone".');
});

test('what a template says is told once for each mark, and names the styles of the report', () => {
  expect(toldOf(sound)).toEqual([
    'Filled: {{client}}.',
    "Styles that it does not have, and that are the report's own: Code.",
  ]);
  expect(toldOf({ ...sound, marks: [], styles: [] })).toEqual([
    'It has no mark: the report stands behind what it holds.',
    'It has every style of a report.',
  ]);
});
