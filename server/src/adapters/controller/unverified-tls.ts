import type { Logger } from 'pino'
import type { ControllerTarget } from './controller-target.ts'

/** Said at each use, so that a log shows how long a connection has been open to whoever sits in between. */
export function warnOfUnverifiedTls(logger: Logger, { connectionId, host }: ControllerTarget): void {
  logger.warn({ connection_id: connectionId, host }, 'the certificate of this controller is not verified')
}
