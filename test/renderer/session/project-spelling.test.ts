import { expect, test } from 'vitest';
import type { ProjectSpelling } from '#contract/spelling.ts';
import { ApiError } from '#renderer/api/api.ts';
import { Settings } from '#renderer/session/settings.svelte.ts';
import { SpellingSession } from '#renderer/session/spelling/project-spelling.svelte.ts';
import { Program, settled } from '../support/program.ts';

interface Asked {
  readonly kind: string;
  readonly languages?: readonly string[];
  readonly name?: string;
  readonly words?: string | readonly string[];
}

/** An engagement's spelling over a vault, and a worker for which the words `wrod` and `Acme` are wrong. */
function spelling(stored: ProjectSpelling) {
  const vault = { stored };
  const asked: Asked[] = [];
  const unusable: string[] = [];
  const client = {
    isBroken: false,
    ask: (question: Asked) => {
      asked.push(question);
      const { words = [] } = question;
      const wrong = typeof words === 'string' ? [] : words.filter((word) => ['wrod', 'Acme'].includes(word));
      return Promise.resolve(question.kind === 'suggest' ? ['word'] : wrong);
    },
  };
  const program = new Program({
    'spelling.read': () => vault.stored,
    'spelling.add': ({ words }) => {
      vault.stored = { ...vault.stored, words: [...vault.stored.words, ...words] };
      return vault.stored;
    },
    'spelling.choose': ({ languages }) => {
      if (languages?.includes('refused')) throw new ApiError('invalid', 'There is no such dictionary.');
      vault.stored = { ...vault.stored, languages };
      return vault.stored;
    },
    'dictionary.read': ({ name }) => {
      if (name.endsWith('broken')) throw new ApiError('file', 'It cannot be read.');
      return { name, affixes: '', words: '' };
    },
  });
  const settings = new Settings(
    () => program.api,
    () => undefined,
  );
  const session = new SpellingSession(program.api, 'p', settings, client, (name) => unusable.push(name));
  return { session, vault, program, asked, unusable, client };
}

const english: ProjectSpelling = { languages: ['en-US'], words: [] };
const text = 'f1 description';

test('no word is wrong before the vault was read, without a dictionary, or if no worker can run', async () => {
  const { session, client, vault } = spelling(english);
  expect([session.isOn, session.languages, session.isWrong('wrod', text)]).toEqual([false, [], false]);
  await session.refresh();
  await session.look(['wrod', 'word']);
  expect([session.isOn, session.isWrong('wrod', text), session.isWrong('word', text)]).toEqual([
    true,
    true,
    false,
  ]);
  client.isBroken = true;
  expect([session.isOn, session.isWrong('wrod', text)]).toEqual([false, false]);
  client.isBroken = false;
  vault.stored = { ...english, languages: [] };
  await session.refresh();
  expect([session.isOn, session.isWrong('wrod', text)]).toEqual([false, false]);
});

test('without a choice of its own an engagement has the dictionaries of the settings', async () => {
  const { session } = spelling({ languages: null, words: [] });
  await session.refresh();
  expect(session.languages).toEqual(['en-US', 'en-GB']);
});

test('a word is looked up anew under other dictionaries, and a late answer of the old ones counts for nothing', async () => {
  const { session, asked } = spelling(english);
  await session.refresh();
  await session.look(['wrod']);
  expect(session.isWrong('wrod', text)).toBe(true);
  const late = session.look(['Acme']);
  await session.choose(['en-GB']);
  await late;
  expect([session.isWrong('wrod', text), session.isWrong('Acme', text)]).toEqual([undefined, undefined]);
  await session.look(['wrod']);
  expect([session.isWrong('wrod', text), asked.map(({ languages }) => languages)]).toEqual([
    true,
    [['en-US'], ['en-US'], ['en-GB']],
  ]);
});

test("the engagement's own words are right, also at the beginning of a sentence and as possessives", async () => {
  const { session } = spelling({ ...english, words: ['acme', 'McK'] });
  await session.refresh();
  await session.look(['Acme', 'wrod']);
  const forms = ['acme', 'Acme', 'acme’s', "Acme's", 'McK', 'mcK', 'wrod'];
  expect(forms.map((word) => session.isWrong(word, text))).toEqual([
    ...[false, false, false, false, false],
    ...[undefined, true],
  ]);
});

test('an ignored word is right in its text alone', async () => {
  const { session } = spelling(english);
  await session.refresh();
  await session.look(['wrod', 'Acme']);
  const before = session.basis;
  session.ignore(text, 'wrod');
  session.ignore(text, 'Acme');
  expect(session.basis).not.toEqual(before);
  const wrong = [text, 'f2 description'].map((owner) =>
    ['wrod', 'Acme'].map((word) => session.isWrong(word, owner)),
  );
  expect(wrong).toEqual([
    [false, false],
    [true, true],
  ]);
});

test('a word that was added is right, and one that is too long for the vault is not sent', async () => {
  const { session, vault } = spelling(english);
  await session.refresh();
  await session.look(['wrod']);
  await session.add('wrod');
  await session.add('x'.repeat(81));
  expect([session.isWrong('wrod', text), vault.stored.words]).toEqual([false, ['wrod']]);
});

test('what was chosen is shown at once, also over an older reading, until the vault refuses it', async () => {
  const { session, program } = spelling(english);
  await session.refresh();
  const release = program.hold('spelling.read');
  const reading = session.refresh();
  const choosing = session.choose(['en-GB']);
  expect(session.languages).toEqual(['en-GB']);
  await choosing;
  await release();
  await reading;
  await settled();
  expect(session.languages).toEqual(['en-GB']);
  const refused = session.choose(['refused']);
  expect(session.languages).toEqual(['refused']);
  await expect(refused).rejects.toMatchObject({ code: 'invalid' });
  await settled();
  expect(session.languages).toEqual(['en-GB']);
});

test('the worker gets a dictionary of vault or computer once, before a word is judged by it', async () => {
  const { session, asked, unusable } = spelling({
    languages: ['en-US', 'medicine', 'system:de_DE', 'broken', 'system:broken'],
    words: [],
  });
  await session.refresh();
  expect(await session.suggest('wrod')).toEqual(['word']);
  await session.look(['wrod']);
  expect(asked.map(({ kind, name }) => name ?? kind)).toEqual([
    'medicine',
    'system:de_DE',
    'suggest',
    'check',
  ]);
  expect(unusable).toEqual(['system:broken']);
});
