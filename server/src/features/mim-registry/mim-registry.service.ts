import type { Logger } from 'pino'
import type { ControllerPool } from '../../adapters/controller/controller-pool.ts'
import type { Streams } from '../../adapters/cache/streams.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { MimSource, MimSources } from '../../adapters/mim-source/mim-sources.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Tracing } from '../../kernel/tracing.ts'
import type { Events } from '../../platform/events/events.ts'
import { orNotFound } from '../../kernel/errors.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import type { ThreadBudget } from '../../platform/threads/thread-memory.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Audit } from '../audit/index.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import type { Graphs, MimService } from '../mim/index.ts'
import { createCompareModels } from './compare/compare-models.ts'
import { createChangeImport } from './change-import.ts'
import { createImportEnds } from './end-imports.ts'
import { importMim } from './import-job.ts'
import { createImportProgress } from './import-progress.ts'
import { listFailedJobs } from './jobs.store.ts'
import { presentActive, presentJob, presentRun, presentModelVersion } from './mim-registry.presenter.ts'
import { createGiveUpImport, createPerformImport } from './perform-import.ts'
import { createRunningImports } from './running-imports.ts'
import { findRun, findRunning, type ImportRow, listImports } from './imports.store.ts'
import { createStartImport } from './start-import.ts'
import { createImportSweep } from './sweep-imports.ts'

type Dependencies = {
  readonly database: Database
  readonly jobs: Jobs
  readonly events: Events
  readonly streams: Streams
  readonly graphs: Graphs
  readonly sources: MimSources
  readonly connections: ControllerConnectionsService
  readonly controllers: ControllerPool
  /** The default number of concurrent requests per import. */
  readonly importConcurrency: number
  /** The installed model, in memory that threads share. */
  readonly sharedModel: MimService['sharedModel']
  readonly budget: ThreadBudget
  readonly audit: Audit
  readonly clock: Clock
  readonly tracing: Tracing
  readonly logger: Logger
}

export type MimRegistryService = ReturnType<typeof createMimRegistryService>

const MOST_FAILED_JOBS = 25

/** Imports class models from the registry or from a controller: durably, one at a time. */
export function createMimRegistryService(dependencies: Dependencies) {
  const { database, jobs, graphs, sources, connections, controllers } = dependencies
  const progress = createImportProgress(dependencies)
  const running = createRunningImports({ ...dependencies, progress })
  const ends = createImportEnds({ ...dependencies, progress })
  const { fromRemote, fromController } = createStartImport(dependencies)
  const { cancel, resume } = createChangeImport({ ...dependencies, ends })
  const perform = createPerformImport({ ...dependencies, running, ends, openSource })
  const { resumeLost, deleteOld } = createImportSweep(dependencies)
  const { compare, close } = createCompareModels(dependencies)

  function openSource({ id, source, concurrency, controllerConnectionId: connectionId }: ImportRow): MimSource {
    if (source === 'remote') return sources.openRemote(concurrency)
    const openClient = async () => {
      const connection = connectionId === null ? undefined : await connections.find(connectionId)
      return connection && controllers.client(connections.targetOf(connection))
    }
    return sources.openController({ run: id, openClient })
  }

  return {
    remoteVersions: sources.versions,

    status: async () => {
      const [versions, active] = [await graphs.versions(), await findRunning(database.db)]
      const installed = versions.find(({ isActive }) => isActive)
      return {
        loaded_version: installed?.controllerVersion ?? null,
        active: installed ? presentModelVersion(installed) : null,
        active_import: active ? presentActive(active) : null,
        history: versions.map(presentModelVersion),
        comparable: (await graphs.comparable()).map(presentModelVersion),
      }
    },

    installRemote: fromRemote,
    installController: fromController,

    runs: (page: PageRequest) => listImports(database.db, page),

    detail: async (id: string) => {
      const run = orNotFound(await findRun(database.db, id))
      return {
        run: presentRun(run),
        failed_recent: (await listFailedJobs(database.db, id, MOST_FAILED_JOBS)).map(presentJob),
      }
    },

    cancel,
    resume,

    findRun: (id: string) => findRun(database.db, id),
    /** Past and future frames of the import. Its end has to be looked up in the run. */
    followRun: progress.follow,

    registerJobs: (): void => {
      jobs.register(importMim, perform, { onGivenUp: createGiveUpImport({ ...dependencies, ends }) })
      running.listen()
    },
    resumeLost,
    deleteOld,
    compare,
    close,
  }
}
