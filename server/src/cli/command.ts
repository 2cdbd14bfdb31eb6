import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'

/** The options of an operator command, which returns the exit status. */
export type CommandOptions = {
  readonly config: Config
  readonly logger: Logger
  readonly args: readonly string[]
  readonly print: (line: string) => void
  /** The first line of standard input, for secrets that must not appear in the process list. */
  readonly readInput: () => Promise<string>
}

/** Without warnings that concern a running service, such as upkeep that waits for a long transaction. */
export function quietly<T extends Pick<CommandOptions, 'logger'>>(options: T): T {
  return {
    ...options,
    logger: options.logger.child({}, { level: options.logger.level === 'silent' ? 'silent' : 'error' }),
  }
}

export function usage(options: Pick<CommandOptions, 'print'>, text: string): number {
  options.print(`usage: npm run admin -- ${text}`)
  return 2
}

export function fail(options: Pick<CommandOptions, 'print'>, ...lines: string[]): number {
  lines.forEach(options.print)
  return 1
}
