import { parse, type DocumentNode, type ObjectNode, type ValueNode } from '@humanwhocodes/momoa';
import { findJsonBreak } from '../../base/json-break.ts';
import { parseJson } from '../../base/json.ts';
import { placeholderNames } from '#contract/engagement.ts';
import {
  defaultTheme,
  themeFaces,
  ThemeFile,
  themeMembersAt,
  type RatingRule,
  type ReportTheme,
  type ThemeColors,
  type ThemeFace,
  type ThemeProblem,
} from '#contract/deliverable/theme.ts';
import { nearestName } from '../../text/words/nearest.ts';
import { contrast, readableContrast, readableOn } from './color.ts';
import { textGround } from './readable.ts';

/** A picture or font that a theme names, and where it does. */
export interface NamedFile {
  readonly member: readonly string[];
  readonly use:
    | { readonly kind: 'logo' | 'coverPicture' }
    | { readonly kind: 'font'; readonly family: 'sans' | 'mono'; readonly face: ThemeFace };
  /** A path beside the theme's file, or a `data:` address. */
  readonly source: string;
}

/** A theme that can be used once its files are there. */
export interface ReadTheme {
  readonly kind: 'ok';
  /** Without its pictures and fonts. */
  readonly theme: ReportTheme;
  readonly files: readonly NamedFile[];
  /** What was corrected: colours on which nothing could be read. */
  readonly notices: readonly ThemeProblem[];
  /** Where a member stands in the file, for what turns out to be wrong with it later. */
  readonly at: (member: readonly string[], message: string) => ThemeProblem;
}

type Outcome = ReadTheme | { readonly kind: 'broken'; readonly problems: readonly ThemeProblem[] };

/**
 * Reads a theme's file: JSON, in which comments and trailing commas may stand. Every problem names its line, its member and
 * what was expected. Colours on which, or in which, letters could not be read are darkened, and a notice tells so. Never
 * throws.
 */
export function readThemeFile(text: string): Outcome {
  const tree = parseTree(text);
  if ('message' in tree) return { kind: 'broken', problems: [tree] };
  const at = (member: readonly PropertyKey[], message: string): ThemeProblem => ({
    ...placeOf(tree, member),
    member: member.map(String).join('.'),
    message,
  });
  const parsed = ThemeFile.safeParse(valueOf(tree.body));
  if (!parsed.success) {
    return { kind: 'broken', problems: parsed.error.issues.flatMap((issue) => described(issue, tree, at)) };
  }
  const file = parsed.data;
  const unknown = (['header', 'footer'] as const).flatMap((member) =>
    unknownNames(file[member] ?? '').map((name) =>
      at([member], `there is no placeholder {{${name}}}; known: ${placeholderNames.join(', ')}`),
    ),
  );
  if (unknown.length > 0) return { kind: 'broken', problems: unknown };
  const rule = brokenRule(file.rating ?? []);
  if (rule !== null)
    return { kind: 'broken', problems: [at(['rating', rule.line, 'atLeast'], rule.message)] };
  const { colors, notices } = readable(chosenColors(file), at);
  const theme: ReportTheme = {
    name: file.name,
    colors,
    fonts: { sans: {}, mono: {} },
    logo: null,
    pageSize: file.pageSize ?? defaultTheme.pageSize,
    cover: file.cover ?? defaultTheme.cover,
    header: file.header ?? '',
    footer: file.footer ?? '',
    ...(file.rating === undefined ? {} : { rating: file.rating }),
    ...(file.company === undefined ? {} : { company: file.company }),
  };
  return { kind: 'ok', theme, files: namedFiles(file), notices, at };
}

function parseTree(text: string): DocumentNode | ThemeProblem {
  const source = text.replace(/^\ufeff/u, '');
  // What nests too deep would end the parser of the tree, which walks by itself.
  const bare = parseJson(source);
  if (bare.kind === 'broken' && bare.tooDeep)
    return { line: 1, column: 1, member: '', message: bare.message };
  try {
    return parse(source, { mode: 'jsonc', allowTrailingCommas: true });
  } catch {
    const place = findJsonBreak(source, 'jsonc') ?? { line: 1, column: 1, message: 'this is no JSON' };
    return { ...place, member: '' };
  }
}

