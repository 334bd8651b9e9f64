import { DossierError } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import { isObject, parseJson } from '#domain/base/json.ts';
import { textOf } from '#domain/finding/record.ts';
import { foldSeverity, severityAliases } from '#domain/finding/labels/severity-names.ts';
import { checkCreate } from '#domain/finding/rules.ts';
import { nearestName } from '#domain/text/words/nearest.ts';
import { wrong } from '../../command/arguments.ts';
import type { CommandRun } from '../../command/context.ts';
import { nameOf, readTextFile } from '../../input/files.ts';
import { operationLines } from '../../output/operations.ts';
import { plain } from '../../output/text.ts';
import { newFindings } from '../../input/report-file.ts';
import { readChanges } from '../../input/values.ts';

const MAX_RECORDS_BYTES = 100 * 1024 * 1024;

export const edit: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [id = ''] = args.positionals;
  const changes = await readChanges(context);
  if (changes === undefined)
    throw wrong('Nothing to change: give --set, --set-json or --set-file.', args.command);
  const operation = await call('finding.edit', { id, changes });
  const unknown = unknownSeverity(changes);
  if (unknown !== null) out.note(unknown);
  out.answer(operation, () => `${operationLines(operation, out.paint).join('\n')}\n`);
  return 0;
};

/** Tells a severity that the report does not know; services may have their own, so it is taken all the same. */
function unknownSeverity(record: Json): string | null {
  const severity = isObject(record) ? textOf(record, 'severity').trim() : '';
  if (severity === '' || foldSeverity(severity) !== null) return null;
  const near = nearestName(severity.toLowerCase(), severityAliases);
  const hint = near === null ? 'Known are critical, high, medium, low and info.' : `Did you mean "${near}"?`;
  return `"${plain(severity)}" is no severity of the report, which prints it as "Other". ${hint}`;
}

/** What is wrong with which record, by its place in the file. */
function badRecords(records: readonly Json[]): ReadonlyMap<number, string> {
  return new Map(
    records.flatMap((record, at): [number, string][] => {
      const checked = checkCreate(record);
      if (checked.kind === 'ok') return [];
      const title = isObject(record) ? plain(textOf(record, 'title')).slice(0, 60) : '';
      return [[at, `Finding ${String(at + 1)}${title === '' ? '' : ` ("${title}")`}: ${checked.message}`]];
    }),
  );
}

const mostNamed = 20;

function notAll(bad: ReadonlyMap<number, string>, of: number): DossierError {
  const named = [...bad.values()].slice(0, mostNamed).join('\n');
  const more = bad.size > mostNamed ? `\n… and ${String(bad.size - mostNamed)} more` : '';
  const wayOn =
    bad.size === of
      ? ''
      : `\n${String(bad.size)} of ${String(of)} are bad, so none was taken; --partial takes the others.`;
  return new DossierError('invalid', `${named}${more}${wayOn}`);
}

export const create: CommandRun = async ({ args, out, call, folder, signal }) => {
  const [project = ''] = args.positionals;
  const path = args.text('from');
  if (path === undefined) throw wrong('The file of the new findings is missing.', args.command);
  const onWaiting = (): void => {
    if (args.flag('debug') || process.stdin.isTTY) out.note('reading standard input');
  };
  const text = await readTextFile(path, { folder, maxBytes: MAX_RECORDS_BYTES, signal, onWaiting });
  const parsed = parseJson(text);
  if (parsed.kind === 'broken') {
    throw new DossierError('invalid', `${nameOf(path)} is not JSON: ${plain(parsed.message)}`);
  }
  const read = newFindings(parsed.value, nameOf(path));
  if (read.records.length === 0)
    throw new DossierError('invalid', `${nameOf(path)} holds no finding: the array is empty.`);
  const bad = badRecords(read.records);
  const taken = read.records.flatMap((_record, at) => (bad.has(at) ? [] : [at]));
  if (bad.size > 0 && (!args.flag('partial') || taken.length === 0)) throw notAll(bad, read.records.length);
  for (const message of bad.values()) out.note(`Left out: ${message}`);
  const records = taken.map((at) => read.records[at] ?? null);
  for (const message of new Set(records.map(unknownSeverity))) if (message !== null) out.note(message);
  const images = taken.map((at) => read.images[at] ?? []);
  const operations = await call('finding.create', { project, records });
  for (const [index, { findings }] of operations.entries()) {
    for (const { caption, content } of images[index] ?? []) {
      await call('evidence.add', { id: findings[0] ?? '', name: 'image', caption, content });
    }
  }
  out.answer(
    operations,
    () => `${operations.flatMap((operation) => operationLines(operation, out.paint)).join('\n')}\n`,
  );
  return 0;
};
