import type { Work } from './command.ts'

/** Prints a text to its last byte: its hash holds in a file. On a screen the prompt begins a line of its own. */
export const printExactly = ({ print, terminal }: Pick<Work, 'print' | 'terminal'>, text: string): Promise<void> =>
  print(terminal.stdout.isTTY === true ? `${text}\n` : text)
