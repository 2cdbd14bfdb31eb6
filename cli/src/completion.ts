import type { Command } from 'commander'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type ShellName = (typeof SHELLS)[number]

/** The words that may follow the words typed so far: commands and options. */
export function completions(program: Command, typed: readonly string[]): readonly string[] {
  const [word = ''] = typed.slice(-1)
  let command = program
  for (const name of typed.slice(0, -1))
    command = command.commands.find((one) => one.name() === name || one.aliases().includes(name)) ?? command
  const options = [...command.options, ...program.options].flatMap(({ long }) => long ?? [])
  const words = word.startsWith('-') ? [...options, '--help'] : command.commands.map((one) => one.name())
  return [...new Set(words)].filter((one) => one.startsWith(word)).sort()
}

/** Names have spaces: each is one line, and quoted unless the word already is. */
const BASH = `_heddle() {
  local IFS=$'\\n'
  COMPREPLY=($(heddle complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}"))
  case "\${COMP_WORDS[COMP_CWORD]}" in
    [\\"\\']*) ;;
    *) if [ "\${#COMPREPLY[@]}" -gt 0 ]; then COMPREPLY=($(printf '%q\\n' "\${COMPREPLY[@]}")); fi ;;
  esac
}
complete -o default -F _heddle heddle
`

/** What to put into the start-up file of a shell: it asks `heddle complete` for each word. */
export function completionScript(shell: ShellName): string {
  switch (shell) {
    case 'bash':
      return BASH
    case 'zsh':
      return `#compdef heddle\n_heddle() { compadd -- \${(f)"$(heddle complete -- "\${(@Q)words[2,CURRENT]}")"}; }\ncompdef _heddle heddle\n`
    case 'fish':
      return `complete -c heddle -f -a '(heddle complete -- (commandline -opc)[2..] (commandline -ct))'\n`
  }
}
