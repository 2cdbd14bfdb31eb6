import type { FastifyInstance } from 'fastify'
import type { AppOptions } from './compose/app-options.ts'
import { createFeatures, type Features } from './compose/create-features.ts'
import { type Adapters, openAdapters } from './compose/open-adapters.ts'
import { serveHttp } from './compose/serve-http.ts'
import { Releasers } from './kernel/releasers.ts'

export type App = {
  readonly adapters: Adapters
  readonly features: Features
  /** The URL of the HTTP server; undefined for a worker. */
  readonly url: string | undefined
  readonly http: FastifyInstance | undefined
  /** Refuses new requests, drains, and closes everything in reverse order of opening. */
  readonly stop: () => Promise<void>
}

/** Starts everything that the role requires, and listens last. If the start fails, closes what was opened. */
export async function startApp(options: AppOptions): Promise<App> {
  const releasers = new Releasers()
  try {
    const adapters = await openAdapters(options, releasers)
    const features = await createFeatures(options, adapters, releasers)
    const served = options.config.role === 'worker' ? undefined : await serveHttp(options, adapters, features, releasers)
    await features.jobs.start()
    features.scheduler.start({ fires: options.config.role !== 'api' })
    return { adapters, features, url: served?.url, http: served?.http, stop: () => releasers.releaseAll() }
  } catch (error) {
    // Report the first error, not one from closing.
    await releasers.releaseAll().catch(() => undefined)
    throw error
  }
}
