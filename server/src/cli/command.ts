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
