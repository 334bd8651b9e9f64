import { hunspellEncoding } from '#domain/spelling/hunspell-encoding.ts';

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
  const decoder = decoderOf(hunspellEncoding(new TextDecoder('latin1').decode(bytes)));
  return {
    name: words.name.replace(/\.dic$/iu, ''),
    affixes: decoder.decode(bytes),
    words: decoder.decode(await words.arrayBuffer()),
  };
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
