import type { Database } from '../../../adapters/database/database.ts'
import type { ExecutionReports } from './execution-reports.ts'
import { findJobOf } from './look-at.store.ts'
import type { Servers } from './servers.ts'
import { AutomationFailure } from '../../../adapters/automation-server/automation-failure.ts'

type Dependencies = { readonly database: Database; readonly servers: Servers; readonly reports: ExecutionReports }

/** Whether the job could be read. */
export type LookAt = (executionId: string, signal?: AbortSignal) => Promise<boolean>

const NEVER = new AbortController().signal

/** Reads the job of an execution now and applies what it says. */
export function createLookAt({ database, servers, reports }: Dependencies): LookAt {
  return async (executionId, signal = NEVER) => {
    const found = await findJobOf(database.db, executionId)
    const server = found && (await servers.server(found.connectionId))
    if (!server) return false
    try {
      await reports.apply(executionId, await server.job(found.ref, signal))
      return true
    } catch (error: unknown) {
      if (error instanceof AutomationFailure) return false
      throw error
    }
  }
}
