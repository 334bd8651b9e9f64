import { reviewRefusal, seesProject, writeRefusal, type AuthorizedUser } from '../accounts/access.ts';
import { badRequest, notFound, refused, written, type ServiceResponse } from './answer.ts';
import { visibleFinding, type RequestServices } from './desk.ts';
import type { FindingBody } from '../data/model.ts';
import type { StoredFinding } from '../data/store.ts';
import { changeFinding } from './writes.ts';

type Body = Readonly<Record<string, unknown>>;

/** One generation that an organization pays for. */
export interface Charge {
  readonly at: string;
  readonly user: string;
  readonly organization: string;
  readonly action: 'demonstration' | 'merge';
  readonly finding: string;
  readonly credits: number;
}

/** What the assistant keeps between requests: what was charged, what is left, and drafts that wait for a review. */
export interface AssistantState {
  readonly charges: Charge[];
  readonly credits: Map<string, number>;
  /** The text of a waiting draft by finding. */
  readonly drafts: Map<string, string>;
}

const PRICE = 1;

type Reached =
  | { readonly kind: 'finding'; readonly finding: StoredFinding }
  | { readonly kind: 'refused'; readonly answer: ServiceResponse };

/** The finding if this caller may use the assistant on it; each condition is looked at on its own. */
function reach(
  desk: RequestServices,
  caller: AuthorizedUser,
  project: string,
  id: string,
  refusalOf: () => string | undefined,
): Reached {
  const finding = visibleFinding(desk, caller, id);
  if (finding?.project !== project) return { kind: 'refused', answer: notFound() };
  const refusal = caller.user.licenses.includes('assistant')
    ? refusalOf()
    : 'Your license does not include the assistant.';
  return refusal === undefined
    ? { kind: 'finding', finding }
    : { kind: 'refused', answer: refused(403, refusal) };
}

function mayWrite(desk: RequestServices, caller: AuthorizedUser, name: string): string | undefined {
  const project = desk.world.project(name);
  return project !== undefined && seesProject(caller, project)
    ? writeRefusal(caller, project)
    : 'This project is not yours.';
}

/** Takes the price of a generation, and writes it down; false if the organization has nothing left. */
function charge(
  desk: RequestServices,
  { user, organization }: AuthorizedUser,
  action: Charge['action'],
  finding: string,
): boolean {
  const left = desk.assistant.credits.get(organization.id) ?? 0;
  if (left < PRICE) return false;
  desk.assistant.credits.set(organization.id, left - PRICE);
  const at = desk.now().toISOString();
  desk.assistant.charges.push({
    at,
    user: user.login,
    organization: organization.id,
    action,
    finding,
    credits: PRICE,
  });
  return true;
}

const NO_CREDITS = 'Your organization has no credits left.';

/** POST …/ai/demonstration. The draft waits beside the finding, which does not change. Each call is charged. */
export function generateDemonstration(
  desk: RequestServices,
  caller: AuthorizedUser,
  project: string,
  id: string,
): ServiceResponse {
  const reached = reach(desk, caller, project, id, () => mayWrite(desk, caller, project));
  if (reached.kind === 'refused') return reached.answer;
  if (!charge(desk, caller, 'demonstration', id)) return refused(403, NO_CREDITS);
  const text = draftOf(desk.store.content(reached.finding).body, desk.assistant.charges.length);
  desk.assistant.drafts.set(id, text);
  return written(200, desk.shapes.demonstration(text, PRICE), [id]);
}

/** Numbered, so that two generations can be told apart. */
function draftOf(body: FindingBody, number: number): string {
  const assets = Array.isArray(body['asset']) ? body['asset'].map(String) : [];
  return [
    `Draft ${String(number)} for "${String(body['title'])}".`,
    '',
    `1. Open ${assets[0] ?? 'the asset'} with an account of your own.`,
    '2. Repeat the request from the finding and keep the answer.',
    '3. Compare the answer with that of an account without the permission.',
  ].join('\n');
}

/** POST …/ai/demonstration/apply: the reviewed text becomes the finding's demonstration. Costs nothing. */
export function applyDemonstration(
  desk: RequestServices,
  caller: AuthorizedUser,
  project: string,
  id: string,
  body: Body,
): ServiceResponse {
  const reached = reach(desk, caller, project, id, () => mayWrite(desk, caller, project));
  if (reached.kind === 'refused') return reached.answer;
  const draft = desk.assistant.drafts.get(id);
  if (draft === undefined) return refused(409, 'No draft waits for this finding.');
  const reviewed = body[desk.shapes.reviewed] ?? draft;
  if (typeof reviewed !== 'string' || reviewed.trim() === '') {
    return badRequest(`${desk.shapes.reviewed} must be a text.`);
  }
  desk.assistant.drafts.delete(id);
  changeFinding(desk, reached.finding, { demonstration: desk.normaliseText(reviewed) });
  return written(200, desk.shapes.done('Demonstration applied.'), [id]);
}

/** POST …/ai/merge: what one finding of several could say, with where each field comes from. Changes nothing. */
export function proposeMerge(
  desk: RequestServices,
  caller: AuthorizedUser,
  project: string,
  id: string,
  body: Body,
): ServiceResponse {
  const reached = reach(desk, caller, project, id, () => reviewRefusal(caller));
  if (reached.kind === 'refused') return reached.answer;
  const given = body[desk.shapes.others];
  const ids = Array.isArray(given) ? [...new Set(given)].filter((other) => other !== id) : [];
  if (ids.length === 0) return badRequest(`${desk.shapes.others} must name at least one other finding.`);
  const findings = [reached.finding];
  for (const other of ids) {
    const finding = typeof other === 'string' ? visibleFinding(desk, caller, other) : undefined;
    if (finding?.project !== project) return notFound();
    findings.push(finding);
  }
  if (!charge(desk, caller, 'merge', id)) return refused(403, NO_CREDITS);
  const { fields, sources } = merged(
    findings.map((finding) => [finding.id, desk.store.content(finding).body]),
  );
  return written(200, desk.shapes.proposal(fields, sources, PRICE), []);
}

const MERGED = ['title', 'severity', 'description', 'remediation', 'references', 'tags'] as const;

/** Assets of all, every other field from the first finding that has it; descriptions one after the other. */
function merged(findings: readonly (readonly [string, FindingBody])[]): {
  readonly fields: FindingBody;
  readonly sources: Readonly<Record<string, readonly string[]>>;
} {
  const having = (field: string): (readonly [string, FindingBody])[] =>
    findings.filter(([, body]) => body[field] !== undefined);
  const assets = findings.flatMap(([, { asset }]) => (Array.isArray(asset) ? asset.map(String) : []));
  const fields: Record<string, unknown> = { asset: [...new Set(assets)] };
  const sources: Record<string, readonly string[]> = { asset: findings.map(([id]) => id) };
  for (const field of MERGED) {
    const from = field === 'description' ? having(field) : having(field).slice(0, 1);
    if (from.length === 0) continue;
    const texts = from.map(([, body]) => body[field]);
    fields[field] = field === 'description' ? [...new Set(texts)].join('\n\n') : texts[0];
    sources[field] = from.map(([id]) => id);
  }
  return { fields, sources };
}
