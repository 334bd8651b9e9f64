import type { ServiceProjects } from '#contract/procedures/engagements.ts';
import { engagementStrings } from '../strings.ts';

/** What is known of the service's projects: not asked, being asked, listed, or why it did not list them. */
export type ProjectListing =
  | { readonly kind: 'none' }
  | { readonly kind: 'looking' }
  | { readonly kind: 'refused'; readonly reason: string }
  | ({ readonly kind: 'listed' } & ServiceProjects);

/** What stands below the field for the ID: projects to choose from, a sentence, or nothing. */
export type Offer =
  | ({ readonly kind: 'choices' } & ServiceProjects)
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'nothing' };

const nothing: Offer = { kind: 'nothing' };

/** Offers the listed projects that were not added and that the typed ID is part of, or says what is known of that ID. */
export function offeredProjects(listing: ProjectListing, added: readonly string[], typed: string): Offer {
  const id = typed.trim();
  if (listing.kind === 'looking') return { kind: 'text', text: engagementStrings.looking };
  if (listing.kind === 'refused') return { kind: 'text', text: engagementStrings.refused(listing.reason) };
  if (added.includes(id)) return { kind: 'text', text: engagementStrings.alreadyAdded };
  if (listing.kind === 'none') return nothing;
  const { projects, complete, problem } = listing;
  const exact = projects.find(({ project }) => project === id);
  if (exact !== undefined) {
    return { kind: 'text', text: engagementStrings.onService(exact.findings, complete) };
  }
  const open = projects.filter(({ project }) => !added.includes(project));
  if (id === '' && open.length === 0) {
    return projects.length === 0 || !complete ? nothing : { kind: 'text', text: engagementStrings.allAdded };
  }
  const words = id.toLowerCase();
  const matching = open.filter(({ project, name, client }) =>
    [project, name ?? '', client ?? ''].some((text) => text.toLowerCase().includes(words)),
  );
  if (matching.length > 0) return { kind: 'choices', projects: matching, complete, problem };
  return complete ? { kind: 'text', text: engagementStrings.notFound } : nothing;
}
