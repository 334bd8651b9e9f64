/** A font file of the report and the tables that are left out when it is loaded. */
export interface Face {
  readonly file: string;
  readonly without: readonly string[];
}

/** No ligature and no contextual form can come out of a font whose substitution table is not there. */
const PLAIN = ['GSUB'];
/** Fixed-pitch fonts need no kerning either, and are laid out faster without. */
const FIXED = ['GSUB', 'GPOS', 'kern'];

const plexSans = '@expo-google-fonts/ibm-plex-sans';
const plexMono = '@expo-google-fonts/ibm-plex-mono';
const plexJapanese = '@expo-google-fonts/ibm-plex-sans-jp';

/** A face of a script whose letters change with their neighbours: it keeps all of its substitutions. */
function indic(script: string, without: readonly string[] = []): Face {
  const name = `noto-sans-${script}`;
  return { file: `@fontsource/${name}/files/${name}-${script}-400-normal.woff`, without };
}

/** The shaper fails on marks of these fonts whose anchor is left open; without the table they stand in their usual place. */
const UNANCHORED = ['GPOS'];

/**
 * Every face by the name that the pages use for it. Arabic, which Hebrew is set in too, keeps its substitutions: letters join there.
 * Unifont is the last resort: pixels, but a glyph for every character of the basic plane.
 */
export const faces = {
  sans: { file: `${plexSans}/400Regular/IBMPlexSans_400Regular.ttf`, without: PLAIN },
  'sans-bold': { file: `${plexSans}/600SemiBold/IBMPlexSans_600SemiBold.ttf`, without: PLAIN },
  'sans-italic': { file: `${plexSans}/400Regular_Italic/IBMPlexSans_400Regular_Italic.ttf`, without: PLAIN },
  'sans-bold-italic': {
    file: `${plexSans}/600SemiBold_Italic/IBMPlexSans_600SemiBold_Italic.ttf`,
    without: PLAIN,
  },
  mono: { file: `${plexMono}/400Regular/IBMPlexMono_400Regular.ttf`, without: FIXED },
  'mono-bold': { file: `${plexMono}/600SemiBold/IBMPlexMono_600SemiBold.ttf`, without: FIXED },
  'mono-italic': { file: `${plexMono}/400Regular_Italic/IBMPlexMono_400Regular_Italic.ttf`, without: FIXED },
  'mono-bold-italic': {
    file: `${plexMono}/600SemiBold_Italic/IBMPlexMono_600SemiBold_Italic.ttf`,
    without: FIXED,
  },
  'wide-mono': { file: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf', without: FIXED },
  wide: { file: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf', without: PLAIN },
  arabic: { file: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf', without: [] },
  cjk: {
    file: '@expo-google-fonts/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf',
    without: FIXED,
  },
  japanese: { file: `${plexJapanese}/400Regular/IBMPlexSansJP_400Regular.ttf`, without: FIXED },
  'japanese-bold': { file: `${plexJapanese}/600SemiBold/IBMPlexSansJP_600SemiBold.ttf`, without: FIXED },
  hangul: { file: '@expo-google-fonts/gowun-dodum/400Regular/GowunDodum_400Regular.ttf', without: FIXED },
  emoji: { file: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf', without: [] },
  devanagari: indic('devanagari'),
  bengali: indic('bengali'),
  gurmukhi: indic('gurmukhi', UNANCHORED),
  gujarati: indic('gujarati', UNANCHORED),
  tamil: indic('tamil'),
  telugu: indic('telugu'),
  kannada: indic('kannada'),
  malayalam: indic('malayalam', UNANCHORED),
  last: { file: '@fontsource/unifont/files/unifont-latin-400-normal.woff', without: FIXED },
} as const satisfies Record<string, Face>;

/** Faces that a theme may bring, by the face that each stands before. Their files are in no package. */
export const themeFaceNames = {
  sans: 'theme-sans',
  'sans-bold': 'theme-sans-bold',
  'sans-italic': 'theme-sans-italic',
  'sans-bold-italic': 'theme-sans-bold-italic',
  mono: 'theme-mono',
  'mono-bold': 'theme-mono-bold',
  'mono-italic': 'theme-mono-italic',
  'mono-bold-italic': 'theme-mono-bold-italic',
} as const;

/** The faces that a text can ask for by its look. */
export type LookFace = keyof typeof themeFaceNames;
export type ThemeFaceName = (typeof themeFaceNames)[LookFace];
export type FaceName = keyof typeof faces | ThemeFaceName;

/** Tables that a face of a theme is loaded without, as those of the same look are. */
export function tablesWithout(face: FaceName): readonly string[] {
  if (face in faces) return faces[face as keyof typeof faces].without;
  return face.startsWith('theme-mono') ? FIXED : PLAIN;
}

const KERNED_BY_PAIRS: readonly FaceName[] = ['sans', 'sans-bold', 'sans-italic', 'sans-bold-italic'];

/** Whether where a letter of ASCII stands in this face follows from the one before it alone. */
export function isKernedByPairs(face: FaceName): boolean {
  return KERNED_BY_PAIRS.includes(face);
}

/** Whether what a face draws follows from several characters together: they are never taken apart. */
export function isShaped(face: FaceName): boolean {
  return face in faces && !tablesWithout(face).includes('GSUB');
}

/** Whether a face draws letters that run from the right, and the blanks and signs between them. */
export function isFromRightFace(face: FaceName): boolean {
  return face === 'arabic';
}

/**
 * Whether the glyphs of a face differ in order or number from the characters: the text to be copied must then be
 * written beside them.
 */
export function isReordered(face: FaceName): boolean {
  return isShaped(face) && !isFromRightFace(face);
}

/** Whether a face only draws what the face of a text lacks. */
export function isFallback(face: FaceName): boolean {
  return face in faces && !(face in themeFaceNames);
}

/** Where a character is looked for, in order, when the face of the text itself does not have it. */
export const fallbacks = {
  sans: ['wide', 'cjk', 'hangul', 'emoji', 'last'],
  mono: ['wide-mono', 'wide', 'cjk', 'hangul', 'emoji', 'last'],
} as const satisfies Record<string, readonly FaceName[]>;

/** The same for a Japanese text: its Han letters have other forms than those of Chinese. */
export function fallbacksOf(look: LookFace, japanese: boolean): readonly FaceName[] {
  const chain: readonly FaceName[] = look.startsWith('mono') ? fallbacks.mono : fallbacks.sans;
  if (!japanese) return chain;
  const first: FaceName = look.includes('bold') ? 'japanese-bold' : 'japanese';
  return chain.flatMap((face) => (face === 'cjk' ? [first, face] : [face]));
}