function valueOf(node: ValueNode): unknown {
  switch (node.type) {
    case 'Object':
      return Object.fromEntries(node.members.map(({ name, value }) => [nameOf(name), valueOf(value)]));
    case 'Array':
      return node.elements.map(({ value }) => valueOf(value));
    case 'String':
    case 'Number':
    case 'Boolean':
      return node.value;
    default:
      return null;
  }
}

/** A member of an object that the tree has: where its name stands, and its value. */
interface Member {
  readonly name: { readonly line: number; readonly column: number };
  readonly value: ValueNode;
}

function memberOf(node: ValueNode, wanted: PropertyKey): Member | null {
  if (node.type === 'Array') {
    const value = typeof wanted === 'number' ? node.elements[wanted]?.value : undefined;
    return value === undefined ? null : { name: value.loc.start, value };
  }
  if (node.type !== 'Object') return null;
  const member = node.members.find(({ name }) => nameOf(name) === wanted);
  return member === undefined ? null : { name: member.name.loc.start, value: member.value };
}

function nameOf(name: ObjectNode['members'][number]['name']): string {
  return name.type === 'String' ? name.value : name.name;
}

/** Where a member's value stands; of one that is not there, the innermost object that should have it. */
function placeOf(tree: DocumentNode, member: readonly PropertyKey[]): { line: number; column: number } {
  let node = tree.body;
  for (const name of member) node = memberOf(node, name)?.value ?? node;
  const { line, column } = node.loc.start;
  return { line, column };
}

/** What the schema says of a member that it does not take. */
type Issue = NonNullable<ReturnType<typeof ThemeFile.safeParse>['error']>['issues'][number];

function described(
  issue: Issue,
  tree: DocumentNode,
  at: (member: readonly PropertyKey[], message: string) => ThemeProblem,
): ThemeProblem[] {
  const { path } = issue;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => {
        const place = keyPlace(tree, path, key);
        const near = nearestName(key, themeMembersAt(path));
        const hint = near === null ? '' : `. Did you mean "${near}"?`;
        return { ...at([...path, key], `there is no such member${hint}`), ...place };
      });
    case 'invalid_type':
      return [at(path, `expected ${kindNamed(issue.expected)}, found ${found(tree, path)}`)];
    case 'invalid_value': {
      const known = issue.values.map((value) => JSON.stringify(value)).join(' or ');
      return [at(path, `expected ${known}, found ${found(tree, path)}`)];
    }
    case 'too_big':
      return [at(path, `expected at most ${String(issue.maximum)}${measured(issue.origin)}`)];
    case 'too_small':
      return [at(path, smallest(issue.origin, issue.minimum))];
    default:
      return [at(path, `${issue.message}, found ${found(tree, path)}`)];
  }
}

function smallest(origin: string, least: number | bigint): string {
  if (origin === 'string') return 'expected a text that is not empty';
  return origin === 'array' ? 'expected at least one entry' : `expected at least ${String(least)}`;
}

function measured(origin: string): string {
  return origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '';
}

/** Why the rule of the rating cannot be followed: its last line, and no other, holds for everything. */
function brokenRule(
  rules: readonly RatingRule[],
): { readonly line: number; readonly message: string } | null {
  const last = rules.length - 1;
  const open = rules.findIndex(({ atLeast }) => Object.keys(atLeast).length === 0);
  if (last === -1 || open === last) return null;
  return open === -1
    ? { line: last, message: 'the last rating must hold for everything: {}' }
    : { line: open, message: 'holds for everything, so no rating behind it is ever given' };
}

/** Where the name of a member stands that is there and should not be. */
function keyPlace(
  tree: DocumentNode,
  path: readonly PropertyKey[],
  key: string,
): { line: number; column: number } {
  let node = tree.body;
  for (const name of path) node = memberOf(node, name)?.value ?? node;
  const { line, column } = memberOf(node, key)?.name ?? node.loc.start;
  return { line, column };
}

function kindNamed(expected: string): string {
  switch (expected) {
    case 'string':
      return 'a text in quotes';
    case 'object':
      return 'an object in braces';
    default:
      return expected;
  }
}

