import type { Json } from '#contract/json.ts';
import { wrong } from '../../command/arguments.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { caller, rightLines } from '../../command/describe.ts';
import { askForOther, foreign, opensUnasked, tellLeft } from '../../input/ask-other.ts';
import { readJsonFile } from '../../input/json-file.ts';
import { plain } from '../../output/text.ts';

const MAX_PROFILE_BYTES = 1024 * 1024;

export const connect: CommandRun = async (context) => {
  const { args, out, call } = context;
  const baseUrl = args.text('base-url');
  if (baseUrl === undefined) throw wrong('The address of the service is missing.', args.command);
  const profile = await readProfileFile(context);
  const input = profile === undefined ? { baseUrl } : { baseUrl, profile };
  const told = await call('connection.connect', { ...input, other: opensUnasked(context) });
  if (told.kind === 'other-user') await askForOther(context, told);
  const connected = told.kind === 'connected' ? told : await call('connection.connect', input);
  if (connected.kind === 'other-user') throw foreign(connected);
  const { kind: _kind, notices = [], left, ...answer } = connected;
  tellLeft(context, { notices, left });
  out.answer(
    answer,
    () => `Connected with ${plain(answer.baseUrl)}\n${caller(answer.user, answer.organization)}`,
  );
  return 0;
};

export const whoami: CommandRun = async ({ out, call }) => {
  const { rights, ...answer } = await call('connection.whoami', {});
  out.answer(answer, () =>
    [caller(answer.user, answer.organization), ...rightLines(rights).map((line) => `${line}\n`)].join(''),
  );
  return 0;
};

export const disconnect: CommandRun = async ({ out, call }) => {
  const answer = await call('connection.disconnect', {});
  out.answer(answer, () => {
    const waiting =
      answer.waiting === 0
        ? 'There are no pending changes.'
        : `${String(answer.waiting)} pending change${answer.waiting === 1 ? '' : 's'} will be sent once you connect again.`;
    return `The credentials are forgotten; findings and pending changes stay. ${waiting}\n`;
  });
  return 0;
};

async function readProfileFile({ args, folder, signal }: CommandContext): Promise<Json | undefined> {
  const path = args.text('profile');
  if (path === undefined) return undefined;
  return readJsonFile(path, { folder, maxBytes: MAX_PROFILE_BYTES, signal });
}
