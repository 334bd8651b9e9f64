import { expect, test } from 'vitest';
import { ApiError, type Api } from '#renderer/api/api.ts';
import { TokenQuestion } from '#renderer/session/account/token-question.svelte.ts';
import { asAnswered, settled } from '../support/program.ts';

/** A program that refuses to send the token of the environment to an address before it is allowed there. */
function asking(failure?: ApiError) {
  const allowed = new Set<string>();
  const calls: string[] = [];
  const call = async (name: string, input: { origin?: string }): Promise<unknown> => {
    calls.push(name);
    await Promise.resolve();
    const { origin = 'https://a.test' } = input;
    if (name === 'home.allowToken') allowed.add(origin);
    else if (failure !== undefined) throw failure;
    else if (!allowed.has(origin))
      throw new ApiError('token-origin', `The service is at ${origin} now.\nMore.`, null, false, origin);
    return name;
  };
  const question = new TokenQuestion(asAnswered<Api>({ call }));
  const ask = (name: string, origin?: string): Promise<unknown> =>
    question.api
      .call(asAnswered<'home.connect'>(name), asAnswered(origin === undefined ? {} : { origin }))
      .then(
        (answer) => answer,
        (error: unknown) => (error instanceof ApiError ? [error.code, error.message] : error),
      );
  return { question, ask, calls };
}

const refusal = [
  'token-origin',
  'The service is at https://a.test now. Sign in with the token of that service.',
];

test('a call waits for the answer, and is made again once the address is allowed', async () => {
  const { question, ask, calls } = asking();
  const answer = ask('sync.run');
  await settled();
  expect(question.asked).toEqual({ origin: 'https://a.test', what: 'The service is at https://a.test now.' });
  expect(calls).toEqual(['sync.run']);
  question.answer(true);
  expect([await answer, question.asked]).toEqual(['sync.run', null]);
  expect(calls).toEqual(['sync.run', 'home.allowToken', 'sync.run']);
});

test('a refused address gets no token and is not asked about again, but when the user connects to it anew', async () => {
  const { question, ask, calls } = asking();
  const first = ask('sync.run');
  await settled();
  question.answer(false);
  expect(await first).toEqual(refusal);
  expect([await ask('sync.run'), question.asked]).toEqual([refusal, null]);
  expect(calls).not.toContain('home.allowToken');
  const anew = ask('home.connect');
  await settled();
  expect(question.asked?.origin).toBe('https://a.test');
  question.answer(true);
  expect(await anew).toBe('home.connect');
});

test('calls that meet one address wait for one answer; another address is asked about after it', async () => {
  const { question, ask } = asking();
  const answers = [ask('sync.run'), ask('list.query'), ask('sync.run', 'https://b.test')];
  await settled();
  expect(question.asked?.origin).toBe('https://a.test');
  question.answer(true);
  await settled();
  expect(question.asked?.origin).toBe('https://b.test');
  question.answer(false);
  expect(await Promise.all(answers.slice(0, 2))).toEqual(['sync.run', 'list.query']);
  expect(await answers[2]).toEqual([
    'token-origin',
    'The service is at https://b.test now. Sign in with the token of that service.',
  ]);
});

test('any other failure is passed on without a question', async () => {
  const { question, ask, calls } = asking(new ApiError('busy', 'Something else is going on.'));
  expect(await ask('sync.run')).toEqual(['busy', 'Something else is going on.']);
  expect([question.asked, calls]).toEqual([null, ['sync.run']]);
});
