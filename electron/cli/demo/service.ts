import { z } from 'zod';
import { DossierError } from '#contract/error.ts';
import type { RunningSample } from '#app/client/home-gateway.ts';

const record = z.looseObject({ id: z.string(), title: z.string(), asset: z.array(z.string()) });

/**
 * Another user changes a finding, directly at the sample service.
 * @throws DossierError 'internal' if the service does not take it
 */
export async function editAs(
  sample: RunningSample,
  login: string,
  place: { readonly project: string; readonly id: string },
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const { project, id } = place;
  const headers = { 'X-SERVICE-TOKEN': sample.tokenOf(login), 'Content-Type': 'application/json' };
  const read = await fetch(new URL(`scans/${encodeURIComponent(id)}`, sample.baseUrl), { headers });
  const { title, asset } = record.parse(await read.json());
  const body = JSON.stringify({ id, title, asset, ...changes });
  const url = new URL(`scans/${encodeURIComponent(project)}`, sample.baseUrl);
  const written = await fetch(url, { method: 'POST', headers, body });
  if (!written.ok)
    throw new DossierError('internal', `The sample service answered ${String(written.status)}.`);
}
