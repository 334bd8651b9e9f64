import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import type { CopyState, EngagementFacts } from '#contract/engagement.ts';
import type { FindingRow, SyncState } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import { unitSeparator } from '#contract/finding/listing.ts';
import type { ReportChoices } from '#contract/procedures/deliverables/deliverable.ts';
import type { ChapterKey } from '#contract/deliverable/template.ts';
import type { CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import type { WorkingState } from '#contract/value-lists.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import {
  acrossFindings,
  checkCopy,
  checkEngagement,
  checkByRules,
  findOthers,
  inReportOrder,
  leftOutMessages,
  otherEngagements,
  scopeOf,
  withoutIgnored,
  richFields,
  type CheckedDraft,
  type CheckedEngagement,
  type CheckedFinding,
  type CheckedPicture,
  type Others,
} from '#domain/preflight/index.ts';
import { otherMembers } from '#domain/deliverable/report-file.ts';
import { checkPrintedComments } from '#domain/preflight/printed-comments.ts';
import { chaptersOf, otherMembersPrinting, templateOf } from '#domain/deliverable/templates.ts';
import { idsInSteps, richTextsOf } from '#domain/engagement/facts.ts';
import { isFilled } from '#domain/finding/filled.ts';
import { linkedFindings } from '#domain/finding/linked-findings.ts';
import { holdsDraft } from '#domain/finding/draft.ts';
import { isList, isObject, parseJson, stringify } from '#domain/base/json.ts';
import { isCandidate, isPrivateDraft, memberOf, textOf } from '#domain/finding/record.ts';
import { contradictsVerdict } from '#domain/deliverable/selection.ts';
import { unacceptedOf } from '#db/tables/outbox/assistant.ts';
import { copyState, hasEngagement } from '#db/tables/engagements.ts';
import { evidenceOf, type EvidenceRow } from '#db/tables/findings/evidence.ts';
import { assetsAfter, engagementNames, lostImages, syncStatesOf } from '#db/tables/reports/preflight.ts';
import { findFinding, knownIdentity, shownId } from '#db/tables/findings/records.ts';
import { workingStatesOf } from '#db/tables/findings/working-state.ts';
import { askedOf } from '#db/tables/outbox/reviews.ts';
import { roundsOf, verdictsOn, type RoundRow } from '#db/tables/reports/rounds.ts';
import { readTransaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ReadContext } from '#engine/context.ts';
import { parseObject } from '#engine/record/merge-base.ts';
import { headOf } from './choices/engagement-facts.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { eachEngagementSetting } from '#engine/record/engagement-settings.ts';
import { effectiveRecord } from '#engine/record/list-rows.ts';
import {
  engagementQuestion,
  findingQuestion,
  isLong,
  isLongFinding,
  type OpenLongTexts,
} from './long-texts.ts';
import { inPieces, yieldTurn, type Pace } from '#engine/schedule/yield-turn.ts';
import { themeNamed } from './themes/themes.ts';
import {
  chooseFindings,
  type ReportFindings,
  type ChosenFinding,
  type UnprintedFinding,
  type PrintedGroup,
} from './selection.ts';
import { choicesOf, selectionFor, withFindingNamed } from './choices/settings.ts';

/** So many list rows are read at once for the hosts of other engagements. */
const rowsAtOnce = 1_000;

/** How the findings of an engagement stand, read once for all of them. */
export interface FindingStates {
  readonly sync: ReadonlyMap<FindingRow, SyncState>;
  /** Of those that are marked. */
  readonly states: ReadonlyMap<FindingRow, WorkingState>;
  readonly decisions: ReadonlyMap<FindingRow, 'accept' | 'reject'>;
  readonly rejected: ReadonlySet<FindingRow>;
  readonly printed: ReadonlySet<FindingRow>;
  readonly rounds: readonly RoundRow[];
}

/** What waits on the findings of an engagement, as it is in the caller's transaction. */
export function standingOf(
  db: ReadableDb,
  project: string,
  { printed }: Pick<ReportFindings, 'printed'>,
): FindingStates {
  const decided = askedOf(db, project).filter(({ decided, stuck }) => decided === 1 && stuck === 0);
  return {
    sync: syncStatesOf(db, project),
    states: workingStatesOf(db, project),
    printed: new Set(printed.map(({ finding }) => finding)),
    rounds: roundsOf(db, project),
    rejected: new Set(printed.flatMap(({ finding, rejection }) => (rejection === null ? [] : [finding]))),
    decisions: new Map(
      decided.map(({ finding, accepted }) => [finding, accepted === 1 ? 'accept' : 'reject']),
    ),
  };
}

