import type { Shared } from '#renderer/state/context.ts';
import { Review } from '#renderer/state/review.svelte.ts';
import type { Work } from './work.svelte.ts';

/** It stays while other screens are before the person, and goes with the open desk. */
const reviews = new WeakMap<Work, Review>();

/** The review of an open desk. */
export function reviewOf(work: Work, { desk, notices }: Shared): Review {
  const known = reviews.get(work) ?? new Review(desk.api, notices, () => desk.profile);
  reviews.set(work, known);
  return known;
}
