import type { Dice } from '../../simulation/draw/random.ts';
import { project } from './kills-desk.ts';
import type { Call, ServiceRecord, Written } from './kills-desk.ts';

/** What the person asked for in one chain of kills, and what must therefore have come to be. */
export interface Work {
  /** Records at the service before the chain, by id. */
  readonly before: ReadonlyMap<string, ServiceRecord>;
  /** Texts that were given to a finding's remediation, in order; the name is an id or a new finding's title. */
  readonly texts: Map<string, string[]>;
  /** Titles of new findings, each used once ever, with the local id. */
  readonly created: Map<string, string>;
  readonly deleted: Set<string>;
  readonly bulkDeleted: Set<string>;
  readonly statuses: Map<string, string>;
  readonly decisions: Map<string, 'accept' | 'reject'>;
}

/** Nothing asked for yet, over what the service has now. */
export function noWork(before: ReadonlyMap<string, ServiceRecord>): Work {
  return {
    before,
    texts: new Map(),
    created: new Map(),
    deleted: new Set(),
    bulkDeleted: new Set(),
    statuses: new Map(),
    decisions: new Map(),
  };
}

const statuses = ['open', 'closed', 'pending_retest', 'draft'] as const;

/** Queues one batch of everything that can be queued, over findings that no other operation of the chain touches. */
export async function queueBatch(call: Call, work: Work, dice: Dice, name: string): Promise<void> {
  const free = [...work.before.values()].filter((record) => !isTouched(work, String(record['id'])));
  const plain = free.filter((record) => record['review_version'] === undefined);
  const candidates = free.filter((record) => record['review_version'] !== undefined);
  const take = (from: ServiceRecord[]): string | undefined => {
    if (from.length === 0) return undefined;
    return String(from.splice(dice.between(0, from.length - 1), 1)[0]?.['id']);
  };
  const several = (count: number): string[] =>
    Array.from({ length: count }, () => take(plain)).filter((id) => id !== undefined);

  const titles = Array.from({ length: dice.between(1, 4) }, (_, at) => `${name} new ${String(at)}`);
  const records = titles.map((title) => ({
    title,
    asset: [`${title.replaceAll(' ', '-')}.example`],
    severity: 'low',
    description: `Written down while offline, ${title}.`,
  }));
  const creations = await call('finding.create', { project, records });
  for (const [at, operation] of creations.entries()) {
    work.created.set(titles[at] ?? '', operation.findings[0] ?? '');
  }
  for (const [at, id] of several(dice.between(1, 4)).entries()) {
    await giveText(call, work, id, id, `${name} text ${String(at)}`);
  }
  const [first] = titles;
  if (first !== undefined && dice.oneIn(2)) {
    await giveText(call, work, first, work.created.get(first) ?? '', `${name} over the creation`);
  }
  for (const id of several(dice.between(0, 2))) {
    await call('finding.delete', { ids: [id] });
    work.deleted.add(id);
  }
  const bulk = several(dice.between(0, 4));
  if (bulk.length > 0) {
    const status = dice.pick(statuses.filter((text) => bulk.every((id) => statusOf(work, id) !== text)));
    await call('finding.setStatus', { status, selection: { ids: bulk } });
    for (const id of bulk) work.statuses.set(id, status);
  }
  const doomed = several(dice.between(0, 2));
  if (doomed.length > 0) {
    await call('finding.bulkDelete', { selection: { ids: doomed } });
    for (const id of doomed) work.bulkDeleted.add(id);
  }
  const candidate = dice.oneIn(2) ? take(candidates) : undefined;
  if (candidate !== undefined) {
    const decision = dice.pick(['accept', 'reject'] as const);
    if (dice.oneIn(2)) await giveText(call, work, candidate, candidate, `${name} before the decision`);
    await call('candidate.review', { id: candidate, decision, comment: name });
    work.decisions.set(candidate, decision);
  }
}

/** Edits again, between two kills, what the chain edited or created before: order is what this tries. */
export async function editAgain(call: Call, work: Work, dice: Dice, name: string): Promise<void> {
  const edited = [...work.texts.keys()].filter((known) => !work.decisions.has(known));
  const names = [...new Set([...edited, ...work.created.keys()])];
  if (names.length === 0) return;
  const known = dice.pick(names);
  await giveText(call, work, known, work.created.get(known) ?? known, `${name} again`);
}

