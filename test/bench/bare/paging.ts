/**
 * The yardstick of a sync: pages through a list one request after the other, reads each page as JSON and keeps
 * nothing. Arguments: base URL, token, project, page size.
 */
import { Pool } from 'undici';

const [baseUrl = '', token = '', project = '', pageSize = ''] = process.argv.slice(2);
const { origin, pathname } = new URL(baseUrl);
const pool = new Pool(origin, { connections: 1, pipelining: 1 });
let rows = 0;
for (let page = 1; ; page += 1) {
  const query = new URLSearchParams({ project, page: String(page), pageSize });
  const { statusCode, body } = await pool.request({
    method: 'GET',
    path: `${pathname}scans/?${query.toString()}`,
    headers: { 'X-SERVICE-TOKEN': token, Accept: 'application/json' },
  });
  const list: unknown = await body.json();
  if (statusCode !== 200 || !Array.isArray(list)) throw new Error(`page ${String(page)} is no list`);
  if (list.length === 0) break;
  rows += list.length;
}
await pool.close();
process.stdout.write(`${String(rows)}\n`);