/** What of the choices of a report decides on the texts that the check looks at. */
export type CheckedChoices = Pick<
  ReportChoices,
  'template' | 'sections' | 'finding' | 'showOtherMembers' | 'showComments'
>;

/** A finding as the check looks at it, as it is in the caller's transaction. */
export function checkedFinding(
  { db, profile }: Pick<ReadContext, 'db' | 'profile'>,
  standing: FindingStates,
  { finding, id, record }: { readonly finding: FindingRow; readonly id: string; readonly record: JsonObject },
  { showOtherMembers }: CheckedChoices,
): CheckedFinding {
  const images = evidenceOf(db, finding);
  const lost = images.length === 0 ? new Set<string>() : lostImages(db, finding);
  const said = retestTexts(db, finding);
  const contradicted = contradictedVerdict({ db, profile }, standing.rounds, finding, record);
  return {
    id,
    record,
    candidate: isCandidate(record, profile),
    private: isPrivateDraft(record, profile),
    decision: standing.decisions.get(finding) ?? null,
    contradicted,
    rejected: standing.rejected.has(finding),
    sync: standing.sync.get(finding) ?? 'synced',
    state: standing.states.size === 0 ? null : (standing.states.get(finding) ?? 'progress'),
    images: images.map(({ caption, ...image }) => ({
      ...pictureOf(image),
      caption,
      kept: !lost.has(image.evidence),
    })),
    ...said,
    deadLinks: unprintedIn(
      db,
      standing,
      linkedIn([...richFields.map((field) => textOf(record, field)), ...said.retests]),
    ),
    others: showOtherMembers === true ? otherTexts(record) : [],
    drafts: unacceptedTexts(db, finding),
  };
}

/** The findings that texts link to. */
function linkedIn(texts: readonly string[]): string[] {
  return texts.flatMap((text) => linkedFindings(text).map(({ id }) => id));
}

/** Of these findings those that the report does not print, each once. */
function unprintedIn(
  db: ReadableDb,
  { printed }: Pick<FindingStates, 'printed'>,
  ids: readonly string[],
): string[] {
  return [...new Set(ids)].filter((id) => {
    const row = findFinding(db, id)?.finding;
    return row === undefined || !printed.has(row);
  });
}

/** Findings that an engagement's texts and steps name and the report does not print; in the caller's transaction. */
export function engagementDeadLinks(
  db: ReadableDb,
  facts: EngagementFacts,
  { printed }: ReportFindings,
): string[] {
  const rows = new Set(printed.map(({ finding }) => finding));
  return unprintedIn(db, { printed: rows }, [...linkedIn(richTextsOf(facts)), ...idsInSteps(facts)]);
}

/** The values of members that the interface does not name, as texts. */
function otherTexts(record: JsonObject): string[] {
  return Object.values(otherMembers(record))
    .filter(isFilled)
    .map((value) => (typeof value === 'string' ? value : stringify(value)));
}

/** The texts of the verdicts on a finding, and the captions of the images that are printed with them; and these images. */
function retestTexts(db: ReadableDb, finding: FindingRow): Pick<CheckedFinding, 'retests' | 'retestImages'> {
  const verdicts = [...verdictsOn(db, finding).values()].map(({ round, text }) => ({
    text,
    images: evidenceOf(db, finding, round),
  }));
  return {
    retests: verdicts.flatMap(({ text, images }) => [
      ...(text === '' ? [] : [text]),
      ...images.map(({ caption }) => caption),
    ]),
    retestImages: verdicts.flatMap(({ images }) => images.map(pictureOf)),
  };
}

function pictureOf({
  evidence,
  originalName: name,
  type,
  width,
  height,
}: Pick<EvidenceRow, 'evidence' | 'originalName' | 'type' | 'width' | 'height'>): CheckedPicture {
  return { evidence, name, type, width, height };
}

/** The last verdict on a finding whose status says otherwise, with what its round is called; null if there is none. */
function contradictedVerdict(
  { db, profile }: Pick<ReadContext, 'db' | 'profile'>,
  rounds: readonly RoundRow[],
  finding: FindingRow,
  record: JsonObject,
): CheckedFinding['contradicted'] {
  if (rounds.length === 0) return null;
  const said = verdictsOn(db, finding);
  const round = rounds.findLast((one) => (said.get(one.round)?.verdict ?? null) !== null);
  const verdict = round === undefined ? null : (said.get(round.round)?.verdict ?? null);
  if (round === undefined || verdict === null) return null;
  const isNewest = round === rounds.at(-1);
  if (!contradictsVerdict(textOf(record, 'status'), { verdict, isNewest }, profile)) return null;
  const { number, name } = round;
  return { round: name.trim() === '' ? `Retest ${String(number)}` : name.trim(), verdict };
}

