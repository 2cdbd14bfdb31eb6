import type { Logger } from 'pino'
import { SECOND } from '../../../kernel/durations.ts'
import type { Servers } from '../follow/servers.ts'
import { type LaunchOutcome, outcomeOf } from './launch-outcome.ts'
import type { ClaimedLaunch } from './launch.store.ts'

const ANSWER_MS = 50 * SECOND

/** Sends a claimed launch, once. Whatever happens is an outcome. */
export async function sendLaunch(
  { servers, logger }: { readonly servers: Servers; readonly logger: Logger },
  { connectionId, jobTemplateId, extraVars }: ClaimedLaunch,
  stopped: AbortSignal,
): Promise<LaunchOutcome> {
  const server = await servers.server(connectionId).catch((error: unknown) => {
    logger.error({ err: error, connection: connectionId }, 'cannot open an automation connection')
    return null
  })
  if (server === undefined) return { kind: 'refused', error: 'The automation connection was deleted.' }
  if (server === null)
    return { kind: 'refused', error: 'The automation connection could not be opened; nothing was sent.' }
  try {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_MS)])
    const launched = await server.launch(jobTemplateId, extraVars, signal)
    return { kind: 'launched', launched, jobUrl: await servers.jobUrl(connectionId, launched.job).catch(() => null) }
  } catch (error: unknown) {
    return outcomeOf(error)
  }
}
