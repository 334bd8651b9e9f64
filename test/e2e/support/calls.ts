import type { Page } from 'playwright-core';
import type { SampleService } from '#sample/http/server.ts';
import type { WindowAnswer, WindowInput, WindowProcedure } from '#contract/procedures/vault.ts';

/** Calls a procedure of the program from the page, as the page itself does. @throws with the program's words */
export async function callFrom<N extends WindowProcedure>(
  page: Page,
  name: N,
  input: WindowInput<N>,
): Promise<WindowAnswer<N>> {
  const text = await page.evaluate(
    async ([path, body]) => {
      const answer = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return answer.text();
    },
    [`/call/${name}`, JSON.stringify(input)] as const,
  );
  const outcome = JSON.parse(text);
  if (outcome.ok !== true) throw new Error(`${name}: ${String(outcome.error?.message ?? text)}`);
  return outcome.value;
}

/** Makes a vault without a passphrase, connects it as Mara and adds an engagement, which is not synced yet. */
export async function connectVault(
  page: Page,
  { baseUrl, tokens }: Pick<SampleService, 'baseUrl' | 'tokens'>,
  project: string,
): Promise<void> {
  await callFrom(page, 'home.create', { passphrase: null });
  await callFrom(page, 'home.connect', { baseUrl, token: tokens['mara'] ?? null });
  await callFrom(page, 'engagement.add', { project });
}

/** Makes the home without a passphrase, opens the sample engagement and shows the desk. @returns the engagements */
export async function openSample(page: Page): Promise<readonly string[]> {
  await callFrom(page, 'home.create', { passphrase: null });
  const { projects } = await callFrom(page, 'sample.open', {});
  await page.reload();
  await page.getByRole('main').waitFor();
  return projects;
}
