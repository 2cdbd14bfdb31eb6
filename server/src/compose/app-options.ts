import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SocketChannel } from '../platform/realtime/channel.ts'

export type AppOptions = {
  readonly config: Config
  readonly clock: Clock
  readonly logger: Logger
  /** Aborts the start between two steps; what it opened so far is closed. */
  readonly stopRequested?: AbortSignal
  /** Channels in addition to those of the features; tests add their own. */
  readonly channels?: readonly SocketChannel[]
  /** Called before there are routes; tests compare every answer with the document. */
  readonly watchAnswers?: (http: FastifyInstance) => void
  /** The built web UI, if not `web/dist`. */
  readonly webUiFolder?: string
  /** The built command line, if not `cli/dist`. */
  readonly commandLineFolder?: string
  /** Called once, at the very first start, if ADMIN_PASSWORD is not set. */
  readonly onFirstPassword?: (username: string, password: string) => void
}