/** What the assistant wrote about a finding and nobody accepted: a draft, or the texts of a proposed merge. */
function unacceptedTexts(db: ReadableDb, finding: FindingRow): CheckedDraft[] {
  return unacceptedOf(db, finding).map((row) => {
    const answer = parseObject(row.answerJson);
    const fields = memberOf(answer, 'fields');
    const accepted = parseJson(row.acceptedJson);
    const taken = accepted.kind === 'ok' && isList(accepted.value) ? accepted.value : [];
    const texts = isObject(fields)
      ? richFields.filter((field) => !taken.includes(field)).map((field) => textOf(fields, field))
      : [textOf(answer, 'text'), row.edited ?? ''];
    // What the finding said already is not the assistant's, however often a proposal repeats it.
    const before = parseObject(row.beforeJson ?? '{}');
    const isOwn = (text: string): boolean =>
      richFields.some((field) => holdsDraft(memberOf(before, field), text));
    return {
      open: row.state === 'open',
      texts: texts.filter((text) => text.trim() !== '' && !isOwn(text)),
    };
  });
}

/**
 * What other engagements of the home have that must not stand in this one's report.
 *
 * @throws what `signal` aborts with
 */
export async function othersOf(
  { db, clock }: Pick<ReadContext, 'db' | 'clock'>,
  project: string,
  signal: AbortSignal,
): Promise<Others> {
  const engagements = engagementNames(db);
  const own = engagements.find((engagement) => engagement.project === project) ?? {
    project,
    name: null,
    client: null,
  };
  const foreign = otherEngagements(own, engagements);
  const assets = new Map<string, Set<string>>();
  if (foreign.length === 0) return findOthers(own, foreign, assets);
  for (const wanted of [own, ...foreign]) assets.set(wanted.project, new Set());
  for (const { project: named, value: facts } of eachEngagementSetting(db, 'facts')) {
    const known = assets.get(named);
    for (const { what } of facts.scopeIn) known?.add(what.toLowerCase());
  }
  for (let after = 0; ;) {
    const rows = assetsAfter(db, after, rowsAtOnce);
    for (const row of rows) {
      const known = assets.get(row.project);
      if (known !== undefined) for (const asset of row.assets.split(unitSeparator)) known.add(asset);
    }
    after = rows.at(-1)?.finding ?? after;
    if (rows.length < rowsAtOnce) return findOthers(own, foreign, assets);
    await yieldTurn({ clock, signal });
  }
}

/** How a check looks at what it is given. */
interface Looking {
  /** Whether the report masks what is secret in requests. */
  readonly masked: boolean;
  readonly keptValues: readonly string[];
  readonly choices: CheckedChoices;
  /** What the report does not print. */
  readonly leftOut: readonly UnprintedFinding[];
  readonly copy: CopyState;
  /** The chapters whose texts of the engagement are looked at; null: all texts go out. */
  readonly chapters: readonly ChapterKey[] | null;
  /** What the report prints as one. */
  readonly groups: readonly PrintedGroup[];
  /** What `engagementDeadLinks` found. */
  readonly deadLinks: readonly string[];
  readonly openLongTexts: OpenLongTexts;
}

/**
 * Checks what a report is made from: the engagement, then its findings piece by piece, so that nobody waits for all of
 * them.
 *
 * @param engagement as its snapshot has it
 * @param next gives a finding; null if it is gone meanwhile
 * @returns errors first, then by kind, then in the order given
 * @throws what `signal` aborts with
 */
