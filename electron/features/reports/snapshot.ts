import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type {
  ReportComment,
  ReportFinding,
  ReportGroup,
  ReportImage,
  ReportSnapshot,
  ReportVerdict,
} from '#contract/deliverable/report.ts';
import type { ReportGrouping } from '#contract/deliverable/choices.ts';
import type { ReportSelection } from '#contract/deliverable/selection.ts';
import type { JsonObject } from '#contract/json.ts';
import { groupTitle } from '#domain/deliverable/group-title.ts';
import { groupingOf, hasRole } from '#domain/deliverable/selection.ts';
import { withNamedIds, withRichTexts } from '#domain/engagement/facts.ts';
import { withCurrentLinks } from '#domain/finding/linked-findings.ts';
import { richFields } from '#domain/finding/placed-images.ts';
import { isCandidate, isPrivateDraft, textOf } from '#domain/finding/record.ts';
import { personNamed } from '#domain/engagement/person-name.ts';
import type { CheckedFinding } from '#domain/preflight/index.ts';
import { commentsOn } from '#db/tables/findings/comments.ts';
import { evidenceOf, readPicture, type EvidenceRow } from '#db/tables/findings/evidence.ts';
import { findFinding, readIdentity, shownId } from '#db/tables/findings/records.ts';
import { roundsOf, verdictsOn, type RoundRow } from '#db/tables/reports/rounds.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { PackedFinding } from '#report/process/packed-report.ts';
import type { ReadContext } from '#engine/context.ts';
import { headOf } from './choices/engagement-facts.ts';
import { effectiveRecord } from '#engine/record/list-rows.ts';
import { given } from '#engine/record/given-verdict.ts';
import { connectedUser } from '#engine/connection/connected-user.ts';
import {
  checkedFinding,
  engagementDeadLinks,
  standingOf,
  type CheckedChoices,
  type FindingStates,
} from './check.ts';
import { inPieces, type Pace } from '#engine/schedule/yield-turn.ts';
import { serializeFinding } from './editions/snapshot-serializer.ts';
import { chooseFindings, type PrintedGroup, type ReportFindings } from './selection.ts';

/** What a report is made from. */
export interface ReportMaterial {
  readonly snapshot: ReportSnapshot;
  /** Its findings as they go to a process and into an edition. */
  readonly packed: readonly PackedFinding[];
  /** The bytes of the images that it names, by their hash. */
  readonly images: ReadonlyMap<string, Uint8Array>;
  /** Images that it names too, whose bytes the caller has. */
  readonly known: ReadonlySet<string>;
  /** The same findings as the check looks at them. */
  readonly checked: readonly CheckedFinding[];
  /** Findings that texts of the engagement link to and it does not print. */
  readonly deadLinks: readonly string[];
  /** Which findings it prints, and which it leaves out. */
  readonly choice: ReportFindings;
}

/** More cannot be put into one file, nor held at once by the processes that make it. */
const max = { texts: 400_000_000, images: 1_000_000_000 };

/**
 * Everything that the report says, as it is now: the chosen effective findings in the order of the report. It
 * is read piece by piece, so that nobody waits for all of it.
 *
 * @param held shows one unchanging state of the store; the snapshot may take long
 * @param has images that need not be read, by hash
 * @throws DossierError `not-found`, `query`, `busy`, `invalid` (more than fits into a report); what `signal`
 *   aborts with
 */
export async function takeSnapshot(
  held: ReadContext,
  project: string,
  selection: ReportSelection & CheckedChoices,
  {
    signal,
    has = new Set(),
    progress,
  }: {
    readonly signal: AbortSignal;
    readonly has?: ReadonlySet<string>;
    readonly progress?: (event: ProgressEvent) => void;
  },
): Promise<ReportMaterial> {
  const { db, clock } = held;
  const head = headOf(held, project);
  const rounds = roundsOf(db, project);
  const { team, contacts } = head.facts;
  const personOf = personNamed(connectedUser(db), [...contacts, ...team]);
  const choice = chooseFindings(held, project, selection);
  const grouping = groupingOf(selection);
  const standing = standingOf(db, project, choice);
  const images = new Images();
  const pace = { clock, signal };
  const findings: ReportFinding[] = [];
  const packed: PackedFinding[] = [];
  const checked: CheckedFinding[] = [];
  const takenOf = new Map<FindingRow, ReportFinding>();
  let characters = 0;
  const { printed } = choice;
  const groupOf = new Map(
    choice.groups.flatMap((group) => group.members.map(({ finding }) => [finding, group])),
  );
  const told = (done: number): void => progress?.({ kind: 'findings', done, total: printed.length });
  await inPieces(printed, { ...pace, told }, ({ finding }) => {
    const group = groupOf.get(finding);
    const number = group?.members.length === 1 ? group.number : undefined;
    const id = shownId(readIdentity(db, finding));
    const record = linkedRecord(db, effectiveRecord(db, finding).effective);
    const verdicts = takeVerdicts(db, rounds, finding, images, personOf);
    const evidence = images.taken(evidenceOf(db, finding));
    const comments = selection.showComments === true ? { comments: takeComments(db, finding) } : {};
    const taken = {
      id,
      record,
      number,
      evidence,
      verdicts,
      ...(hasRole(textOf(record, 'status'), 'closed', held.profile) ? { closed: true } : {}),
      ...candidacy(held, standing, finding, record),
      ...comments,
    };
    const pack = serializeFinding(taken);
    characters += pack.json.length;
    if (characters > max.texts) throw tooLarge('The texts of its findings have', max.texts);
    findings.push(taken);
    takenOf.set(finding, taken);
    packed.push(pack);
    checked.push(checkedFinding(held, standing, { finding, id, record }, selection));
  });
  const snapshot = {
    ...head,
    facts: withNamedIds(
      withRichTexts(head.facts, (text) => linkedText(db, text)),
      (id) => currentId(db, id) ?? id,
    ),
    rounds: rounds.map(({ number, name, begins, ends, note }) => ({
      number,
      name,
      begins,
      ends,
      note: linkedText(db, note),
    })),
    ...(grouping === null ? {} : { groups: takeGroups(choice.groups, takenOf, grouping) }),
    findings,
  };
  const deadLinks = engagementDeadLinks(db, head.facts, choice);
  return { snapshot, packed, checked, deadLinks, choice, ...(await images.read(db, pace, has)) };
}

