import { z } from 'zod';

/*
 * How a deliverable looks: colours, fonts, logo, the paper and the words on every page. Pictures and fonts are named by
 * the hash of their bytes, which travel beside the snapshot as those of its images do.
 */

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'expected a colour such as "#1b2430"');
const line = z.string().max(200);
const maxRatings = 12;
const sha256 = z.string().min(1);
const companyLine = z.string().trim().min(1).max(200);
export const maxAddressLines = 8;
const least = z.int().min(1).max(100_000).optional();

/** What a finding's severity is drawn with; white stands on each. */
export const SeverityColors = z.strictObject({
  critical: color,
  high: color,
  medium: color,
  low: color,
  info: color,
  unknown: color,
});
export type SeverityColors = z.infer<typeof SeverityColors>;

/** `cover` is the field of the first page, on which white stands; `accent` is for marks, never for text. */
export const ThemeColors = z.strictObject({
  accent: color,
  cover: color,
  ink: color,
  text: color,
  muted: color,
  link: color,
  rule: color,
  panel: color,
  severities: SeverityColors,
});
export type ThemeColors = z.infer<typeof ThemeColors>;

/** The four faces of a family; one that is not given is that of the default theme. */
export const themeFaces = ['regular', 'bold', 'italic', 'boldItalic'] as const;
export type ThemeFace = (typeof themeFaces)[number];

const ThemeFamily = z.strictObject({
  regular: sha256.optional(),
  bold: sha256.optional(),
  italic: sha256.optional(),
  boldItalic: sha256.optional(),
});

/** `band`: a coloured field over the upper half of the first page; `plain`: white paper and a line. */
const coverStyles = ['band', 'plain'] as const;

const pageSizeNames = ['A4', 'Letter'] as const;

/** A line of the rule that the overall rating follows: it holds if there are at least so many findings of each severity named. */
export const RatingRule = z.strictObject({
  name: z.string().trim().min(1).max(40),
  atLeast: z.strictObject({
    critical: least,
    high: least,
    medium: least,
    low: least,
    info: least,
    unknown: least,
  }),
});
export type RatingRule = z.infer<typeof RatingRule>;

/**
 * Who writes the reports, as the back page and letters print it. `address` is its lines; `web` leads somewhere, with or
 * without `https://`.
 */
export const ThemeCompany = z.strictObject({
  name: companyLine.optional(),
  address: z.array(companyLine).min(1).max(maxAddressLines).optional(),
  phone: companyLine.optional(),
  email: companyLine
    .regex(/^[^\s@:?#]+@[^\s@:?#]+$/u, 'expected an address such as "info@acme.example"')
    .optional(),
  web: companyLine
    .regex(
      /^(?:https?:\/\/)?[^\s/:?#@]+\.[^\s/:?#@]+(?::\d+)?(?:[/?#]\S*)?$/iu,
      'expected an address such as "https://acme.example"',
    )
    .optional(),
});
export type ThemeCompany = z.infer<typeof ThemeCompany>;

/** A picture of a theme, by the hash of its bytes. */
export const ThemePicture = z.strictObject({
  sha256,
  type: z.enum(['image/png', 'image/jpeg']),
  width: z.int(),
  height: z.int(),
});
export type ThemePicture = z.infer<typeof ThemePicture>;

/** A theme as a report is made with it. `header` and `footer` may hold placeholders; empty ones are the writer's own. */
export const ReportTheme = z.strictObject({
  name: z.string().min(1).max(100),
  colors: ThemeColors,
  fonts: z.strictObject({ sans: ThemeFamily, mono: ThemeFamily }),
  logo: ThemePicture.nullable(),
  /** Fills the field of the cover, or stands above its line. */
  coverPicture: ThemePicture.optional(),
  pageSize: z.enum(pageSizeNames),
  cover: z.enum(coverStyles),
  header: line,
  footer: line,
  /** In place of the usual rule of the overall rating, the gravest first. */
  rating: z.array(RatingRule).min(1).max(maxRatings).optional(),
  company: ThemeCompany.optional(),
});
export type ReportTheme = z.infer<typeof ReportTheme>;

/**
 * The theme that is always there. White has a contrast of 4.5 or better on each severity colour. The colours
 * grow lighter from critical to info, so that their order shows in grey and to colour-blind readers.
 */
export const defaultTheme: ReportTheme = {
  name: 'default',
  colors: {
    accent: '#C9A227',
    cover: '#17233A',
    ink: '#1B2430',
    text: '#222B36',
    muted: '#5A6675',
    link: '#1A4F8B',
    rule: '#D5DAE1',
    panel: '#F4F6F8',
    severities: {
      critical: '#5C0A2E',
      high: '#A3231B',
      medium: '#B0540A',
      low: '#2F7196',
      info: '#66727F',
      unknown: '#4A4A4A',
    },
  },
  fonts: { sans: {}, mono: {} },
  logo: null,
  pageSize: 'A4',
  cover: 'band',
  header: '',
  footer: '',
};

const faces = z.strictObject({
  regular: z.string().min(1),
  bold: z.string().min(1),
  italic: z.string().min(1),
  boldItalic: z.string().min(1),
});

/**
 * A theme as a person writes it: a JSON file in which everything but the name may be left out. Pictures and fonts are paths
 * beside the file, or `data:` addresses that hold them.
 */
export const ThemeFile = z.strictObject({
  name: z
    .string()
    .max(100)
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, 'expected letters, digits, blanks, ".", "_" and "-"'),
  colors: ThemeColors.extend({ severities: SeverityColors.partial() }).partial().optional(),
  fonts: z.strictObject({ sans: faces.partial(), mono: faces.partial() }).partial().optional(),
  logo: z.string().min(1).optional(),
  coverPicture: z.string().min(1).optional(),
  pageSize: z.enum(pageSizeNames).optional(),
  cover: z.enum(coverStyles).optional(),
  header: line.optional(),
  footer: line.optional(),
  rating: z.array(RatingRule).min(1).max(maxRatings).optional(),
  company: ThemeCompany.optional(),
});
export type ThemeFile = z.infer<typeof ThemeFile>;

/** The members that the object at a path of a theme's file may have; none if no object stands there. */
export function themeMembersAt(path: readonly PropertyKey[]): readonly string[] {
  const bare = (schema: unknown): unknown => (schema instanceof z.ZodOptional ? schema.unwrap() : schema);
  const schema = path.reduce<unknown>((inner, name) => {
    if (inner instanceof z.ZodObject) return bare(inner.shape[String(name)]);
    return inner instanceof z.ZodArray ? bare(inner.element) : undefined;
  }, ThemeFile);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** What is wrong with a theme file, or was corrected in it, and where: counted from 1. */
export interface ThemeProblem {
  readonly line: number;
  readonly column: number;
  /** `colors.severities.high`; empty if it is about the file. */
  readonly member: string;
  readonly message: string;
}
