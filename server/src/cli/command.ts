import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'

/** What a command for operators gets; it answers the exit status. */
export type CommandOptions = {
  readonly config: Config
  readonly logger: Logger
  readonly args: readonly string[]
  readonly print: (line: string) => void
  /** The first line of standard input, for what must not stand in the list of processes. */
  readonly readInput: () => Promise<string>
}
