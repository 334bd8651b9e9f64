import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { DossierError } from '#contract/error.ts';
import type { WordTemplateLine } from '#contract/procedures/deliverables/word-templates.ts';
import {
  maxTemplateBytes,
  type TemplateMark,
  type WordTemplateCheck,
} from '#contract/deliverable/word-template.ts';
import { wordTemplateNameOf } from '#domain/deliverable/word-template-name.ts';
import { resolvePath } from '#app/client/home-folder.ts';
import { writeUserFile } from '#app/client/user-file.ts';
import { commandLine } from '../../command/command-line.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { nameOf, readBinaryFile } from '../../input/files.ts';
import { languageOf } from '../../input/report-choices.ts';
import { confirmReplaced } from '../../input/replace-file.ts';
import { table } from '../../output/table.ts';
import { counted, plain } from '../../output/text.ts';

export const list: CommandRun = async ({ out, call }) => {
  const templates = await call('template.list', {});
  out.answer(templates, () =>
    table<WordTemplateLine>(
      templates,
      [
        { title: 'Template', cell: ({ name }) => name },
        { title: 'Kept', cell: ({ keptAt }) => (keptAt === null ? 'always there' : out.moment(keptAt)) },
      ],
      out,
    ),
  );
  return 0;
};

export const check: CommandRun = async (context) => {
  const { args, out, call } = context;
  const file = nameOf(args.positionals[0] ?? '');
  const checked = await call('template.check', { content: await givenTemplate(context) });
  out.answer(answerOf(checked), () => `${report(checked, file)}${verdict(checked, file)}`);
  return checked.ok ? 0 : 1;
};

export const add: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [path = ''] = args.positionals;
  const name = args.text('name') ?? wordTemplateNameOf(basename(path));
  const kept = await call('template.keep', { name, content: await givenTemplate(context) });
  out.answer({ name, ...answerOf(kept) }, () =>
    kept.ok
      ? `${fallbacks(kept)}Kept the template "${plain(name)}". Use it: ${commandLine('report', 'PROJECT', '--out', 'report.docx', '--word-template', name)}\n`
      : `${problems(kept, nameOf(path))}${verdict(kept, nameOf(path))}`,
  );
  return kept.ok ? 0 : 1;
};

export const show: CommandRun = async (context) => {
  const { args, out, call, folder } = context;
  const [name = ''] = args.positionals;
  const language = languageOf(context);
  const {
    content,
    ending,
    check: said,
    keptAt,
  } = await call('template.read', {
    name,
    ...(language === undefined ? {} : { language }),
  });
  const given = args.text('out');
  if (given === undefined) {
    out.answer({ name, keptAt, ...answerOf(said) }, () => report(said, name));
    return 0;
  }
  const path = resolvePath(folder, given);
  if (!path.toLowerCase().endsWith(`.${ending}`)) {
    throw new DossierError(
      'file',
      `${nameOf(given)} would not open in Word: this template ends with .${ending}. Choose such a name.`,
    );
  }
  const bytes = Buffer.from(content, 'base64');
  await confirmReplaced(context, path, async () => bytes.equals(await readFile(path)));
  await writeUserFile(path, nameOf(given), bytes);
  out.answer({ name, path }, () => `${plain(path)}: the template "${plain(name)}"\n`);
  return 0;
};

export const remove: CommandRun = async ({ args, out, call }) => {
  const [name = ''] = args.positionals;
  const removed = await call('template.remove', { name });
  out.answer(removed, () => `Removed the template "${plain(removed.name)}".\n`);
  return 0;
};

/** The bytes of the file that the user named, as base64. */
async function givenTemplate({ args, folder, signal }: CommandContext): Promise<string> {
  const [path = ''] = args.positionals;
  return (await readBinaryFile(path, { folder, maxBytes: maxTemplateBytes, signal })).toString('base64');
}

/** What a script is told; how pages look is for the window. */
function answerOf({ ok, styles, marks, problems: wrong }: WordTemplateCheck) {
  return { ok, styles, marks, problems: wrong };
}

/** The marks with their places, the styles that fall back, and what is wrong. */
function report(checked: WordTemplateCheck, file: string): string {
  const { marks } = checked;
  const places = marks.map(
    ({ mark, part, paragraph, known }: TemplateMark) =>
      `  ${known ? ' ' : '!'} {{${plain(mark)}}} in ${placeWords(part)}, paragraph ${String(paragraph)}\n`,
  );
  const head = marks.length === 0 ? '' : `${counted(marks.length, 'mark')}:\n`;
  return `${head}${places.join('')}${fallbacks(checked)}${problems(checked, file)}`;
}

function fallbacks({ styles }: WordTemplateCheck): string {
  const missing = styles.filter(({ found }) => !found).map(({ name }) => plain(name));
  if (missing.length === 0) return '';
  return `Styles that the template does not have, and that are the report's own: ${missing.join(', ')}.\n`;
}

function problems({ problems: all }: WordTemplateCheck, file: string): string {
  return all.map(({ message }) => `${plain(file)}: ${plain(message)}\n`).join('');
}

function verdict({ ok }: WordTemplateCheck, file: string): string {
  return ok ? `${file} can be used.\n` : `${file} cannot be used.\n`;
}

/** `header1` is the first header of the file. */
function placeWords(part: string): string {
  const [, word = part, number = ''] = /^([a-z]+)(\d*)$/u.exec(part) ?? [];
  return number === '' ? `the ${word}` : `${word} ${number}`;
}
