import { hash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { DossierError } from '#contract/error.ts';
import type { CheckedTheme, ThemeLine } from '#contract/procedures/deliverables/deliverable.ts';
import {
  defaultTheme,
  ReportTheme,
  themeFaces,
  type ThemeFile,
  type ThemePicture,
  type ThemeProblem,
} from '#contract/deliverable/theme.ts';
import { readOrConvert } from '#domain/images/converted.ts';
import { parseJson } from '#domain/base/json.ts';
import { readThemeFile, type NamedFile } from '#domain/deliverable/theme/file.ts';
import { fontProblem } from '#domain/deliverable/theme/font.ts';
import { keepTheme, listThemes, readTheme, readThemeFiles, removeTheme } from '#db/tables/reports/themes.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ReadContext, type ServiceContext } from '#engine/context.ts';
import { eachEngagementSetting } from '#engine/record/engagement-settings.ts';

const maxBytes = { logo: 2_000_000, coverPicture: 8_000_000, font: 8_000_000 } as const;
/** What a picture is called in a message. */
const pictureNames = { logo: 'a logo', coverPicture: 'a picture of the cover' } as const;

/** A theme's file as it came: its text, and the files beside it as base64, by the paths that it names. */
interface GivenTheme {
  readonly text: string;
  readonly files: Readonly<Record<string, string>>;
}

/** The themes of this home: the one that is always there, then the kept ones by name. */
export function themesOf({ db }: Pick<ReadContext, 'db'>): readonly ThemeLine[] {
  const kept = listThemes(db).map(({ name, keptAt }) => ({ name, keptAt }));
  return [{ name: defaultTheme.name, keptAt: null }, ...kept];
}

/** A theme with the bytes of its pictures and fonts, by their hash. @throws DossierError `not-found` */
export function themeNamed(
  { db }: Pick<ReadContext, 'db'>,
  name: string,
): { readonly theme: ReportTheme; readonly files: ReadonlyMap<string, Uint8Array> } {
  if (name === defaultTheme.name) return { theme: defaultTheme, files: new Map() };
  const row = readTheme(db, name);
  if (row === null) throw noTheme(name);
  const parsed = parseJson(row.themeJson);
  const theme = ReportTheme.safeParse(parsed.kind === 'ok' ? parsed.value : null);
  if (!theme.success) throw new DossierError('internal', `The theme "${name}" cannot be read.`);
  return { theme: theme.data, files: readThemeFiles(db, name) };
}

/** What is wrong with a theme's file, and what would be corrected in it. Nothing is kept. */
export async function checkTheme(given: GivenTheme): Promise<CheckedTheme> {
  const { files: _files, ...checked } = await takeTheme(given);
  return checked;
}

/** A theme of a file as reports are made with it, kept nowhere. @throws DossierError `invalid` for one with a mistake */
export async function givenThemeOf(
  given: GivenTheme,
): Promise<{ readonly theme: ReportTheme; readonly files: ReadonlyMap<string, Uint8Array> }> {
  const { theme, problems, files } = await takeTheme(given);
  const [problem] = problems;
  if (theme !== null) return { theme, files };
  throw new DossierError(
    'invalid',
    `The theme has a mistake: ${problem?.member ?? ''} ${problem?.message ?? ''}.`,
  );
}

/** Keeps a theme under its name, in place of one that had it, if nothing is wrong with it. */
export async function keepGivenTheme(ctx: ServiceContext, given: GivenTheme): Promise<CheckedTheme> {
  const { files, ...checked } = await takeTheme(given);
  const { theme } = checked;
  if (theme !== null) {
    transaction(ctx.db, () => {
      const row = { name: theme.name, themeJson: JSON.stringify(theme), keptAt: nowIso(ctx) };
      keepTheme(ctx.db, row, files);
    });
  }
  return checked;
}

/** A theme as a file that holds its pictures and fonts. @throws DossierError `not-found` */
export function themeFileOf(
  ctx: Pick<ReadContext, 'db'>,
  name: string,
): { theme: ReportTheme; text: string } {
  const { theme, files } = themeNamed(ctx, name);
  const held = (sha256: string, type: string): string =>
    `data:${type};base64,${Buffer.from(files.get(sha256) ?? new Uint8Array()).toString('base64')}`;
  const family = (faces: ReportTheme['fonts']['sans']) =>
    Object.fromEntries(
      themeFaces.flatMap((face) => {
        const sha256 = faces[face];
        return sha256 === undefined ? [] : [[face, held(sha256, 'font/ttf')]];
      }),
    );
  const { logo, coverPicture, fonts, ...rest } = theme;
  const file: ThemeFile = {
    ...rest,
    fonts: { sans: family(fonts.sans), mono: family(fonts.mono) },
    ...(logo === null ? {} : { logo: held(logo.sha256, logo.type) }),
    ...(coverPicture === undefined ? {} : { coverPicture: held(coverPicture.sha256, coverPicture.type) }),
  };
  return { theme, text: `${JSON.stringify(file, null, 2)}\n` };
}

/** Removes a kept theme. @throws DossierError `not-found`, `invalid` (the one that is always there, or one in use) */
export function removeKeptTheme({ db }: ServiceContext, name: string): ThemeLine {
  if (name === defaultTheme.name) throw new DossierError('invalid', 'The default theme is always there.');
  return transaction(db, () => {
    const row = readTheme(db, name);
    if (row === null) throw noTheme(name);
    const users = eachEngagementSetting(db, 'report').filter(({ value }) => value.theme === name);
    if (users.length > 0) {
      throw new DossierError(
        'invalid',
        `Reports of ${users.map(({ project }) => project).join(', ')} are made with the theme "${name}". Choose another one there first.`,
      );
    }
    removeTheme(db, name);
    return { name, keptAt: row.keptAt };
  });
}

function noTheme(name: string): DossierError {
  return new DossierError('not-found', `There is no theme "${name}" in this vault.`);
}

async function takeTheme(
  given: GivenTheme,
): Promise<CheckedTheme & { readonly files: ReadonlyMap<string, Uint8Array> }> {
  const files = new Map<string, Uint8Array>();
  const read = readThemeFile(given.text);
  if (read.kind === 'broken') return { theme: null, problems: read.problems, notices: [], files };
  const problems: ThemeProblem[] = [];
  let { theme } = read;
  if (theme.name === defaultTheme.name) {
    problems.push(read.at(['name'], `"${theme.name}" is the name of the theme that is always there`));
  }
  for (const named of read.files) {
    const content = contentOf(named, given.files);
    const taken = content === null ? 'is not there beside the theme' : await takeFile(named, content);
    if (typeof taken === 'string') problems.push(read.at(named.member, `${shownSource(named)} ${taken}`));
    else {
      files.set(taken.sha256, taken.bytes);
      theme = withFile(theme, named, taken);
    }
  }
  return { theme: problems.length === 0 ? theme : null, problems, notices: read.notices, files };
}

/** What is kept of a picture or font, by its hash. */
interface Taken {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly image: ThemePicture | null;
}

/** A picture or font as it is kept, or why it is not. */
async function takeFile({ use }: NamedFile, bytes: Uint8Array): Promise<Taken | string> {
  const max = maxBytes[use.kind];
  if (bytes.length > max) return `has more than ${String(max / 1_000_000)} MB`;
  if (use.kind === 'font') {
    return fontProblem(bytes) ?? { bytes, sha256: hash('sha256', bytes), image: null };
  }
  const image = await readOrConvert(bytes, deflateSync);
  if (image.kind === 'invalid') return `cannot be used as ${pictureNames[use.kind]}. ${image.reason}`;
  if (image.orientation !== 1) return 'is stored lying on its side; save it upright first';
  const sha256 = hash('sha256', image.content);
  const { type, width, height } = image;
  return { bytes: image.content, sha256, image: { sha256, type, width, height } };
}

function withFile(theme: ReportTheme, { use }: NamedFile, { sha256, image }: Taken): ReportTheme {
  if (use.kind !== 'font') return image === null ? theme : { ...theme, [use.kind]: image };
  const family = { ...theme.fonts[use.family], [use.face]: sha256 };
  return { ...theme, fonts: { ...theme.fonts, [use.family]: family } };
}

function contentOf({ source }: NamedFile, files: GivenTheme['files']): Uint8Array | null {
  const held = /^data:[^,]*;base64,/iu.exec(source)?.[0];
  if (held !== undefined) return Buffer.from(source.slice(held.length), 'base64');
  const given = Object.hasOwn(files, source) ? files[source] : undefined;
  return given === undefined ? null : Buffer.from(given, 'base64');
}

function shownSource({ source }: NamedFile): string {
  return source.startsWith('data:') ? 'what it holds' : `"${source}"`;
}
