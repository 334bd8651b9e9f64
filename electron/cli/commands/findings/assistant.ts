import type { AssistantDraft, GenerationCheck, Confirmed } from '#contract/procedures/findings/assistant.ts';
import { stringify } from '#domain/base/json.ts';
import { shortIds } from '../../command/short-ids.ts';
import { wrong } from '../../command/arguments.ts';
import { confirm } from '../../input/confirm.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { readTextFile } from '../../input/files.ts';
import { confirmValues } from '../../input/known-values.ts';
import { readChanges, refuseBrokenFields } from '../../input/values.ts';
import { operationStyle } from '../../command/operation-style.ts';
import { operationLines } from '../../output/operations.ts';
import { table } from '../../output/table.ts';
import { counted, plain, plainLines } from '../../output/text.ts';

const MAX_TEXT_BYTES = 2_000_000;
const cost = 'This asks the assistant of the service once, and may cost credits.';

export const demonstration: CommandRun = async (context) => {
  const [finding = ''] = context.args.positionals;
  return ask(context, finding, []);
};

export const merge: CommandRun = async (context) => {
  const [finding = '', ...others] = context.args.positionals;
  return ask(context, finding, others);
};

/** Confirmed before it is written down: a script without `--yes` leaves nothing behind. */
async function ask(context: CommandContext, finding: string, others: readonly string[]): Promise<number> {
  const { args, out, call } = context;
  const again = args.text('again');
  const about = { finding, others: [...others] };
  const { waiting, unsent, hindrance } = await call('assistant.preview', about);
  if (waiting !== null)
    out.note(`What it wrote before is still waiting for you: dossier assistant show ${plain(waiting)}`);
  if (unsent.length > 0) out.note(`It does not see pending changes: ${unsent.map(plain).join(' ')}`);
  if (
    again === undefined &&
    hindrance?.kind === 'asked-already' &&
    (hindrance.state === 'unknown' || hindrance.state === 'rejected')
  )
    out.note(`It was asked this before: ask again with --again ${plain(hindrance.op)}`);
  await confirm(context, cost);
  const asked = { ...about, ...(again === undefined ? {} : { again }) };
  const { op } = await call('assistant.ask', asked);
  return answer(context, await call('assistant.confirm', { op }));
}

/** Confirms what waits, for instance what was asked offline. */
export const go: CommandRun = async (context) => {
  const [op = ''] = context.args.positionals;
  await confirm(context, cost);
  return answer(context, await context.call('assistant.confirm', { op }));
};

async function answer(context: CommandContext, came: Confirmed): Promise<number> {
  const { out } = context;
  const style = await operationStyle(context, came.kind === 'written' ? [] : [came.operation]);
  out.answer(came, () => {
    if (came.kind === 'written') return draftText(came.draft);
    const next = nextStep(came);
    return [plain(came.message), ...operationLines(came.operation, style), ...next, ''].join('\n');
  });
  return came.kind === 'written' || came.kind === 'paused' ? 0 : 1;
}

function nextStep(came: Exclude<Confirmed, { kind: 'written' }>): readonly string[] {
  const op = plain(came.operation.op);
  switch (came.kind) {
    case 'asked':
      return [
        `  read its answer: dossier assistant show ${op}`,
        `  or, if none was kept: dossier assistant check ${op}`,
      ];
    case 'unknown':
      return [`  look: dossier assistant check ${op}`, `  or ask again knowingly with --again ${op}`];
    case 'waits':
      return [`  when you are online: dossier assistant confirm ${op}`];
    case 'paused':
    case 'refused':
      return [];
  }
}

export const drafts: CommandRun = async ({ args, out, call }) => {
  const list = await call('assistant.drafts', {
    project: args.text('project') ?? null,
    settled: args.flag('settled'),
  });
  const change = await shortIds(
    { out, call },
    'change',
    list.map(({ op }) => op),
  );
  const shortId = await shortIds(
    { out, call },
    'finding',
    list.map(({ finding }) => finding.id),
  );
  out.answer(list, () => {
    if (list.length === 0) return 'There are no drafts of the assistant.\n';
    return table<AssistantDraft>(
      list,
      [
        { title: 'Change', cell: ({ op }) => change(op) },
        { title: 'What', cell: ({ kind }) => (kind === 'ai-merge' ? 'merge' : 'demonstration') },
        { title: 'State', cell: ({ state }) => states[state] },
        { title: 'Written', cell: ({ writtenAt }) => out.moment(writtenAt) },
        { title: 'Finding', cell: ({ finding }) => shortId(finding.id) },
        { title: 'Title', cell: ({ finding }) => finding.title, shrinks: true },
      ],
      out,
    );
  });
  return 0;
};

