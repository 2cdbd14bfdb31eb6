import type { Logger } from 'pino'
import type { ControllerTarget } from './controller-target.ts'

/** Logged at each use, so that the log shows how long a connection was open to a man in the middle. */
export function warnAboutUnverifiedTls(logger: Logger, { connectionId, host }: ControllerTarget): void {
  logger.warn({ connection_id: connectionId, host }, 'the certificate of this controller is not verified')
}
