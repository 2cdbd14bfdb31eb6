import type { FastifyInstance } from 'fastify'
import type { AppOptions } from './compose/app-options.ts'
import { createFeatures, type Features } from './compose/create-features.ts'
import { type Adapters, openAdapters } from './compose/open-adapters.ts'
import { serveHttp } from './compose/serve-http.ts'
import { Releasers } from './platform/releasers.ts'

export type App = {
  readonly adapters: Adapters
  readonly features: Features
  /** Where HTTP is served; undefined for a worker. */
  readonly url: string | undefined
  readonly http: FastifyInstance | undefined
  /** No new requests, drain, close in reverse order of opening. */
  readonly stop: () => Promise<void>
}

/** Starts everything the role asks for, listening last. What was opened is closed again when the start fails. */
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
    // The first fault is the one to tell.
    await releasers.releaseAll().catch(() => undefined)
    throw error
  }
}