async function giveText(call: Call, work: Work, known: string, id: string, text: string): Promise<void> {
  await call('finding.edit', { id, changes: { remediation: text } });
  work.texts.set(known, [...(work.texts.get(known) ?? []), text]);
}

function isTouched(work: Work, id: string): boolean {
  return [work.texts, work.deleted, work.bulkDeleted, work.statuses, work.decisions].some((some) =>
    some.has(id),
  );
}

function statusOf(work: Work, id: string): unknown {
  return work.before.get(id)?.['status'];
}

/** Everything that is wrong with what the service has and did; empty when nothing is lost, doubled or out of order. */
export function verdict(
  work: Work,
  after: ReadonlyMap<string, ServiceRecord>,
  written: readonly Written[],
): string[] {
  const wrong: string[] = [];
  const check = (isRight: boolean, what: string): void => {
    if (!isRight) wrong.push(what);
  };
  const applied = written
    .filter(({ outcome }) => outcome === 'applied')
    .map(({ body, ...rest }) => ({
      ...rest,
      body,
      text: JSON.stringify(body),
    }));
  for (const entry of written) {
    check(entry.outcome === 'applied', `refused: ${entry.method} ${entry.path}`);
  }
  const count = (isIt: (entry: (typeof applied)[number]) => boolean): number => applied.filter(isIt).length;

  const idOf = new Map<string, string>();
  for (const title of work.created.keys()) {
    const sent = count(({ method, text }) => method === 'PUT' && text.includes(`"${title}"`));
    check(sent === 1, `the creation "${title}" was carried out ${String(sent)} times`);
    const ids = [...after.values()].filter((record) => record['title'] === title);
    check(ids.length === 1, `there are ${String(ids.length)} findings "${title}"`);
    idOf.set(title, String(ids[0]?.['id']));
  }
  for (const [known, texts] of work.texts) {
    const id = idOf.get(known) ?? known;
    const last = texts.at(-1) ?? '';
    check(after.get(id)?.['remediation'] === last, `${known} has not the text "${last}"`);
    const order = applied.flatMap(({ text }) => texts.filter((sent) => text.includes(`"${sent}"`)));
    check(order.at(-1) === last, `"${last}" was not the last to be sent to ${known}`);
    check(new Set(order).size === order.length, `${known} got a text twice: ${order.join(', ')}`);
    const inOrder = order.every(
      (sent, at) => at === 0 || texts.indexOf(sent) > texts.indexOf(order[at - 1] ?? ''),
    );
    check(inOrder, `${known} got its texts out of order: ${order.join(', ')}`);
  }
  for (const id of work.deleted) {
    const sent = count(({ method, path }) => method === 'DELETE' && path.endsWith(`/${id}`));
    check(sent === 1 && !after.has(id), `the deletion of ${id} was carried out ${String(sent)} times`);
  }
  for (const id of work.bulkDeleted) {
    const sent = count(({ path, text }) => path.endsWith('/bulk-delete') && text.includes(`"${id}"`));
    check(sent === 1 && !after.has(id), `the bulk deletion of ${id} was carried out ${String(sent)} times`);
  }
  for (const [id, status] of work.statuses) {
    const sent = count(({ path, text }) => path.endsWith('/bulk-status') && text.includes(`"${id}"`));
    check(sent === 1, `the status of ${id} was set ${String(sent)} times`);
    check(after.get(id)?.['status'] === status, `${id} has not the status ${status}`);
  }
  for (const [id, decision] of work.decisions) {
    const at = applied.findIndex(({ path }) => path.endsWith(`/${id}/review`));
    const sent = count(({ path }) => path.endsWith(`/${id}/review`));
    check(sent === 1, `the decision on ${id} was carried out ${String(sent)} times`);
    const status = decision === 'accept' ? 'open' : 'rejected';
    check(after.get(id)?.['status'] === status, `${id} was not decided as "${decision}"`);
    const edit = applied.findIndex(({ text }) => (work.texts.get(id) ?? []).some((t) => text.includes(t)));
    check(edit < at, `the decision on ${id} was sent before the edit that it goes with`);
  }
  for (const [id, record] of work.before) {
    if (isTouched(work, id)) continue;
    check(JSON.stringify(after.get(id)) === JSON.stringify(record), `${id} changed, and nobody asked for it`);
  }
  const expected = work.before.size + work.created.size - work.deleted.size - work.bulkDeleted.size;
  check(after.size === expected, `${String(after.size)} findings instead of ${String(expected)}`);
  return wrong;
}
