import { expect, it } from 'vitest';
import {
  offeredProjects,
  type ProjectListing,
} from '#renderer/features/vault/engagement-list/offered-projects.ts';
import { engagementStrings } from '#renderer/features/vault/strings.ts';

const listed = (complete: boolean): ProjectListing => ({
  kind: 'listed',
  complete,
  problem: null,
  projects: [
    { project: 'harbour-web', name: 'Harbour site', client: 'Larkspur', findings: 3 },
    { project: 'ridge-api', name: null, client: null, findings: 1 },
  ],
});
const named = (listing: ProjectListing, added: string[], typed: string): unknown => {
  const offer = offeredProjects(listing, added, typed);
  return offer.kind === 'choices' ? offer.projects.map(({ project }) => project) : offer;
};
const text = (words: string) => ({ kind: 'text', text: words });

it('offers what is not added and contains what is typed', () => {
  expect([
    named(listed(true), [], ''),
    named(listed(true), ['ridge-api'], ''),
    named(listed(true), [], ' API '),
    named(listed(false), [], 'har'),
    named(listed(true), [], 'larkspur'),
  ]).toEqual([
    ['harbour-web', 'ridge-api'],
    ['harbour-web'],
    ['ridge-api'],
    ['harbour-web'],
    ['harbour-web'],
  ]);
});

it('says how many findings a whole ID has, and no more than is known', () => {
  expect([
    named(listed(true), [], 'ridge-api'),
    named(listed(false), [], 'harbour-web'),
    named(listed(true), ['ridge-api'], 'ridge-api'),
  ]).toEqual([
    text('1 finding on the service.'),
    text('At least 3 findings on the service.'),
    text(engagementStrings.alreadyAdded),
  ]);
});

it('doubts an ID only if the whole list was read', () => {
  expect([named(listed(true), [], 'ridge-apu'), named(listed(false), [], 'ridge-apu')]).toEqual([
    text(engagementStrings.notFound),
    { kind: 'nothing' },
  ]);
});

it('says that all are added, that they are looked for, and why they are not listed', () => {
  expect([
    named(listed(true), ['ridge-api', 'harbour-web'], ''),
    named({ kind: 'listed', projects: [], complete: true, problem: null }, [], ''),
    named({ kind: 'looking' }, [], 'r'),
    named({ kind: 'refused', reason: 'The service refused it.' }, [], ''),
    named({ kind: 'none' }, [], 'r'),
  ]).toEqual([
    text(engagementStrings.allAdded),
    { kind: 'nothing' },
    text(engagementStrings.looking),
    text('The service did not list its projects. Type the ID. (The service refused it.)'),
    { kind: 'nothing' },
  ]);
});

it('says name, client and findings of a project below its ID', () => {
  const told = { project: 'p', name: 'Portal', client: 'Acme', findings: 0 };
  expect([
    engagementStrings.project(told, true),
    engagementStrings.project(told, false),
    engagementStrings.project({ ...told, name: null, client: null, findings: 2 }, false),
  ]).toEqual(['Portal · Acme · 0 findings', 'Portal · Acme', 'At least 2 findings']);
});
