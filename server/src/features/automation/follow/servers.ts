import type { AutomationServer, JobRef } from '../../../adapters/automation-server/automation-server.ts'

/** The automation servers behind connections. */
export type Servers = {
  /** Undefined if the connection was deleted. */
  readonly server: (connectionId: string) => Promise<AutomationServer | undefined>
  /** The page of a job; null if the connection was deleted. */
  readonly jobUrl: (connectionId: string, ref: JobRef) => Promise<string | null>
}
