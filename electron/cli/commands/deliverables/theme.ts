import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import type { CheckedTheme, ThemeLine } from '#contract/procedures/deliverables/deliverable.ts';
import { DossierError } from '#contract/error.ts';
import type { ThemeProblem } from '#contract/deliverable/theme.ts';
import { readThemeFile } from '#domain/deliverable/theme/file.ts';
import { commandLine } from '../../command/command-line.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { resolvePath } from '#app/client/home-folder.ts';
import { nameOf, readTextFile } from '../../input/files.ts';
import { table } from '../../output/table.ts';
import { plain } from '../../output/text.ts';

const MAX_THEME_BYTES = 30_000_000;
const MAX_FILE_BYTES = 10_000_000;

export const check: CommandRun = async (context) => {
  const checked = await context.call('theme.check', await givenTheme(context));
  return told(context, checked, (name) => `${name} can be used.\n`);
};

export const add: CommandRun = async (context) => {
  const kept = await context.call('theme.keep', await givenTheme(context));
  return told(
    context,
    kept,
    (name) =>
      `Kept the theme "${name}". Use it: ${commandLine('report', 'settings', 'PROJECT', '--theme', name)}\n`,
  );
};

export const list: CommandRun = async ({ out, call }) => {
  const themes = await call('theme.list', {});
  out.answer(themes, () =>
    table<ThemeLine>(
      themes,
      [
        { title: 'Theme', cell: ({ name }) => name },
        { title: 'Kept', cell: ({ keptAt }) => (keptAt === null ? 'always there' : out.moment(keptAt)) },
      ],
      out,
    ),
  );
  return 0;
};

export const show: CommandRun = async ({ args, out, call }) => {
  const [name = ''] = args.positionals;
  const { theme, text } = await call('theme.read', { name });
  out.answer(theme, () => text);
  return 0;
};

export const remove: CommandRun = async ({ args, out, call }) => {
  const [name = ''] = args.positionals;
  const removed = await call('theme.remove', { name });
  out.answer(removed, () => `Removed the theme "${plain(removed.name)}".\n`);
  return 0;
};

/** The theme's text, and the files beside it that it names; one that is not there is told with its line. */
async function givenTheme({ args, folder, signal }: CommandContext) {
  const [path = ''] = args.positionals;
  const text = await readTextFile(path, { folder, maxBytes: MAX_THEME_BYTES, signal });
  const read = readThemeFile(text);
  const beside = path === '-' ? folder : dirname(resolvePath(folder, path));
  const files: Record<string, string> = {};
  if (read.kind === 'ok') {
    for (const { source } of read.files) {
      if (source.startsWith('data:')) continue;
      const content = await contentOf(isAbsolute(source) ? source : resolve(beside, source));
      if (content !== null) files[source] = content.toString('base64');
    }
  }
  return { text, files };
}

async function contentOf(path: string): Promise<Buffer | null> {
  try {
    const content = await readFile(path);
    if (content.length <= MAX_FILE_BYTES) return content;
  } catch {
    return null;
  }
  throw new DossierError('file', `${nameOf(path)} is larger than 10 MB, which is the most that is taken.`);
}

/** `acme.json, line 7: colors.severities.high: expected …`, line by line. */
function told(context: CommandContext, checked: CheckedTheme, done: (name: string) => string): number {
  const { args, out } = context;
  const file = nameOf(args.positionals[0] ?? '');
  const line = ({ line: number, column, member, message }: ThemeProblem): string =>
    `${file}, line ${String(number)}, column ${String(column)}: ${[member, message]
      .filter((part) => part !== '')
      .map(plain)
      .join(': ')}`;
  for (const notice of checked.notices) out.note(line(notice));
  const [first] = checked.problems;
  const error = first === undefined ? {} : { error: { code: 'invalid', message: line(first) } };
  out.answer({ ...checked, ...error }, () =>
    checked.theme === null
      ? checked.problems.map((problem) => `${line(problem)}\n`).join('')
      : done(plain(checked.theme.name)),
  );
  return checked.problems.length === 0 ? 0 : 1;
}
