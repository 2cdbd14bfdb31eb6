import { randomUUID } from 'node:crypto'
import type { ControllerInstall, RemoteInstall } from '@heddle/contract/mim-registry.ts'
import type { ControllerPool } from '../../adapters/controller/controller-pool.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { MimSources } from '../../adapters/mim-source/mim-sources.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Conflict, FieldErrors } from '../../kernel/errors.ts'
import { type FieldMessages, hasError } from '../../kernel/field-messages.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { uniqueViolation } from '../../platform/sql/constraint-errors.ts'
import type { Audit } from '../audit/index.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import type { Graphs } from '../mim/index.ts'
import { importMim } from './import-job.ts'
import { findRunning, insertRun, type NewImport } from './imports.store.ts'

type Dependencies = {
  readonly database: Database
  readonly jobs: Jobs
  readonly graphs: Graphs
  readonly sources: MimSources
  readonly connections: ControllerConnectionsService
  readonly controllers: ControllerPool
  readonly importConcurrency: number
  readonly audit: Audit
  readonly clock: Clock
}

/** A request body and its schema faults. */
export type ImportRequest<Body> = { readonly body: Body; readonly faults: FieldMessages }
type Started = Pick<NewImport, 'source' | 'versionKey' | 'fallbackChain' | 'totalClasses'> & {
  readonly activates: boolean
} & Partial<Pick<NewImport, 'controllerConnectionId'>>

/** Short, because the client is waiting for the response. Includes waiting for a turn. */
const LOGIN_TIMEOUT_MS = 30 * SECOND

/** The error for starting or resuming an import while another one runs. */
export async function alreadyRunning(database: Database): Promise<Conflict> {
  const running = await findRunning(database.db)
  return new Conflict('Another import is running.', 'import_running', { active_run_id: running?.id ?? null })
}

/** Does work that sets a run to running, and reports a conflict if another import is running. */
export async function rejectIfRunning<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (uniqueViolation(error) !== 'mim_import_runs_one_running') throw error
    throw await alreadyRunning(database)
  }
}

/** Starts imports. Run and job are stored in one transaction, so that an accepted import survives restarts. */
export function createStartImport(dependencies: Dependencies) {
  const { database, sources, connections, controllers } = dependencies

  const start = createStart(dependencies)

  async function requireIdle(): Promise<void> {
    if (await findRunning(database.db)) throw await alreadyRunning(database)
  }

  return {
    fromRemote: async (caller: Caller, { body, faults }: ImportRequest<RemoteInstall>) => {
      const version = sources.versions.find(({ version_key }) => version_key === body.version_key)
      const fault = hasError(faults, 'version_key')
        ? undefined
        : versionFault(body.version_key, version, sources.versions)
      if (fault !== undefined) throw new FieldErrors({ ...faults, version_key: [fault] })
      if (!version || Object.keys(faults).length > 0) throw new FieldErrors({ ...faults })
      return start(caller, body.concurrency, {
        source: 'remote',
        versionKey: version.version_key,
        fallbackChain: version.fallback_chain,
        totalClasses: version.class_count_seed,
        activates: body.activate ?? true,
      })
    },

    /** The version is the release that the controller reports at login. If the login fails, there is no import. */
    fromController: async (caller: Caller, { body, faults }: ImportRequest<ControllerInstall>) => {
      const isUsable = !hasError(faults, 'controller_connection')
      const connection = isUsable ? await connections.find(body.controller_connection) : undefined
      if (isUsable && !connection)
        throw new FieldErrors({ ...faults, controller_connection: ['This connection does not exist.'] })
      if (!connection || Object.keys(faults).length > 0) throw new FieldErrors({ ...faults })
      await requireIdle()
      const login = await controllers
        .client(connections.targetOf(connection))
        .logIn(AbortSignal.timeout(LOGIN_TIMEOUT_MS))
      if (!login.ok) throw new FieldErrors({ controller_connection: [login.failure.message] })
      return start(caller, body.concurrency, {
        source: 'controller',
        versionKey: login.release ?? 'unknown',
        fallbackChain: [],
        totalClasses: sources.versions[0]?.class_count_seed ?? 0,
        controllerConnectionId: connection.id,
        activates: body.activate ?? true,
      })
    },
  }
}

/** Stores run and job, and the audit entry with them. */
function createStart({ database, jobs, graphs, importConcurrency, audit, clock }: Dependencies) {
  return async (caller: Caller, concurrency: number | undefined, asked: Started) => {
    const id = randomUUID()
    const run = { ...asked, id, concurrency: concurrency ?? importConcurrency }
    await rejectIfRunning(database, () =>
      database.transaction(async (tx) => {
        const graphId = randomUUID()
        await graphs.create(tx, graphId)
        await insertRun(tx, {
          ...run,
          graphId,
          state: 'running',
          phase: 'init',
          startedById: caller.id,
          startedByUsername: caller.username,
          startedAt: clock.now(),
        })
        await audit.record(tx, {
          action: 'mim_import_start',
          description: `${caller.username} started the import of MIM version "${run.versionKey}"`,
          target: { type: 'mim_import_run', id },
          metadata: {
            version_key: run.versionKey,
            source: run.source,
            concurrency: run.concurrency,
            activates: run.activates,
          },
        })
        await jobs.send(importMim, { run_id: id }, { tx, singletonKey: id })
      }),
    )
    return {
      run_id: id,
      task_id: id,
      version_key: run.versionKey,
      total_classes: run.totalClasses,
      concurrency: run.concurrency,
    }
  }
}

function versionFault(
  key: string,
  version: MimSources['versions'][number] | undefined,
  all: MimSources['versions'],
): string | undefined {
  const supported = all.filter(({ is_supported }) => is_supported).map(({ version_key }) => version_key)
  if (version?.is_supported) return undefined
  const what = version ? 'cannot be imported' : 'is unknown'
  return `${JSON.stringify(key.slice(0, 100))} ${what}: expected one of ${supported.join(', ')}.`
}
