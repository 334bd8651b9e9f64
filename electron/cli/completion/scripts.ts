import type { OfferedWord, WordTable, WordsBehind } from './word-table.ts';

/** The shells that a script is written for. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** A script that completes `dossier` in a shell: words alone, without a call of the program. */
export function completionScript(shell: Shell, table: WordTable): string {
  return scripts[shell](table);
}

/** A text in single quotes of sh, zsh and bash. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const listOf = (words: readonly OfferedWord[]): string => words.map(({ word }) => word).join(' ');
/** The words before the cursor end with these, or go on with an argument. */
const pattern = ({ behind }: WordsBehind): string => `${quoted(behind)}|${quoted(`${behind} `)}*`;

const scripts: Readonly<Record<Shell, (table: WordTable) => string>> = {
  bash: ({
    next,
    options,
    everywhere,
    values,
    open,
  }) => `# Completion of dossier for bash: eval "$(dossier completion bash)"
_dossier() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" line='' words='' options='' at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "\${COMP_WORDS[at]}" in -*) ;; *) line+="\${line:+ }\${COMP_WORDS[at]}" ;; esac
  done
  COMPREPLY=()
  case "$prev" in
${values.map(({ option, values: some }) => `    ${option}) COMPREPLY=($(compgen -W ${quoted(some.join(' '))} -- "$cur")); return ;;`).join('\n')}
    ${open.join('|')}) return ;;
  esac
  case "$line" in
${next.map(({ behind, words }) => `    ${quoted(behind)}) words=${quoted(listOf(words))} ;;`).join('\n')}
  esac
  case "$line" in
${options.map((one) => `    ${pattern(one)}) options=${quoted(listOf(one.words))} ;;`).join('\n')}
  esac
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "$options ${listOf(everywhere)}" -- "$cur")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$cur")) ;;
  esac
}
complete -o default -F _dossier dossier
`,
  zsh: ({ next, options, everywhere, values, open }) => `#compdef dossier
# Completion of dossier for zsh: source <(dossier completion zsh), behind compinit
_dossier() {
  local cur="$words[CURRENT]" prev="$words[CURRENT-1]" line='' word
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ "$word" == -* ]] || line+="\${line:+ }$word"
  done
  case "$prev" in
${values.map(({ option, values: some }) => `    ${option}) offered=(${some.map(quoted).join(' ')}); _describe value offered; return ;;`).join('\n')}
    ${open.join('|')}) _files; return ;;
  esac
  if [[ "$cur" == -* ]]; then
    case "$line" in
${options.map((one) => `      ${pattern(one)}) offered=(${described(one.words)}) ;;`).join('\n')}
    esac
    offered+=(${described(everywhere)})
    _describe option offered
    return
  fi
  case "$line" in
${next.map(({ behind, words }) => `    ${quoted(behind)}) offered=(${described(words)}) ;;`).join('\n')}
    *) _files; return ;;
  esac
  _describe command offered || _files
}
# As a file of fpath, this text is the function itself at its first call.
if [[ "$funcstack[1]" == _dossier ]]; then _dossier "$@"; else compdef _dossier dossier; fi
`,
  fish: (table) => `# Completion of dossier for fish: dossier completion fish | source
function __dossier_line
  string join ' ' -- (string match --invert -- '-*' (commandline -opc)[2..])
end
function __dossier_at
  set -l line (__dossier_line)
  test "$line" = "$argv[1]"
end
function __dossier_in
  set -l line (__dossier_line)
  test "$line" = "$argv[1]"; or string match --quiet -- "$argv[1] *" "$line"
end
${table.next
  .flatMap(({ behind, words }) =>
    words.map(
      ({ word, summary }) =>
        `complete -c dossier -f -n ${fishQuoted(`__dossier_at ${fishQuoted(behind)}`)} -a ${word} -d ${fishQuoted(summary)}`,
    ),
  )
  .join('\n')}
${table.options
  .flatMap(({ behind, words }) =>
    words.map(
      (option) =>
        `complete -c dossier -n ${fishQuoted(`__dossier_in ${fishQuoted(behind)}`)} ${fishOption(option, table)}`,
    ),
  )
  .join('\n')}
${table.everywhere.map((option) => `complete -c dossier ${fishOption(option, table)}`).join('\n')}
`,
  powershell: ({
    next,
    options,
    everywhere,
    values,
  }) => `# Completion of dossier for PowerShell: dossier completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName dossier -ScriptBlock {
  param($word, $ast, $cursor)
  $typed = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($word -ne '' -and $typed.Count -gt 0) { $typed = @($typed | Select-Object -SkipLast 1) }
  $line = @($typed | Where-Object { $_ -notlike '-*' }) -join ' '
  $next = @{
${next.map(({ behind, words }) => `    ${psQuoted(behind)} = ${psList(words)}`).join('\n')}
  }
  $options = [ordered]@{
${options.map(({ behind, words }) => `    ${psQuoted(behind)} = ${psList(words)}`).join('\n')}
  }
  $values = @{
${values.map(({ option, values: some }) => `    ${psQuoted(option)} = @(${some.map(psQuoted).join(', ')})`).join('\n')}
  }
  $before = if ($typed.Count -gt 0) { $typed[-1] } else { '' }
  $offered = @()
  if ($values.ContainsKey($before)) { $offered = $values[$before] }
  elseif ($word -like '-*') {
    foreach ($name in $options.Keys) {
      if ($line -eq $name -or $line -like "$name *") { $offered = $options[$name]; break }
    }
    $offered += ${psList(everywhere)}
  }
  elseif ($next.ContainsKey($line)) { $offered = $next[$line] }
  $offered | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`,
};

/** Words with their meaning, as _describe of zsh takes them: a colon parts the two. */
function described(words: readonly OfferedWord[]): string {
  return words
    .map(({ word, summary }) => quoted(`${word}:${summary.replaceAll(':', String.raw`\:`)}`))
    .join(' ');
}

function fishOption({ word, summary }: OfferedWord, { values, open }: WordTable): string {
  const some = values.find(({ option }) => option === word)?.values;
  const value =
    some === undefined ? (open.includes(word) ? ' -r' : '') : ` -x -a ${fishQuoted(some.join(' '))}`;
  return `-l ${word.slice(2)}${value} -d ${fishQuoted(summary)}`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}

function psQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function psList(words: readonly OfferedWord[]): string {
  return `@(${words.map(({ word }) => psQuoted(word)).join(', ')})`;
}
