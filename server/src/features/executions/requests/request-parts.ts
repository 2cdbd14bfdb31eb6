import type { Database } from '../../../adapters/database/database.ts'
import type { SnapshotArchive } from '../../archive/index.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { Planners } from '../../planning/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import type { UsersService } from '../../users/index.ts'
import type { JudgingParts } from './find-judging.ts'
import type { ChoicesService } from '../choices/choices.service.ts'

/** What checking a request needs. */
export type RequestParts = Pick<JudgingParts, 'waivers' | 'clock'> & {
  readonly database: Database
  readonly queries: Pick<SavedQueriesService, 'get' | 'find' | 'version'>
  readonly connections: Pick<ControllerConnectionsService, 'find' | 'factsOf' | 'knowsClass'>
  readonly archive: Pick<SnapshotArchive, 'newest' | 'rows'>
  readonly planners: Planners
  readonly choices: Pick<ChoicesService, 'problemsOf'>
  readonly users: Pick<UsersService, 'actor'>
}
