import { describe, expect, test } from 'vitest';
import type { SampleService } from '#sample/http/server.ts';
import { call, PORTAL, raw, startSmall, type Reply } from './support.ts';

function review(service: SampleService, login: string, id: string, body: object): Promise<Reply> {
  return call(service, login, 'POST', `scans/${PORTAL}/${id}/review`, body);
}

function versionOf(service: SampleService, id: string): unknown {
  return service.finding(id)?.['review_version'];
}

describe('review of candidates', () => {
  test('an accepted candidate is an open finding that clients see, and no candidate any more', async () => {
    const service = await startSmall({ now: () => new Date('2026-03-02T00:00:00Z') });
    const reply = await review(service, 'mara', 'private', {
      expected_review_version: versionOf(service, 'private'),
      decision: 'accept',
      comment: 'Reproduced.',
    });
    expect(reply.status).toBe(200);
    const seen = (await call(service, 'clara', 'GET', 'scans/private')).json;
    expect(seen).toMatchObject({
      status: 'open',
      review: { decision: 'accept', by: 'Mara Lindqvist', comment: 'Reproduced.' },
    });
    expect(seen).not.toHaveProperty('review_version');
    expect(seen).not.toHaveProperty('visibility');
  });

  test('a rejected candidate says so', async () => {
    const service = await startSmall();
    const expected_review_version = versionOf(service, 'public');
    await review(service, 'mara', 'public', { expected_review_version, decision: 'reject' });
    expect(service.finding('public')).toMatchObject({ status: 'rejected', review: { decision: 'reject' } });
  });

  test('an outdated version is answered with 409 and decides nothing', async () => {
    const service = await startSmall();
    const seen = versionOf(service, 'public');
    service.edit('public', { description: 'Somebody was faster.' });
    expect(versionOf(service, 'public')).not.toEqual(seen);
    const outdated = await review(service, 'mara', 'public', {
      expected_review_version: seen,
      decision: 'accept',
    });
    expect([outdated.status, service.finding('public')?.['status']]).toEqual([409, 'draft']);
    const current = await review(service, 'mara', 'public', {
      expected_review_version: versionOf(service, 'public'),
      decision: 'accept',
    });
    expect(current.status).toBe(200);
  });

  test('an update of the candidate moves its version', async () => {
    const service = await startSmall();
    const seen = versionOf(service, 'public');
    await call(service, 'mara', 'POST', `scans/${PORTAL}`, { id: 'public', title: 'Clearer', asset: ['a'] });
    const reply = await review(service, 'mara', 'public', {
      expected_review_version: seen,
      decision: 'accept',
    });
    expect(reply.status).toBe(409);
  });

  test('a second decision is answered with 409', async () => {
    const service = await startSmall();
    const body = { expected_review_version: versionOf(service, 'public'), decision: 'accept' };
    await review(service, 'mara', 'public', body);
    expect((await review(service, 'jonas', 'public', body)).status).toBe(409);
  });

  test('a version sent back with another type is not the version', async () => {
    const service = await startSmall();
    const expected_review_version = String(versionOf(service, 'public'));
    const reply = await review(service, 'mara', 'public', { expected_review_version, decision: 'accept' });
    expect(reply.status).toBe(409);
  });

  test('a version beyond 2^53 is written and compared with all its digits', async () => {
    const service = await startSmall({ reviewVersion: (count) => 9_007_199_254_740_992n + BigInt(count) });
    const token = service.tokens['mara'] ?? '';
    const seen = (await raw(service, token, 'GET', 'scans/public')).text;
    const digits = /"review_version":(\d+)/.exec(seen)?.[1] ?? '';
    const send = (version: string): Promise<Reply> =>
      raw(
        service,
        token,
        'POST',
        `scans/${PORTAL}/public/review`,
        `{"expected_review_version":${version},"decision":"accept"}`,
      );
    expect(digits).toBe('9007199254740993');
    expect((await send('9007199254740992')).status).toBe(409);
    expect((await send(digits)).status).toBe(200);
  });

  test('who may decide: clients on public candidates, readers and the unlicensed never', async () => {
    const service = await startSmall();
    const attempt = async (login: string, id: string): Promise<number> =>
      (
        await review(service, login, id, {
          expected_review_version: versionOf(service, id),
          decision: 'accept',
        })
      ).status;
    expect(await attempt('theo', 'public')).toBe(403);
    expect(await attempt('petra', 'public')).toBe(403);
    expect(await attempt('rolf', 'public')).toBe(403);
    expect(await attempt('clara', 'private')).toBe(404);
    expect(await attempt('nadia', 'public')).toBe(404);
    expect(await attempt('clara', 'public')).toBe(200);
  });

  test.each([
    {},
    { decision: 'accept' },
    { expected_review_version: 1 },
    { expected_review_version: 1, decision: 'maybe' },
    { expected_review_version: [1], decision: 'accept' },
    { expected_review_version: 1, decision: 'accept', comment: 5 },
  ])('refuses %j', async (body) => {
    const service = await startSmall();
    expect((await review(service, 'mara', 'public', body)).status).toBe(400);
  });

  test('what is no candidate cannot be decided on', async () => {
    const service = await startSmall();
    const reply = await review(service, 'mara', 'open-1', { expected_review_version: 1, decision: 'accept' });
    expect(reply.status).toBe(400);
  });
});