/** What stands there instead, short. */
function found(tree: DocumentNode, member: readonly PropertyKey[]): string {
  let node: ValueNode | null = tree.body;
  for (const name of member) node = node === null ? null : (memberOf(node, name)?.value ?? null);
  if (node === null) return 'nothing';
  const text = JSON.stringify(valueOf(node));
  return text.length > 60 ? `${text.slice(0, 60)}\u2026` : text;
}

function unknownNames(text: string): string[] {
  return [...text.matchAll(/(?<!\\)\{\{\s*([^{}]*?)\s*\}\}/gu)]
    .map(([, name = '']) => name)
    .filter((name) => !placeholderNames.some((known) => known === name));
}

function namedFiles({ fonts, ...file }: ThemeFile): NamedFile[] {
  const named = (['logo', 'coverPicture'] as const).flatMap((kind): NamedFile[] => {
    const source = file[kind];
    return source === undefined ? [] : [{ member: [kind], use: { kind }, source }];
  });
  for (const family of ['sans', 'mono'] as const) {
    for (const face of themeFaces) {
      const source = fonts?.[family]?.[face];
      if (source === undefined) continue;
      named.push({ member: ['fonts', family, face], use: { kind: 'font', family, face }, source });
    }
  }
  return named;
}

/** The colours of a file, and the default theme's if it says nothing. */
function chosenColors({ colors: chosen = {} }: ThemeFile): ThemeColors {
  const base = defaultTheme.colors;
  const { severities = {} } = chosen;
  return {
    accent: chosen.accent ?? base.accent,
    cover: chosen.cover ?? base.cover,
    ink: chosen.ink ?? base.ink,
    text: chosen.text ?? base.text,
    muted: chosen.muted ?? base.muted,
    link: chosen.link ?? base.link,
    rule: chosen.rule ?? base.rule,
    panel: chosen.panel ?? base.panel,
    severities: {
      critical: severities.critical ?? base.severities.critical,
      high: severities.high ?? base.severities.high,
      medium: severities.medium ?? base.severities.medium,
      low: severities.low ?? base.severities.low,
      info: severities.info ?? base.severities.info,
      unknown: severities.unknown ?? base.severities.unknown,
    },
  };
}

/** Letters stand in or on each of these; what could not be read is darkened, and told. */
function readable(
  colors: ThemeColors,
  at: (member: readonly string[], message: string) => ThemeProblem,
): { readonly colors: ThemeColors; readonly notices: ThemeProblem[] } {
  const notices: ThemeProblem[] = [];
  const corrected = (member: readonly string[], color: string, light: string, what: string): string => {
    const better = readableOn(color, light);
    if (better === color) return color;
    const ratio = contrast(color, light).toFixed(1);
    const told = `${color} ${what} has a contrast of ${ratio}, and ${String(readableContrast)} is needed to read it; ${better} is used`;
    notices.push(at(['colors', ...member], told));
    return better;
  };
  const panel = contrast(colors.panel, '#000000') < 12 ? '#f4f6f8' : colors.panel;
  if (panel !== colors.panel) {
    notices.push(at(['colors', 'panel'], `${colors.panel} is too dark to lie under text; ${panel} is used`));
  }
  const onPaper = (name: 'ink' | 'text' | 'muted' | 'link'): string =>
    corrected([name], colors[name], textGround(panel), 'as letters on white, panel and marks');
  const under = (member: readonly string[], color: string): string =>
    corrected(member, color, '#ffffff', 'under white letters');
  const severity = (name: keyof ThemeColors['severities']): string =>
    under(['severities', name], colors.severities[name]);
  return {
    colors: {
      ...colors,
      panel,
      ink: onPaper('ink'),
      text: onPaper('text'),
      muted: onPaper('muted'),
      link: onPaper('link'),
      cover: under(['cover'], colors.cover),
      severities: {
        critical: severity('critical'),
        high: severity('high'),
        medium: severity('medium'),
        low: severity('low'),
        info: severity('info'),
        unknown: severity('unknown'),
      },
    },
    notices,
  };
}
