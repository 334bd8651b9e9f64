import { describe, expect, test } from 'vitest';
import { generateFindings } from '#sample/data/generator.ts';
import { call, CLOUD, FOREIGN, idsOf, PORTAL, raw, start, startSmall } from './support.ts';

describe('who is asking', () => {
  test('a call without a token, or with an unknown one, is answered with 401', async () => {
    const service = await startSmall();
    const replies = await Promise.all(
      ['', 'nonsense'].map((token) => raw(service, token, 'GET', `scans/?project=${PORTAL}`)),
    );
    expect(replies.map(({ status, json }) => [status, json])).toEqual([
      [401, { error: 'Authentication required.' }],
      [401, { error: 'Authentication required.' }],
    ]);
  });

  test('a new token ends the one before', async () => {
    const service = await startSmall();
    const old = service.tokens['mara'] ?? '';
    const fresh = service.issueToken('mara');
    expect((await raw(service, old, 'GET', 'users/me')).status).toBe(401);
    expect((await raw(service, fresh, 'GET', 'users/me')).status).toBe(200);
  });

  test('the context reads tell user and organization', async () => {
    const service = await startSmall();
    expect((await call(service, 'mara', 'GET', 'users/me')).json).toMatchObject({
      id: 'user-mara',
      email: 'mara@larkspur.example',
      name: 'Mara Lindqvist',
      organization: 'org-larkspur',
    });
    expect((await call(service, 'mara', 'GET', 'organizations/me')).json).toEqual({
      id: 'org-larkspur',
      name: 'Larkspur Security',
      type: 'provider',
      sample: true,
      linkedClients: [{ id: 'org-fjellmark', name: 'Fjellmark Logistics' }],
    });
    expect((await call(service, 'clara', 'GET', 'organizations/me')).json).toEqual({
      id: 'org-fjellmark',
      name: 'Fjellmark Logistics',
      type: 'client',
      sample: true,
    });
  });
});

describe('pages', () => {
  const many = { engagement: false, seeds: [{ project: PORTAL, findings: [...generateFindings(7, 450)] }] };

  async function sizes(query: string): Promise<number> {
    const service = await start(many);
    return idsOf(await call(service, 'mara', 'GET', `scans/?project=${PORTAL}${query}`)).length;
  }

  test('a page holds 100 findings unless asked otherwise', async () => {
    expect(await sizes('')).toBe(100);
  });

  test('a page larger than the cap is cut to the cap', async () => {
    expect(await sizes('&pageSize=100000')).toBe(200);
  });

  test('the pages of a capped size follow each other without a gap', async () => {
    const service = await start(many);
    const reply = await call(service, 'mara', 'GET', `scans/?project=${PORTAL}&page=2&pageSize=300`);
    expect(idsOf(reply)).toEqual([...generateFindings(7, 400)].slice(200).map(({ id }) => id));
  });

  test('answers are compressed for those who accept it, if the service is told to', async () => {
    const service = await start({ ...many, gzip: true });
    const reply = await call(service, 'mara', 'GET', `scans/?project=${PORTAL}`);
    expect([reply.headers.get('content-encoding'), idsOf(reply).length]).toEqual(['gzip', 100]);
  });

  test('the page past the end is an empty list', async () => {
    expect(await sizes('&pageSize=200&page=4')).toBe(0);
  });

  test('the pages give every finding once, in order of creation', async () => {
    const service = await start(many);
    const seen: string[] = [];
    for (let page = 1; page <= 7; page += 1) {
      const reply = await call(
        service,
        'mara',
        'GET',
        `scans/?project=${PORTAL}&page=${String(page)}&pageSize=70`,
      );
      seen.push(...idsOf(reply));
    }
    expect(seen).toEqual([...generateFindings(7, 450)].map(({ id }) => id));
  });

  test('without a project, pages run over all projects that the caller sees', async () => {
    const service = await startSmall();
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => call(service, 'mara', 'GET', `scans/?page=${String(page)}&pageSize=2`)),
    );
    expect(pages.map(idsOf)).toEqual([['open-1', 'open-2'], ['draft', 'public'], ['private', 'cloud-1'], []]);
  });

  test.each(['page=0', 'page=-1', 'page=x', 'page=1.5', 'page=', 'pageSize=0', 'pageSize=1e3'])(
    '%s is a bad parameter',
    async (query) => {
      const service = await startSmall();
      expect((await call(service, 'mara', 'GET', `scans/?${query}`)).status).toBe(400);
    },
  );

  test('a list can show less than the detail', async () => {
    const service = await startSmall({ listOmits: ['description'] });
    const [listed] = (await call(service, 'mara', 'GET', 'scans/')).json as Record<string, unknown>[];
    const detail = (await call(service, 'mara', 'GET', 'scans/open-1')).json as Record<string, unknown>;
    const { description, ...rest } = detail;
    expect([description, listed]).toEqual(['As seen.', rest]);
  });
});

