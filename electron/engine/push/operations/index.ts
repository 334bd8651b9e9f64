import type { OpenItem } from '#db/tables/operations.ts';
import { applyWrite } from './apply-draft.ts';
import { deleteWrite } from './delete.ts';
import { reviewWrite } from './review.ts';
import type { SingleWrite } from './driver.ts';
import { updateWrite } from './update.ts';

/** How an operation that concerns one finding goes out; null for those that go another way. */
export function singleWriteOf(kind: OpenItem['kind']): SingleWrite | null {
  switch (kind) {
    case 'update':
      return updateWrite;
    case 'delete':
      return deleteWrite;
    case 'review':
      return reviewWrite;
    case 'ai-apply':
      return applyWrite;
    case 'create':
    case 'bulk-status':
    case 'bulk-delete':
    case 'ai-demonstration':
    case 'ai-merge':
      return null;
  }
}
