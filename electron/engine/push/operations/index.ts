import type { OpenItem } from '#db/tables/outbox/operations.ts';
import { applyDriver } from './apply-draft.ts';
import { deleteDriver } from './delete.ts';
import { reviewDriver } from './review.ts';
import type { OperationDriver } from './driver.ts';
import { updateDriver } from './update.ts';

/** How an operation that concerns one finding goes out; null for those that go another way. */
export function driverOf(kind: OpenItem['kind']): OperationDriver | null {
  switch (kind) {
    case 'update':
      return updateDriver;
    case 'delete':
      return deleteDriver;
    case 'review':
      return reviewDriver;
    case 'ai-apply':
      return applyDriver;
    case 'create':
    case 'bulk-status':
    case 'bulk-delete':
    case 'ai-demonstration':
    case 'ai-merge':
      return null;
  }
}
