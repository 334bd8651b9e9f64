import type { JsonObject } from '#contract/json.ts';
import type {
  ReportTheme,
  SeverityColors,
  ThemeColors,
  ThemeCompany,
  ThemeFace,
} from '#contract/deliverable/theme.ts';
import { isObject, parseJson } from '#domain/base/json.ts';
import { contrast, readableContrast, readableOn } from '#domain/deliverable/theme/color.ts';
import { textGround } from '#domain/deliverable/theme/readable.ts';
import { carriedOver } from '#domain/finding/carried-over.ts';

/** A theme while a user writes it. Pictures and fonts are held as `data:` addresses, as its file holds them. */
export interface ThemeDraft {
  readonly name: string;
  readonly colors: ThemeColors;
  readonly logo: string | null;
  readonly coverPicture: string | null;
  readonly fonts: {
    readonly sans: Readonly<Partial<Record<ThemeFace, string>>>;
    readonly mono: Readonly<Partial<Record<ThemeFace, string>>>;
  };
  readonly pageSize: ReportTheme['pageSize'];
  readonly cover: ReportTheme['cover'];
  readonly header: string;
  readonly footer: string;
  readonly company: CompanyDraft;
  /** No field shows it: it stays as the theme has it. */
  readonly rating: ReportTheme['rating'] | null;
}

/** The company's members as their fields hold them: the address line by line, empty for what is not given. */
export type CompanyDraft = Readonly<Record<keyof ThemeCompany, string>>;

/** A colour of a theme, as a member of its file: `ink`, `severities.high`. */
export type ColorName = Exclude<keyof ThemeColors, 'severities'> | `severities.${keyof SeverityColors}`;

/** A theme to begin with. @param read as `theme.read` answers it */
export function draftOf(
  { theme, text }: { readonly theme: ReportTheme; readonly text: string },
  name: string,
): ThemeDraft {
  const parsed = parseJson(text);
  const file: JsonObject = parsed.kind === 'ok' && isObject(parsed.value) ? parsed.value : {};
  const fonts = isObject(file['fonts']) ? file['fonts'] : {};
  const { colors, pageSize, cover, header, footer, company = {}, rating = null } = theme;
  return {
    name,
    colors,
    pageSize,
    cover,
    header,
    footer,
    logo: typeof file['logo'] === 'string' ? file['logo'] : null,
    coverPicture: typeof file['coverPicture'] === 'string' ? file['coverPicture'] : null,
    company: {
      name: company.name ?? '',
      address: (company.address ?? []).join('\n'),
      phone: company.phone ?? '',
      email: company.email ?? '',
      web: company.web ?? '',
    },
    rating,
    fonts: { sans: facesIn(fonts['sans']), mono: facesIn(fonts['mono']) },
  };
}

function facesIn(family: unknown): Partial<Record<ThemeFace, string>> {
  const faces: Partial<Record<ThemeFace, string>> = {};
  if (typeof family !== 'object' || family === null) return faces;
  for (const [face, source] of Object.entries(family)) {
    if (isFace(face) && typeof source === 'string') faces[face] = source;
  }
  return faces;
}

function isFace(name: string): name is ThemeFace {
  return name === 'regular' || name === 'bold' || name === 'italic' || name === 'boldItalic';
}

/** What a person changed of a theme, over what it is by now; what they did not touch is as it is there. */
export function themeOver(before: ThemeDraft, draft: ThemeDraft, now: ThemeDraft): ThemeDraft {
  const severities = carriedOver(before.colors.severities, draft.colors.severities, now.colors.severities);
  return {
    ...carriedOver(before, draft, now),
    company: carriedOver(before.company, draft.company, now.company),
    colors: { ...carriedOver(before.colors, draft.colors, now.colors), severities },
    fonts: {
      sans: carriedOver(before.fonts.sans, draft.fonts.sans, now.fonts.sans),
      mono: carriedOver(before.fonts.mono, draft.fonts.mono, now.fonts.mono),
    },
  };
}

/** The draft as a theme's file. */
export function fileOf(draft: ThemeDraft): string {
  const { logo, coverPicture, company, rating, ...rest } = draft;
  const file = {
    ...rest,
    ...(logo === null ? {} : { logo }),
    ...(coverPicture === null ? {} : { coverPicture }),
    ...(rating === null ? {} : { rating }),
    ...companyIn(company),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** What is filled in of the company, as a member of the file; no member if nothing is. */
function companyIn({ address, ...lines }: CompanyDraft): { readonly company?: ThemeCompany } {
  const company = {
    ...Object.fromEntries(Object.entries(lines).filter(([, line]) => line.trim() !== '')),
    ...(address.trim() === '' ? {} : { address: address.split('\n').filter((line) => line.trim() !== '') }),
  };
  return Object.keys(company).length === 0 ? {} : { company };
}

/** One colour of a draft. */
export function colorOf(colors: ThemeColors, name: ColorName): string {
  return isSeverity(name) ? colors.severities[severityOf(name)] : colors[name];
}

/** The colours with another one. */
export function withColor(colors: ThemeColors, name: ColorName, color: string): ThemeColors {
  return isSeverity(name)
    ? { ...colors, severities: { ...colors.severities, [severityOf(name)]: color } }
    : { ...colors, [name]: color };
}

type SeverityColorName = `severities.${keyof SeverityColors}`;

function isSeverity(name: ColorName): name is SeverityColorName {
  return name.startsWith('severities.');
}

function severityOf(name: SeverityColorName): keyof SeverityColors {
  return name.slice('severities.'.length) as keyof SeverityColors;
}

/** How well letters read in or on a colour; null for those in and on which none stand. */
export interface Readability {
  /** From 1 to 21. */
  readonly ratio: number;
  /** The darker colour that is used instead; null where it can be read. */
  readonly instead: string | null;
}

/** Letters stand in ink, text, muted and link on paper, panel and marks; white ones on the cover and the severities. */
export function readability(colors: ThemeColors, name: ColorName): Readability | null {
  const color = colorOf(colors, name);
  if (name === 'accent' || name === 'rule' || name === 'panel' || !isColor(color)) return null;
  const onPaper = name === 'ink' || name === 'text' || name === 'muted' || name === 'link';
  const ground = onPaper ? textGround(isColor(colors.panel) ? colors.panel : '#ffffff') : '#ffffff';
  const ratio = contrast(color, ground);
  return { ratio, instead: ratio >= readableContrast ? null : readableOn(color, ground) };
}

/** Whether it is a colour such as `#1b2430`. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/iu.test(text);
}

/** A file that a user chose as a `data:` address of this type. */
export async function dataAddress(file: Blob, type: string): Promise<string> {
  return `data:${type};base64,${new Uint8Array(await file.arrayBuffer()).toBase64()}`;
}

/** What a `data:` address holds. Of one that cannot be read, nothing. */
export function heldBy(address: string): Blob {
  const [, type = '', content = ''] = /^data:([^;,]*);base64,(.*)$/su.exec(address) ?? [];
  try {
    return new Blob([Uint8Array.fromBase64(content)], { type });
  } catch {
    return new Blob();
  }
}
