import { Listener } from '../shared/listener.ts'
import { DocumentSource, type SourceOptions } from './documents/document-source.ts'
import { RegistryFaults } from './faults/registry-faults.ts'
import { handleRequest, type RegistrySettings } from './http/registry-handler.ts'
import { RegistryLog, type RegistryCounters, type RegistryRequest } from './http/registry-log.ts'

export type RegistryOptions = Partial<RegistrySettings> & {
  /** By version key: `latest`, `611`. Versions may share a model. */
  readonly versions: Readonly<Record<string, SourceOptions>>
  readonly host?: string
  /** 0 (default) picks a free port. */
  readonly port?: number
}

export type RegistrySimulator = {
  /** With the prefix: the parent of the versions' folders. */
  readonly url: string
  readonly port: number
  readonly settings: RegistrySettings
  readonly faults: RegistryFaults
  readonly sources: ReadonlyMap<string, DocumentSource>
  readonly requests: readonly RegistryRequest[]
  readonly counters: Readonly<RegistryCounters>
  resetCounters(): void
  /** Writes and compresses all documents of all versions now, so that a measurement covers only the client. */
  warmUp(): void
  /** The system refuses new connections until `resume`; open ones are destroyed. */
  pause(): Promise<void>
  resume(): Promise<void>
  close(): Promise<void>
}

/** Starts a registry of class documents, plain HTTP. */
export async function startRegistry(options: RegistryOptions): Promise<RegistrySimulator> {
  const settings = settingsOf(options)
  const sources = new Map(Object.entries(options.versions).map(([key, source]) => [key, new DocumentSource(source)]))
  const faults = new RegistryFaults()
  const log = new RegistryLog(() => settings.requestLogLength)
  const closing = new AbortController()
  const parts = { sources, settings, faults, log, signal: closing.signal }
  const listener = new Listener({
    handler: { handle: (request, response) => handleRequest(parts, request, response) },
    faults: { dead: false },
    counters: log.counters,
    tls: undefined,
    host: options.host ?? '127.0.0.1',
  })
  await listener.listen(options.port ?? 0)
  return {
    url: listener.url + settings.prefix,
    port: listener.port,
    settings,
    faults,
    sources,
    requests: log.records,
    counters: log.counters,
    resetCounters: () => log.reset(),
    warmUp: () => sources.forEach(warmUp),
    pause: () => listener.stop(),
    resume: () => listener.listen(listener.port),
    close: () => {
      closing.abort()
      return listener.stop()
    },
  }
}

function settingsOf({
  prefix = '/media',
  latencyMs = 0,
  gzip = true,
  requestLogLength = 10_000,
}: RegistryOptions): RegistrySettings {
  return { prefix, latencyMs, gzip, requestLogLength }
}

function warmUp(source: DocumentSource): void {
  for (const name of source.classNames) source.document(name)
  source.aggregate()
}
