import type { FindingRow } from '#contract/finding.ts';
import type { ReportImage, ReportSnapshot, ReportVerdict } from '#contract/report.ts';
import type { CheckedFinding } from '#core/preflight/index.ts';
import { evidenceOf, readContent, type EvidenceRow } from '#db/evidence.ts';
import { readIdentity, shownId } from '#db/records.ts';
import { roundsOf, verdictsOn, type RoundRow } from '#db/rounds.ts';
import { readTransaction } from '#db/transaction.ts';
import type { Workplace } from '../context.ts';
import { headOf } from '../engagement/facts.ts';
import { effectiveRecord } from '../lists/refresh.ts';
import { queryFindings } from '../lists/search.ts';
import { given } from '../retest/given.ts';
import { checkedFinding, standingOf } from './check.ts';

/** What a report is made from, and the bytes of the images that it names, by their hash. */
export interface Taken {
  readonly snapshot: ReportSnapshot;
  readonly images: ReadonlyMap<string, Uint8Array>;
  /** Images that it names too, whose bytes whoever asked has. */
  readonly known: ReadonlySet<string>;
  /** The same findings as the check looks at them. */
  readonly checked: readonly CheckedFinding[];
}

/**
 * Everything that the report says, frozen in one read transaction: the effective findings, most severe first.
 *
 * @param has images that need not be read, by their hash
 */
export function takeSnapshot(place: Workplace, project: string, has: ReadonlySet<string> = new Set()): Taken {
  const { db, profile } = place;
  const images = new Images(db, has);
  return readTransaction(db, () => {
    const head = headOf(place, project);
    const rows = queryFindings(db, { project, nowMs: place.clock.wallMs(), profile }).findings;
    const rounds = roundsOf(db, project);
    const standing = standingOf(db, project);
    const checked: CheckedFinding[] = [];
    const snapshot = {
      ...head,
      rounds: rounds.map(({ number, name, begins, ends, note }) => ({ number, name, begins, ends, note })),
      findings: Array.from(rows, (row) => {
        const finding = row as FindingRow;
        const id = shownId(readIdentity(db, finding));
        const evidence = images.taken(evidenceOf(db, finding));
        const verdicts = takeVerdicts(place, rounds, finding, images);
        const record = effectiveRecord(db, finding).effective;
        checked.push(checkedFinding(place, standing, { finding, id, record }));
        return { id, record, evidence, verdicts };
      }),
    };
    return { snapshot, images: images.read, known: images.known, checked };
  });
}

/** What the rounds found out about a finding, in their order. */
function takeVerdicts(
  place: Workplace,
  rounds: readonly RoundRow[],
  finding: FindingRow,
  images: Images,
): ReportVerdict[] {
  if (rounds.length === 0) return [];
  const said = verdictsOn(place.db, finding);
  return rounds.flatMap(({ round, number }): ReportVerdict[] => {
    const row = said.get(round);
    const words = row === undefined ? null : given(row);
    if (words === null) return [];
    const { verdict, at, who, text } = words;
    const evidence = images.taken(evidenceOf(place.db, finding, round));
    return [{ round: number, verdict, at, who, text, evidence }];
  });
}

/** The images that a snapshot names. One without bytes stays named: its place says so. */
class Images {
  readonly #db: Workplace['db'];
  readonly #has: ReadonlySet<string>;
  readonly read = new Map<string, Uint8Array>();
  readonly known = new Set<string>();

  constructor(db: Workplace['db'], has: ReadonlySet<string>) {
    this.#db = db;
    this.#has = has;
  }

  /** Images as they are printed; their bytes are read once. */
  taken(rows: readonly EvidenceRow[]): ReportImage[] {
    return rows.map(({ evidence, caption, type, width, height, sha256, addedAt }) => {
      if (this.#has.has(sha256)) this.known.add(sha256);
      else if (!this.read.has(sha256)) {
        const content = readContent(this.#db, evidence);
        if (content !== null) this.read.set(sha256, content);
      }
      return { evidence, caption, type, width, height, sha256, addedAt };
    });
  }
}
