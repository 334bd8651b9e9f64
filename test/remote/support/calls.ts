import type { ReadResult, ServiceClient, WriteResult } from '#remote/endpoints/service-client.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { call } from '../../faults/client.ts';
import { httpAnswer } from '../../faults/servers.ts';
import type { Answer } from '../../faults/servers.ts';

/** The same answer to every request. */
export const always =
  (...answer: Parameters<typeof httpAnswer>): Answer =>
  (socket) =>
    socket.write(httpAnswer(...answer));

export const body = { id: 'F1', title: 'T', asset: ['a'] };
/** Every write of the client, ready to be sent. */
export const writes: Record<string, (client: ServiceClient) => Promise<WriteResult>> = {
  createFinding: (client) => client.createFinding(call, 'p', { title: 'T', asset: ['a'] }),
  updateFinding: (client) => client.updateFinding(call, 'p', body),
  deleteFinding: (client) => client.deleteFinding(call, 'p', 'F1'),
  bulkStatus: (client) => client.bulkStatus(call, 'p', ['F1', 'F2'], 'closed'),
  bulkDelete: (client) => client.bulkDelete(call, 'p', ['F1', 'F2']),
  review: (client) => client.review(call, 'p', 'F1', { expected_review_version: 7, decision: 'accept' }),
  generateDemonstration: (client) => client.generateDemonstration(call, 'p', 'F1'),
  applyDemonstration: (client) => client.applyDemonstration(call, 'p', 'F1', 'As seen.'),
  proposeMerge: (client) => client.proposeMerge(call, 'p', 'F1', ['F2']),
};
/** Every read of the client. */
export const reads: Record<string, (client: ServiceClient) => Promise<ReadResult<unknown>>> = {
  me: (client) => client.me(call),
  organization: (client) => client.organization(call),
  listPage: (client) => client.listPage(call, { project: 'p q', page: 2, pageSize: 50 }),
  'listPage without a project': (client) => client.listPage(call, { project: null, page: 1, pageSize: 50 }),
  refreshPage: (client) => client.refreshPage(call, { project: 'p', page: 1, pageSize: 50 }, null),
  readFinding: (client) => client.readFinding(call, 'F1'),
};

/** The failure of a read that has to fail. */
export function failureOf(result: ReadResult<unknown>): RemoteFailure {
  if (result.kind !== 'failed') throw new Error('it worked');
  return result.failure;
}
