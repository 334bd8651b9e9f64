import type { FindingRow } from '#contract/finding.ts';
import type { ReportImage, ReportSnapshot } from '#contract/report.ts';
import { withoutBlanks } from '#core/facts.ts';
import type { CheckedFinding } from '#core/preflight/index.ts';
import { readEngagement } from '#db/engagements.ts';
import { evidenceOf, readContent } from '#db/evidence.ts';
import { readIdentity, shownId } from '#db/records.ts';
import { readTransaction } from '#db/transaction.ts';
import { nowIso, type Workplace } from '../context.ts';
import { factsOf } from '../engagement/facts.ts';
import { noEngagement } from '../findings/edit.ts';
import { effectiveRecord } from '../lists/refresh.ts';
import { queryFindings } from '../lists/search.ts';
import { checkedFinding, standingOf } from './check.ts';

/** What a report is made from, and the bytes of the images that it names, by their hash. */
export interface Taken {
  readonly snapshot: ReportSnapshot;
  readonly images: ReadonlyMap<string, Uint8Array>;
  /** The same findings as the check looks at them. */
  readonly checked: readonly CheckedFinding[];
}

/** Everything that the report says, frozen in one read transaction: the effective findings, most severe first. */
export function takeSnapshot(place: Workplace, project: string): Taken {
  const { db, profile } = place;
  const images = new Map<string, Uint8Array>();
  return readTransaction(db, () => {
    const engagement = readEngagement(db, project);
    if (engagement === null) throw noEngagement(project);
    const facts = withoutBlanks(factsOf(db, project));
    const rows = queryFindings(db, { project, nowMs: place.clock.wallMs(), profile }).findings;
    const standing = standingOf(db, project);
    const checked: CheckedFinding[] = [];
    const snapshot = {
      project,
      name: engagement.name ?? project,
      client: facts.client.trim() || (engagement.client ?? ''),
      generatedAt: nowIso(place),
      facts,
      rounds: [],
      findings: Array.from(rows, (row) => {
        const finding = row as FindingRow;
        const id = shownId(readIdentity(db, finding));
        const evidence = takeEvidence(place, finding, images);
        const record = effectiveRecord(db, finding).effective;
        checked.push(checkedFinding(place, standing, { finding, id, record }));
        return { id, record, evidence, verdicts: [] };
      }),
    };
    return { snapshot, images, checked };
  });
}

/** The images of a finding; their bytes go into `images`. One without bytes stays named: its place says so. */
function takeEvidence(
  { db }: Workplace,
  finding: FindingRow,
  images: Map<string, Uint8Array>,
): ReportImage[] {
  return evidenceOf(db, finding).map(({ evidence, caption, type, width, height, sha256, addedAt }) => {
    const content = images.has(sha256) ? null : readContent(db, evidence);
    if (content !== null) images.set(sha256, content);
    return { evidence, caption, type, width, height, sha256, addedAt };
  });
}
