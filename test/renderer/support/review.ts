import { defaultProfile } from '#contract/profile.ts';
import type { Api } from '#renderer/api/api.ts';
import { Review } from '#renderer/features/review/review.state.svelte.ts';
import { Notices } from '#renderer/session/notices/notices.svelte.ts';

/** A review of what the program answers, at a service with the usual profile, and what it tells. */
export function openReview(api: Api): { readonly review: Review; readonly notices: Notices } {
  const notices = new Notices();
  const review = new Review(
    api,
    notices,
    () => defaultProfile,
    () => undefined,
  );
  return { review, notices };
}