/** What is printed as one: two findings at least. */
function takeGroups(
  groups: readonly PrintedGroup[],
  takenOf: ReadonlyMap<FindingRow, ReportFinding>,
  grouping: ReportGrouping,
): ReportGroup[] {
  return groups
    .filter(({ members }) => members.length > 1)
    .map(({ members, severityKey: severity, number }) => {
      const equal = members.flatMap(({ finding }) => takenOf.get(finding) ?? []);
      const title = groupTitle(
        equal.map(({ record }) => record),
        grouping,
      );
      return { severity, number, title, members: equal.map(({ id }) => id) };
    });
}

function tooLarge(what: string, bytes: number): DossierError {
  return new DossierError(
    'invalid',
    `This engagement is too large for one report. ${what} more than ${String(bytes / 1_000_000)} MB.`,
  );
}

/** A record whose links name findings as the snapshot does. */
function linkedRecord(db: ReadableDb, record: JsonObject): JsonObject {
  const changed = richFields.flatMap((field) => {
    const text = textOf(record, field);
    const linked = linkedText(db, text);
    return linked === text ? [] : [[field, linked] as const];
  });
  return changed.length === 0 ? record : { ...record, ...Object.fromEntries(changed) };
}

function linkedText(db: ReadableDb, text: string): string {
  return withCurrentLinks(text, (id) => currentId(db, id));
}

function currentId(db: ReadableDb, id: string): string | null {
  const identity = findFinding(db, id);
  return identity === null ? null : shownId(identity);
}

/** What the rounds found out about a finding, in their order. */
function takeVerdicts(
  db: ReadableDb,
  rounds: readonly RoundRow[],
  finding: FindingRow,
  images: Images,
  personOf: (who: string) => string,
): ReportVerdict[] {
  if (rounds.length === 0) return [];
  const said = verdictsOn(db, finding);
  return rounds.flatMap(({ round, number }): ReportVerdict[] => {
    const row = said.get(round);
    const words = row === undefined ? null : given(row);
    if (words === null) return [];
    const { verdict, at, who, text } = words;
    const evidence = images.taken(evidenceOf(db, finding, round));
    return [{ round: number, verdict, at, who: personOf(who), text: linkedText(db, text), evidence }];
  });
}

/** Whether a finding is a candidate that nobody has accepted: nobody who reads the report in takes it for a finding then. */
function candidacy(
  { profile }: Pick<ReadContext, 'profile'>,
  { decisions }: FindingStates,
  finding: FindingRow,
  record: JsonObject,
): Pick<ReportFinding, 'candidate'> {
  if (!isCandidate(record, profile) || decisions.get(finding) === 'accept') return {};
  return { candidate: isPrivateDraft(record, profile) ? 'private' : 'public' };
}

/** The open comments on a finding, the oldest first. */
function takeComments(db: ReadableDb, finding: FindingRow): ReportComment[] {
  const all = commentsOn(db, finding);
  const inOrder = all
    .filter(({ replyTo }) => replyTo === null)
    .flatMap((begun) => [begun, ...all.filter(({ replyTo }) => replyTo === begun.comment)]);
  return inOrder.flatMap(({ author, addedAt: at, field, quote, text, resolvedAt }) =>
    resolvedAt === null ? [{ author, at, field, quote: quote === '' ? null : quote, text }] : [],
  );
}

/** The images that a snapshot names. One without bytes stays named: its place says so. */
class Images {
  /** As whom the store has them, by their hash. */
  readonly #named: [sha256: string, evidence: string][] = [];

  /** Images as they are printed, with their annotations drawn in. */
  taken(rows: readonly EvidenceRow[]): ReportImage[] {
    return rows.map(
      ({ evidence, originalName: name, caption, type, width, height, pictureSha256: sha256, addedAt }) => {
        this.#named.push([sha256, evidence]);
        return { evidence, name, caption, type, width, height, sha256, addedAt };
      },
    );
  }

  /** Reads their bytes, each once. @throws DossierError `invalid` (too many of them); what `pace.signal` aborts with */
  async read(
    db: ReadableDb,
    pace: Pace,
    has: ReadonlySet<string>,
  ): Promise<Pick<ReportMaterial, 'images' | 'known'>> {
    const [images, known] = [new Map<string, Uint8Array>(), new Set<string>()];
    let bytes = 0;
    await inPieces(this.#named, pace, ([sha256, evidence]) => {
      if (has.has(sha256)) known.add(sha256);
      else if (!images.has(sha256)) {
        const content = readPicture(db, evidence);
        if (content === null) return;
        images.set(sha256, content);
        bytes += content.length;
        if (bytes > max.images) throw tooLarge('Its images have', max.images);
      }
    });
    return { images, known };
  }
}
