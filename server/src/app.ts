import type { FastifyInstance } from 'fastify'
import type { AppOptions } from './compose/app-options.ts'
import { buildFeatures, type Features } from './compose/build-features.ts'
import { createPlatform } from './compose/create-platform.ts'
import { openAdapters } from './compose/open-adapters.ts'
import { serveHttp } from './compose/serve-http.ts'
import { Releasers } from './kernel/releasers.ts'
import type { Platform } from './platform/feature.ts'
import { serveMetrics } from './platform/metrics.ts'

export type App = {
  readonly platform: Platform
  readonly features: Features
  /** The URL of the HTTP server; undefined for a worker. */
  readonly url: string | undefined
  readonly http: FastifyInstance | undefined
  /** Refuses new requests, drains, and closes everything in reverse order of opening. */
  readonly stop: () => Promise<void>
}

/**
 * Starts everything that the role requires. Requests wait until it has finished. If the start fails or is aborted,
 * closes what was opened.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const releasers = new Releasers()
  const { stopRequested } = options
  try {
    stopRequested?.throwIfAborted()
    const platform = createPlatform(options, await openAdapters(options, releasers))
    stopRequested?.throwIfAborted()
    const features = await buildFeatures(platform, releasers)
    stopRequested?.throwIfAborted()
    const { http, metrics } = options.config
    // Workers too: they launch and follow jobs.
    if (metrics.port !== undefined) releasers.add(await serveMetrics(platform.metrics, http.host, metrics.port))
    const served = options.config.role === 'worker' ? undefined : await serveHttp(options, platform, features, releasers)
    await platform.jobs.start()
    for (const { start } of features.all) start()
    stopRequested?.throwIfAborted()
    served?.requests.admit()
    return { platform, features, url: served?.url, http: served?.http, stop: () => releasers.releaseAll() }
  } catch (error) {
    // Report the first error, not one from closing.
    await releasers.releaseAll().catch(() => undefined)
    throw error
  }
}
