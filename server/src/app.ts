import type { FastifyInstance } from 'fastify'
import type { AppOptions } from './compose/app-options.ts'
import { buildFeatures, type Features } from './compose/build-features.ts'
import { createPlatform } from './compose/create-platform.ts'
import { openAdapters } from './compose/open-adapters.ts'
import { answerCommands } from './compose/answer-commands.ts'
import { serveHttp } from './compose/serve-http.ts'
import { startWork } from './compose/start-work.ts'
import { Releasers } from './kernel/releasers.ts'
import type { Platform } from './platform/feature.ts'
import { openMonitoring } from './compose/open-monitoring.ts'

export type App = {
  readonly platform: Platform
  readonly features: Features
  /** The URL of the HTTP server; undefined for a worker. */
  readonly url: string | undefined
  readonly http: FastifyInstance | undefined
  /** Where `/live`, `/ready` and `/metrics` are; undefined without METRICS_PORT. */
  readonly monitoringUrl: string | undefined
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
    // First of all, and closed last: it says what a start waits for, and that the process is stopping.
    const monitoring = await openMonitoring(options, releasers)
    const platform = createPlatform(options, await openAdapters(options, releasers, monitoring), monitoring)
    const { draining, readiness } = platform
    readiness.look('draining', () => (draining.signal.aborted ? 'the process is stopping' : undefined))
    stopRequested?.throwIfAborted()
    const stop = () => {
      draining.begin()
      return releasers.releaseAll()
    }
    releasers.add(platform.memory)
    releasers.add(platform.rows)
    releasers.add(await platform.clocks.start())
    const features = await buildFeatures(platform, releasers)
    stopRequested?.throwIfAborted()
    const served =
      options.config.role === 'worker' ? undefined : await serveHttp(options, platform, features, releasers)
    releasers.add(await startWork(platform, features))
    if (platform.database.kind === 'embedded') releasers.add(answerCommands(platform))
    stopRequested?.throwIfAborted()
    served?.requests.admit()
    readiness.look('started', () => undefined)
    return { platform, features, url: served?.url, http: served?.http, monitoringUrl: monitoring.url, stop }
  } catch (error) {
    // Report the first error, not one from closing.
    await releasers.releaseAll().catch(() => undefined)
    throw error
  }
}
