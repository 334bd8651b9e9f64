import { expect, it } from 'vitest';
import { ApiError, type Api } from '#renderer/api/api.ts';
import { FormSubmission } from '#renderer/features/accounts/sign-in/form-submission.svelte.ts';
import { AccountOverview } from '#renderer/session/account/account.svelte.ts';

it('says why it was refused when the form can be sent again: an Enter pressed at that sight is not lost', async () => {
  const standing = Promise.withResolvers<never>();
  const asked = Promise.withResolvers<void>();
  const api: Api = {
    call() {
      asked.resolve();
      return standing.promise;
    },
    subscribe: () => () => undefined,
  };
  const trying = new FormSubmission(new AccountOverview(api));
  const run = trying.run(() => Promise.reject(new ApiError('refused', 'The password is wrong.')));
  await asked.promise;
  const meanwhile = [trying.error, trying.working];
  standing.reject(new ApiError('refused', 'Nobody knows.'));
  const answer = await run;
  expect([meanwhile, [answer, trying.error, trying.working]]).toEqual([
    [null, true],
    [null, 'The password is wrong.', false],
  ]);
});
