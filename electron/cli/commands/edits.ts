import { DossierError } from '#contract/error.ts';
import { parseJson } from '#core/json.ts';
import { wrong } from '../arguments.ts';
import type { CommandRun } from '../context.ts';
import { nameOf, readTextFile } from '../files.ts';
import { operationLines } from '../operations.ts';
import { plain } from '../text.ts';
import { newFindings } from '../report-file.ts';
import { readChanges } from '../values.ts';

const MAX_RECORDS_BYTES = 100 * 1024 * 1024;

export const edit: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [id = ''] = args.positionals;
  const changes = await readChanges(context);
  if (changes === undefined)
    throw wrong('Nothing to change: give --set, --set-json or --set-file.', args.command);
  const operation = await call('finding.edit', { id, changes });
  out.answer(operation, () => `${operationLines(operation, out.paint).join('\n')}\n`);
  return 0;
};

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
  const { records, images } = newFindings(parsed.value, nameOf(path));
  if (records.length === 0)
    throw new DossierError('invalid', `${nameOf(path)} holds no finding: the array is empty.`);
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
