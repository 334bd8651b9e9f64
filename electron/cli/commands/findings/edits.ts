import { DossierError } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import { isObject } from '#domain/base/json.ts';
import { listOf, textOf } from '#domain/finding/record.ts';
import { checkCreate } from '#domain/finding/rules.ts';
import { wrong } from '../../command/arguments.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { nameOf } from '../../input/files.ts';
import { readJsonFile } from '../../input/json-file.ts';
import { operationStyle } from '../../command/operation-style.ts';
import { operationLines } from '../../output/operations.ts';
import { plain } from '../../output/text.ts';
import { newFindings, type NewFindings } from '../../input/report-file.ts';
import { confirmValues, doubtsOf } from '../../input/known-values.ts';
import { readChanges, refuseBrokenFields } from '../../input/values.ts';

const MAX_RECORDS_BYTES = 100 * 1024 * 1024;

export const edit: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [id = ''] = args.positionals;
  const changes = await readChanges(context);
  if (changes === undefined)
    throw wrong('Nothing to change: give --set, --set-json or --set-file.', args.command);
  refuseBrokenFields(context, changes);
  await confirmValues(context, changes);
  const operation = await call('finding.edit', { id, changes });
  const style = await operationStyle(context, [operation]);
  out.answer(operation, () => `${operationLines(operation, style).join('\n')}\n`);
  return 0;
};

/** What is wrong with which record, by its place in the file. */
async function badRecords(
  context: CommandContext,
  records: readonly Json[],
): Promise<ReadonlyMap<number, string>> {
  const doubts = await doubtsOf(context, records);
  return new Map(
    records.flatMap((record, at): [number, string][] => {
      const checked = checkCreate(record);
      const doubt = doubts.get(at);
      const why =
        checked.kind === 'invalid'
          ? checked.message
          : doubt === undefined
            ? null
            : `${doubt} --as-typed takes it.`;
      if (why === null) return [];
      const title = isObject(record) ? plain(textOf(record, 'title')).slice(0, 60) : '';
      return [[at, `Finding ${String(at + 1)}${title === '' ? '' : ` ("${title}")`}: ${why}`]];
    }),
  );
}

const maxNamed = 20;

function notAll(bad: ReadonlyMap<number, string>, of: number): DossierError {
  const named = [...bad.values()].slice(0, maxNamed).join('\n');
  const more = bad.size > maxNamed ? `\n… and ${String(bad.size - maxNamed)} more` : '';
  const wayOn =
    bad.size === of
      ? ''
      : `\n${String(bad.size)} of ${String(of)} are bad, so none was taken; --partial takes the others.`;
  return new DossierError('invalid', `${named}${more}${wayOn}`);
}

/** What of a report is not created, with the reason: what the engagement has already, and candidates. */
async function passedOver(
  call: CommandContext['call'],
  project: string,
  { records, identities }: NewFindings,
): Promise<ReadonlyMap<number, string>> {
  if (identities.length === 0) return new Map();
  const findings = identities.map(({ id }, at) => {
    const record = records[at] ?? null;
    return isObject(record)
      ? { id, title: textOf(record, 'title'), asset: listOf(record, 'asset') }
      : { id, title: '', asset: [] };
  });
  const known = await call('finding.known', { project, findings });
  return new Map(
    findings.flatMap(({ title }, at): [number, string][] => {
      const named = `"${plain(title).slice(0, 60)}"`;
      const candidate = identities[at]?.candidate ?? null;
      const here = known[at] ?? null;
      if (here !== null) return [[at, `Known: ${named} is ${plain(here)} here, and stays as it is.`]];
      if (candidate === null) return [];
      const what = candidate === 'private' ? 'a private draft' : 'a candidate that nobody has accepted';
      return [[at, `Left out: ${named} is ${what}.`]];
    }),
  );
}

export const create: CommandRun = async (context) => {
  const { args, out, call, folder, signal } = context;
  const [project = ''] = args.positionals;
  const path = args.text('from');
  if (path === undefined) throw wrong('The file of the new findings is missing.', args.command);
  const onWaiting = (): void => {
    if (args.flag('debug') || process.stdin.isTTY) out.note('reading standard input');
  };
  const value = await readJsonFile(path, { folder, maxBytes: MAX_RECORDS_BYTES, signal, onWaiting });
  const read = await newFindings(value, nameOf(path));
  if (read.records.length === 0)
    throw new DossierError('invalid', `${nameOf(path)} holds no finding: the array is empty.`);
  const passed = await passedOver(call, project, read);
  for (const message of passed.values()) out.note(message);
  const bad = new Map([...(await badRecords(context, read.records))].filter(([at]) => !passed.has(at)));
  const taken = read.records.flatMap((_record, at) => (bad.has(at) || passed.has(at) ? [] : [at]));
  if (bad.size > 0 && (!args.flag('partial') || taken.length === 0)) throw notAll(bad, read.records.length);
  if (taken.length === 0) {
    out.answer([], () => 'Nothing to create.\n');
    return 0;
  }
  for (const message of bad.values()) out.note(`Left out: ${message}`);
  const records = taken.map((at) => read.records[at] ?? null);
  const images = taken.map((at) => read.images[at] ?? []);
  const operations = await call('finding.create', { project, records });
  for (const [index, { findings }] of operations.entries()) {
    for (const { name = 'image', caption, content } of images[index] ?? []) {
      await call('evidence.add', { id: findings[0] ?? '', name, caption, content });
    }
  }
  const style = await operationStyle({ out, call }, operations);
  out.answer(
    operations,
    () => `${operations.flatMap((operation) => operationLines(operation, style)).join('\n')}\n`,
  );
  return 0;
};