describe('what may not be seen', () => {
  test('drafts and private candidates of a provider are absent for clients', async () => {
    const service = await startSmall();
    const listed = await call(service, 'clara', 'GET', `scans/?project=${PORTAL}`);
    const details = await Promise.all(
      ['open-1', 'public', 'draft', 'private'].map((id) => call(service, 'clara', 'GET', `scans/${id}`)),
    );
    expect(idsOf(listed)).toEqual(['open-1', 'open-2', 'public']);
    expect(details.map(({ status }) => status)).toEqual([200, 200, 404, 404]);
  });

  test('a provider member sees drafts and private candidates', async () => {
    const service = await startSmall();
    const listed = await call(service, 'mara', 'GET', `scans/?project=${PORTAL}`);
    expect(idsOf(listed)).toEqual(['open-1', 'open-2', 'draft', 'public', 'private']);
  });

  test('a project of another organization is not found, and neither are its findings', async () => {
    const service = await startSmall();
    const replies = await Promise.all(
      [`scans/?project=${FOREIGN}`, 'scans/foreign-1', 'scans/?project=no-such', 'scans/no-such'].map(
        (path) => call(service, 'mara', 'GET', path),
      ),
    );
    expect(replies.map(({ status, text }) => [status, text])).toEqual(
      Array(4).fill([404, '{"error":"Not found."}']),
    );
  });

  test('a link to the client opens nothing without membership', async () => {
    const service = await startSmall();
    expect((await call(service, 'ines', 'GET', `scans/?project=${CLOUD}`)).status).toBe(404);
    service.changeUser('ines', { memberships: [CLOUD] });
    expect((await call(service, 'ines', 'GET', `scans/?project=${CLOUD}`)).status).toBe(200);
  });

  test('organization-wide access reaches all own projects but not over the link', async () => {
    const service = await startSmall();
    expect((await call(service, 'jonas', 'GET', `scans/?project=${PORTAL}`)).status).toBe(200);
    expect((await call(service, 'jonas', 'GET', `scans/?project=${CLOUD}`)).status).toBe(404);
  });

  test('a membership opens nothing in an organization without a link', async () => {
    const service = await startSmall();
    service.changeUser('mara', { memberships: [FOREIGN] });
    expect((await call(service, 'mara', 'GET', 'scans/foreign-1')).status).toBe(404);
  });

  test('a finding that becomes published appears in its place for clients, and leaves it again', async () => {
    const service = await startSmall();
    service.edit('draft', { status: 'open' });
    expect(idsOf(await call(service, 'clara', 'GET', `scans/?project=${PORTAL}`))).toEqual([
      'open-1',
      'open-2',
      'draft',
      'public',
    ]);
    service.edit('open-1', { status: 'draft' });
    expect(idsOf(await call(service, 'clara', 'GET', `scans/?project=${PORTAL}`))).toEqual([
      'open-2',
      'draft',
      'public',
    ]);
  });
});
