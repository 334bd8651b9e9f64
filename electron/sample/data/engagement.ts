import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseContent } from './content.ts';
import type { FindingSeed, ProjectSeed } from './model.ts';

const PROJECTS = [
  'fjm-portal-2026',
  'fjm-internal-2026',
  'fjm-driver-2026',
  'fjm-cloud-2026',
  'cgi-claims-2026',
] as const;

/**
 * The written engagement: four projects for Fjellmark Logistics and a small one of an organization that the
 * provider has nothing to do with. Ids are the same at every start. Throws if a content file is missing or
 * does not follow its format.
 */
export function sampleEngagement(): ProjectSeed[] {
  return PROJECTS.map((project) => {
    const text = readFileSync(new URL(`./engagement/${project}.txt`, import.meta.url), 'utf8');
    return { project, findings: parseContent(project, text).map((seed, at) => withId(project, at, seed)) };
  });
}

function withId(project: string, at: number, seed: FindingSeed): FindingSeed {
  return {
    id: createHash('sha256')
      .update(`${project}/${String(at)}`)
      .digest('hex')
      .slice(0, 24),
    ...seed,
  };
}
