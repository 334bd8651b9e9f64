/** One way to lengthen a stem at its beginning or end. */
export interface Affix {
  readonly kind: 'prefix' | 'suffix';
  readonly flag: string;
  readonly strip: string;
  readonly add: string;
  /** What the stem must look like at that end. */
  readonly condition: RegExp | null;
  /** Flags of the lengthened word. */
  readonly flags: ReadonlySet<string>;
  /** Whether a stem may have an affix at its other end too. */
  readonly crosses: boolean;
}

/** Flags with a meaning of their own, as far as the checker follows them. */
const flagNames = [
  'NOSUGGEST',
  'FORBIDDENWORD',
  'KEEPCASE',
  'NEEDAFFIX',
  'ONLYINCOMPOUND',
  'CIRCUMFIX',
  'COMPOUNDFLAG',
  'COMPOUNDBEGIN',
  'COMPOUNDMIDDLE',
  'COMPOUNDEND',
  'COMPOUNDPERMITFLAG',
] as const;
export type FlagName = (typeof flagNames)[number];

/** The rules of a Hunspell dictionary (`.aff`), as far as the checker follows them. */
export interface AffixRules {
  readonly prefixes: readonly Affix[];
  readonly suffixes: readonly Affix[];
  readonly flags: Readonly<Partial<Record<FlagName, string>>>;
  /** What is often written for what. */
  readonly replacements: readonly (readonly [string, string])[];
  /** Letters by which a word is changed to find a suggestion. */
  readonly tryLetters: string;
  readonly compoundMin: number;
  /** Splits the flags of a word as this dictionary writes them. */
  readonly flagsOf: (written: string) => ReadonlySet<string>;
}

/** Reads the rules of a Hunspell dictionary. Rules that are not known are left out. */
export function readAffixes(text: string): AffixRules {
  // `trim` takes the byte order mark too.
  const lines = text.split(/\r?\n/u).map((line) => line.trim().split(/\s+/u));
  const valueOf = (name: string): string | undefined => lines.find(([first]) => first === name)?.[1];
  const flagsOf = flagReader(valueOf('FLAG') ?? 'char', aliasesIn(lines));
  const flags = Object.fromEntries(
    flagNames.flatMap((name) => {
      const value = valueOf(name) ?? (name === 'NEEDAFFIX' ? valueOf('PSEUDOROOT') : undefined);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  const affixes = affixesIn(lines, flagsOf);
  return {
    prefixes: affixes.filter(({ kind }) => kind === 'prefix'),
    suffixes: affixes.filter(({ kind }) => kind === 'suffix'),
    flags,
    replacements: lines.flatMap(([name, from = '', to]) =>
      name === 'REP' && to !== undefined ? [[from, to.replaceAll('_', ' ')] as const] : [],
    ),
    tryLetters: valueOf('TRY') ?? '',
    compoundMin: Math.max(1, Number(valueOf('COMPOUNDMIN') ?? 3) || 3),
    flagsOf,
  };
}

type Lines = readonly (readonly string[])[];

/** Sets of flags that are written as a number; the first line says how many there are. */
function aliasesIn(lines: Lines): readonly string[] {
  return lines.flatMap(([name, value = '']) => (name === 'AF' ? [value] : [])).slice(1);
}

function flagReader(kind: string, aliases: readonly string[]): AffixRules['flagsOf'] {
  const known = new Map<string, ReadonlySet<string>>();
  const read = (written: string): string[] => {
    if (kind === 'num') return written.split(',').filter((flag) => flag !== '');
    return kind === 'long' ? (written.match(/../gu) ?? []) : [...written];
  };
  return (written) => {
    const earlier = known.get(written);
    if (earlier !== undefined) return earlier;
    const alias = aliases.length > 0 && /^\d+$/u.test(written) ? aliases[Number(written) - 1] : undefined;
    const flags = new Set(read(alias ?? written));
    known.set(written, flags);
    return flags;
  };
}

function affixesIn(lines: Lines, flagsOf: AffixRules['flagsOf']): Affix[] {
  const crossing = new Map<string, boolean>();
  return lines.flatMap(([name = '', flag = '', third = '', fourth = '', fifth = '.']) => {
    if (name !== 'PFX' && name !== 'SFX') return [];
    const head = crossing.get(name + flag);
    // The first line of a group tells whether it crosses, and how many lines follow.
    if (head === undefined) {
      crossing.set(name + flag, third === 'Y');
      return [];
    }
    const [add = '', flags = ''] = fourth.split('/');
    const kind = name === 'PFX' ? 'prefix' : 'suffix';
    return [
      {
        kind,
        flag,
        strip: third === '0' ? '' : third,
        add: add === '0' ? '' : add,
        condition: conditionOf(kind, fifth),
        flags: flagsOf(flags),
        crosses: head,
      } satisfies Affix,
    ];
  });
}

/** A condition is letters, dots and sets of letters; anything else stands for itself. */
function conditionOf(kind: Affix['kind'], written: string): RegExp | null {
  if (written === '.' || written.includes(':')) return null;
  const safe = written.replace(/[\\^$*+?(){}|/-]/gu, (sign, at: number) =>
    sign === '^' && written[at - 1] === '[' ? sign : `\\${sign}`,
  );
  try {
    return new RegExp(kind === 'prefix' ? `^${safe}` : `${safe}$`, 'u');
  } catch {
    return null;
  }
}