export async function checkDeliverable<T>(
  engagement: CheckedEngagement,
  findings: Iterable<T>,
  next: (finding: T) => CheckedFinding | null,
  others: Others,
  {
    masked,
    keptValues,
    choices,
    leftOut,
    copy,
    chapters,
    groups,
    deadLinks,
    openLongTexts,
    ...pace
  }: Pace & Looking,
): Promise<CheckMessage[]> {
  const withoutFigures = templateOf(choices.template).detail !== 'full';
  const around = { others, scope: scopeOf(engagement.facts), masked, keptValues, withoutFigures };
  const long = openLongTexts(pace.signal, others);
  const groupOf = new Map(groups.flatMap((group) => group.members.map(({ id }) => [id, group])));
  const across = acrossFindings(otherMembersPrinting(choices), (id) => groupOf.get(id));
  let looked = 0;
  /** What a finding is asked, step by step; the answer of a thread is waited for. */
  function* steps(): Generator<readonly CheckMessage[] | Promise<readonly CheckMessage[]>> {
    yield checkCopy(copy);
    yield checkPrintedComments(choices.showComments === true);
    yield isLong(engagement.facts)
      ? long.ask(engagementQuestion(engagement, deadLinks, chapters))
      : checkEngagement(engagement, others, deadLinks, chapters);
    for (const finding of findings) {
      looked += 1;
      const checked = next(finding);
      if (checked === null) continue;
      across.look(checked);
      if (isLongFinding(checked)) yield long.ask(findingQuestion(checked, around));
      else yield* checkByRules(checked, around);
    }
    yield across.messages();
  }
  const messages: CheckMessage[] = leftOutMessages(leftOut.map((one) => ({ ...one, ...one.leftOut })));
  const add = (found: readonly CheckMessage[]): void => {
    for (const message of found) messages.push(message);
  };
  try {
    await inPieces(steps(), { ...pace, told: () => pace.told?.(looked) }, (found) =>
      found instanceof Promise ? found.then(add) : add(found),
    );
  } finally {
    long.close();
  }
  return inReportOrder(messages);
}

/** Of a choice, what a deliverable about one finding speaks of: that one; all of it for every other deliverable. */
export function spokenOf(
  { printed, leftOut }: Pick<ReportFindings, 'printed' | 'leftOut'>,
  { template, finding }: Pick<ReportChoices, 'template' | 'finding'>,
): Pick<ReportFindings, 'printed' | 'leftOut'> {
  if (template !== 'single') return { printed, leftOut };
  return {
    printed: printed.filter(({ id }) => id === finding),
    leftOut: leftOut.filter(({ id }) => id === finding),
  };
}

/**
 * Checks an engagement as it is now. A change in the middle of it may be seen or not: a user who shows the messages asks
 * again after a change.
 *
 * @throws DossierError `not-found` (no such engagement, no such finding), `query`, `indexing`
 */
export async function checkReport(
  ctx: ReadContext,
  { project, maskSecrets, ...asked }: ProcedureInput<'report.check'>,
  {
    signal,
    openLongTexts,
    progress,
  }: {
    readonly signal: AbortSignal;
    readonly openLongTexts: OpenLongTexts;
    readonly progress: (event: ProgressEvent) => void;
  },
): Promise<CheckMessage[]> {
  const { db, clock } = ctx;
  if (!hasEngagement(db, project)) throw noEngagement(project);
  const others = await othersOf(ctx, project, signal);
  const chosen = withFindingNamed(db, choicesOf(db, project));
  const { engagement, choice, standing, copy, deadLinks } = readTransaction(db, () => {
    const chosen = chooseFindings(ctx, project, selectionFor(db, project, asked));
    const head = headOf(ctx, project);
    return {
      engagement: head,
      deadLinks: engagementDeadLinks(db, head.facts, chosen),
      choice: chosen,
      standing: standingOf(db, project, chosen),
      copy: copyState(db, project),
    };
  });
  const next = (row: ChosenFinding): CheckedFinding | null =>
    readTransaction(db, () => {
      const identity = knownIdentity(db, row.finding);
      if (identity === null) return null;
      const { finding } = identity;
      const record = effectiveRecord(db, finding).effective;
      return checkedFinding(ctx, standing, { finding, id: shownId(identity), record }, chosen);
    });
  const { printed, leftOut } = spokenOf(choice, chosen);
  const theme = chosen.theme === undefined ? undefined : themeNamed(ctx, chosen.theme).theme;
  const messages = await checkDeliverable({ ...engagement, theme, findings: [] }, printed, next, others, {
    clock,
    signal,
    leftOut,
    told: (done) => {
      progress({ kind: 'findings', done, total: printed.length });
    },
    openLongTexts,
    copy,
    deadLinks,
    groups: choice.groups,
    chapters: chaptersOf(chosen),
    choices: chosen,
    masked: maskSecrets ?? chosen.maskSecrets ?? true,
    keptValues: chosen.keptValues ?? [],
  });
  return withoutIgnored(messages, chosen.ignored);
}