export const show: CommandRun = async ({ args, out, call }) => {
  const [op = ''] = args.positionals;
  const draft = await call('assistant.draft', { op });
  out.answer(draft, () => draftText(draft));
  return 0;
};

export const edit: CommandRun = async (context) => {
  const { args, out, call, folder, signal } = context;
  const [op = ''] = args.positionals;
  const [given, file] = [args.text('text'), args.text('text-file')];
  if ((given === undefined) === (file === undefined)) {
    throw wrong('Give the text with --text or with --text-file.', args.command);
  }
  const onWaiting = (): void => {
    out.note('Waiting for the text on standard input; end it with Ctrl-D.');
  };
  const text =
    given ?? (await readTextFile(file ?? '', { folder, maxBytes: MAX_TEXT_BYTES, signal, onWaiting }));
  const draft = await call('assistant.edit', { op, text });
  out.answer(draft, () => draftText(draft));
  return 0;
};

export const apply: CommandRun = async ({ args, out, call }) => {
  const [op = ''] = args.positionals;
  const operation = await call('assistant.apply', { op });
  const style = await operationStyle({ out, call }, [operation]);
  out.answer(
    operation,
    () => `Accepted. The next sync applies it.\n${operationLines(operation, style).join('\n')}\n`,
  );
  return 0;
};

export const accept: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [op = '', ...fields] = args.positionals;
  const edited = await readChanges(context);
  if (edited !== undefined) {
    refuseBrokenFields(context, edited);
    await confirmValues(context, edited);
  }
  const draft = await call('assistant.accept', { op, fields, ...(edited === undefined ? {} : { edited }) });
  out.answer(draft, () => {
    const others = draft.others.map(({ id }) => plain(id)).join(' ');
    return `Accepted ${counted(fields.length, 'field')} of the proposal as edits of ${plain(draft.finding.id)}.\nThe other findings stay. To delete them: dossier delete ${others}\n`;
  });
  return 0;
};

export const drop: CommandRun = async ({ args, out, call }) => {
  const [op = ''] = args.positionals;
  const draft = await call('assistant.drop', { op });
  out.answer(draft, () => 'Discarded. Nothing of it was accepted.\n');
  return 0;
};

export const check: CommandRun = async ({ args, out, call }) => {
  const [op = ''] = args.positionals;
  const found = await call('assistant.check', { op });
  out.answer(found, () => checkedText(found, op));
  return found.kind === 'draft' ? 0 : 1;
};

function checkedText(found: GenerationCheck, op: string): string {
  switch (found.kind) {
    case 'draft':
      return `It has run. The finding shows its draft:\n\n${draftText(found.draft)}`;
    case 'changed':
      return `The demonstration of the finding is another one than when the assistant was asked:\n\n${plainLines(found.now).join('\n')}\n`;
    case 'nothing':
      return `The finding shows nothing of it. That does not prove that it did not run. To ask again knowingly: --again ${plain(op)}\n`;
    case 'gone':
      return 'The finding is deleted, or not visible to you.\n';
  }
}

function draftText(draft: AssistantDraft): string {
  const head = `Operation ${plain(draft.op)} about ${plain(draft.finding.id)} ${plain(draft.finding.title)}\nWritten by the assistant, ${states[draft.state]}.`;
  if (draft.kind === 'ai-merge' && draft.fields.length > 0) {
    const fields = draft.fields.map(({ name, proposed, sources, accepted, same }) => {
      const from = sources.length === 0 ? '' : `, from ${sources.map((id) => plain(id)).join(', ')}`;
      const stands = accepted ? ', accepted' : same ? ', as it is' : '';
      const text = typeof proposed === 'string' ? proposed : stringify(proposed);
      return `${plain(name)}${from}${stands}:\n  ${plain(text)}`;
    });
    return `${[head, ...fields].join('\n\n')}\n\nTake fields over: dossier assistant accept ${plain(draft.op)} FIELD…\n`;
  }
  const today = draft.now === '' ? '(nothing)' : plainLines(draft.now).join('\n');
  return `${head}\n\nDemonstration today:\n${today}\n\nDraft:\n${plainLines(draft.text).join('\n')}\n`;
}

const states = {
  open: 'not accepted',
  accepted: 'accepted',
  dropped: 'dropped',
} as const satisfies Record<AssistantDraft['state'], string>;
