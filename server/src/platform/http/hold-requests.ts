import type { FastifyInstance } from 'fastify'
import { OUTAGE_RETRY_MS, ServiceUnavailable } from '../../kernel/errors.ts'

export type HeldRequests = { readonly admit: () => void; readonly refuse: () => void }

/** Lets requests wait until the start has finished, so that any answer says that the service is ready. */
export function holdRequests(app: FastifyInstance): HeldRequests {
  const started = Promise.withResolvers<void>()
  // There may be no request that waits.
  started.promise.catch(() => undefined)
  app.addHook('onRequest', () => started.promise)
  return {
    admit: () => started.resolve(),
    refuse: () => started.reject(new ServiceUnavailable('The service is stopping.', OUTAGE_RETRY_MS)),
  }
}
