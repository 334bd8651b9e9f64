/** A dictionary as its two files have it. */
export interface HunspellFiles {
  readonly name: string;
  readonly affixes: string;
  readonly words: string;
}

/** Reads both files of a dictionary in the encoding that its `.aff` names. @returns null if they are no pair */
export async function readHunspellFiles(files: readonly File[]): Promise<HunspellFiles | null> {
  const [affixes, words] = ['.aff', '.dic'].map((ending) =>
    files.find(({ name }) => name.toLowerCase().endsWith(ending)),
  );
  if (affixes === undefined || words === undefined || files.length !== 2) return null;
  const bytes = await affixes.arrayBuffer();
  const encoding = /^\s*SET\s+(\S+)/mu.exec(new TextDecoder('latin1').decode(bytes))?.[1] ?? 'ISO8859-1';
  const decoder = decoderOf(encoding);
  return {
    name: words.name.replace(/\.dic$/iu, ''),
    affixes: decoder.decode(bytes),
    words: decoder.decode(await words.arrayBuffer()),
  };
}

/** Hunspell writes `ISO8859-1` where the web says `iso-8859-1`, and `microsoft-cp1251` for `windows-1251`. */
function decoderOf(encoding: string): TextDecoder {
  const label = encoding.replace(/^ISO8859-/iu, 'iso-8859-').replace(/^microsoft-cp/iu, 'windows-');
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
