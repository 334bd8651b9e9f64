import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import type { TicketFormat } from '#contract/deliverable/choices.ts';
import { parseJson } from '#domain/base/json.ts';
import { cellsOf, readMarkdown } from './format-texts.ts';

/** A ticket as its tracker reads it: the words of its description without signs. */
export interface ReadTicket {
  readonly title: string;
  readonly description: string;
  readonly words: string;
  readonly labels: readonly string[];
  /** The other columns by their heads. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Reads a file of tickets by the rules of its tracker, which know nothing of the writer. */
export function readTickets(format: TicketFormat, file: string): ReadTicket[] {
  if (format === 'github') {
    const read = parseJson(file);
    if (read.kind === 'broken') throw new Error(read.message);
    const issues = read.value as unknown as readonly {
      readonly title: string;
      readonly body: string;
      readonly labels: readonly string[];
    }[];
    return issues.map(({ title, body, labels }) => ({
      title,
      description: body,
      words: readMarkdown(body),
      labels,
      columns: {},
    }));
  }
  const [heads = [], ...rows] = cellsOf(file);
  return rows.map((row) => {
    const columns = Object.fromEntries(heads.map((head, at): [string, string] => [head, row[at] ?? '']));
    const named = (head: string): string => columns[head] ?? '';
    if (format === 'gitlab') {
      const [description = '', command = ''] = named('description').split(/\n\n(?=\/label [^\n]*$)/u);
      const labels = [...command.matchAll(/~"([^"]*)"/gu)].map(([, label = '']) => label);
      return { title: named('title'), description, words: readMarkdown(description), labels, columns };
    }
    if (format === 'azure') {
      const description = named('Repro Steps');
      const labels = named('Tags').split('; ');
      return { title: named('Title'), description, words: htmlWords(description), labels, columns };
    }
    const description = named('Description');
    const labels = row.filter((cell, at) => heads[at] === 'Labels' && cell !== '');
    return { title: named('Summary'), description, words: wikiWords(description), labels, columns };
  });
}

function htmlWords(source: string): string {
  const wordsIn = (node: DefaultTreeAdapterTypes.Node): string => {
    if ('value' in node) return node.value;
    return 'childNodes' in node ? node.childNodes.map(wordsIn).join(' ') : '';
  };
  return wordsIn(parse(source));
}

/** The words of wiki markup: blocks of code as they are, elsewhere signs taken away and escaped ones as themselves. */
export function wikiWords(source: string): string {
  return source
    .split(/(\{(noformat|code)\}\n[^]*?\n\{\2\})/u)
    .map((piece, at) => {
      if (at % 3 === 2) return '';
      if (at % 3 === 1) return piece.replace(/^\{\w+\}\n|\n\{\w+\}$/gu, '');
      return piece.split('\n').map(lineWords).join('\n');
    })
    .join('\n')
    .replaceAll('\u2060', '');
}

const sign =
  /(?<!\\)\\(?<escaped>[-#*_+?^~|%{}[\]()!@])|(?<!\\)\\\\(?!\S*\\)|\[(?<words>(?:\\.|[^\]|\\])*)\|[^\]]*\]|\[(?<url>[^\]|]*)\]|\{(?:\{\{|\}\}|[-+*_^~])\}|\{\{|\}\}|(?<![\p{L}\p{N}])[-+*_^~](?=\S)|(?<=\S)[-+*_^~](?![\p{L}\p{N}])|\|+/gu;

function lineWords(line: string): string {
  if (line === '{quote}') return '';
  const bare = line.replace(/^(?:h[1-6]\. |[*#]+ )/u, '');
  return bare.replace(sign, (...found: unknown[]) => {
    const { escaped, words, url } = found.at(-1) as Readonly<Record<string, string | undefined>>;
    return escaped ?? (words === undefined ? undefined : lineWords(words)) ?? url ?? ' ';
  });
}
