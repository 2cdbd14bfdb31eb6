import { pino } from 'pino'
import type { CommandOptions } from '../../cli/command.ts'
import { readConfig } from '../../config/read-config.ts'

export const KEY = 'a key of the tests 0123456789 abcdef'

/** Runs a command of operators in this process. */
export async function runCommand(
  command: (options: CommandOptions) => Promise<number>,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<{ status: number; text: string }> {
  const read = readConfig({ SECRET_KEY: KEY, ...env })
  if (!read.ok) throw new Error(read.problems.join())
  const lines: string[] = []
  const status = await command({
    config: read.config,
    logger: pino({ level: 'silent' }),
    args,
    print: (line) => lines.push(line),
    readInput: async () => input,
  })
  return { status, text: lines.join('\n') }
}
