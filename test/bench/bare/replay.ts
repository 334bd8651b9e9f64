/**
 * The yardstick of a replay: read, update, read for each finding of a list, a few findings at a time, nothing
 * kept. Arguments: base URL, token, project, how many at a time, a word for the edit. Identifiers on standard input.
 */
import { text } from 'node:stream/consumers';
import { Pool } from 'undici';

const [baseUrl = '', token = '', project = '', lanes = '', word = ''] = process.argv.slice(2);
const { origin, pathname } = new URL(baseUrl);
const pool = new Pool(origin, { connections: Number(lanes), pipelining: 1 });
const waiting = JSON.parse(await text(process.stdin)) as string[];

async function send(method: 'GET' | 'POST', path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await pool.request({
    method,
    path: `${pathname}${path}`,
    headers: { 'X-SERVICE-TOKEN': token, Accept: 'application/json', 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.statusCode !== 200) throw new Error(`${method} ${path} answered ${String(answer.statusCode)}`);
  return (await answer.body.json()) as Record<string, unknown>;
}

async function lane(): Promise<void> {
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const { title, asset } = await send('GET', `scans/${id}`);
    await send('POST', `scans/${project}`, { id, title, asset, remediation: `Replace it. ${word}` });
    await send('GET', `scans/${id}`);
  }
}

await Promise.all(Array.from({ length: Number(lanes) }, lane));
await pool.close();
