import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { ThreadBudget } from '../../platform/threads/thread-memory.ts'
import type { Audit } from '../audit/index.ts'
import type { ClassUseService } from '../class-use/index.ts'
import { createCompiledGraphs } from './compiled-graphs.ts'
import { createExplorerService, type ExplorerService } from './explorer.service.ts'
import { createFavoritesService, type FavoritesService } from './favorites.service.ts'
import type { Graphs, ModelVersionRow } from './graphs.ts'
import { createGraphs } from './graphs.service.ts'
import { versionsWithClasses } from './graphs.store.ts'
import { createInstalledModel, type CurrentModel } from './installed-model.ts'
import { createRetrievalService, type RetrievalService } from './retrieval.service.ts'
import { createTablePreferencesService, type TablePreferencesService } from './table-preferences.service.ts'
import { createTableTemplatesService, type TableTemplatesService } from './table-templates.service.ts'

type Dependencies = {
  readonly database: Database
  readonly events: Events
  readonly audit: Audit
  readonly classUse: ClassUseService
  readonly memory: ThreadBudget
  readonly clock: Clock
  readonly logger: Logger
}

export type MimService = {
  readonly graphs: Graphs
  readonly explorer: ExplorerService
  readonly retrieval: RetrievalService
  readonly favorites: FavoritesService
  readonly templates: TableTemplatesService
  readonly preferences: TablePreferencesService
  /** Loads the installed model. To be called before the server accepts requests. */
  readonly load: () => Promise<void>
  /** The installed model, if any. */
  readonly current: () => CurrentModel | undefined
  /** The same in memory that threads share. */
  readonly sharedModel: () => Pick<CurrentModel, 'graphId' | 'packed'> | undefined
  /** Rejects unless the model that is active in the database can be read; without any there is nothing to read. */
  readonly ping: () => Promise<void>
  /** Undefined without an installed model. */
  readonly installedVersion: () => ModelVersionRow | undefined
  /** Versions installed before that have these classes; classes that none of them has are absent. */
  readonly versionsWith: (classNames: readonly string[]) => Promise<Map<string, string[]>>
  readonly close: () => void
}

/** The class model: its storage, the installed model, and what users see of it. */
export function createMimService({
  database,
  events,
  audit,
  classUse,
  memory,
  clock,
  logger,
}: Dependencies): MimService {
  const compiled = createCompiledGraphs({ database, logger, memory })
  const installed = createInstalledModel({ database, compiled, events, clock, logger })
  const explorer = createExplorerService({ installed, classUse })
  return {
    graphs: createGraphs({ database, compiled, installed, clock }),
    explorer,
    retrieval: createRetrievalService(installed),
    favorites: createFavoritesService({ database, explorer, audit, clock }),
    templates: createTableTemplatesService({ database, audit, clock }),
    preferences: createTablePreferencesService({ database, audit, clock }),
    load: installed.refresh,
    current: installed.current,
    sharedModel: () => {
      const current = installed.current()
      return current && { graphId: current.graphId, packed: current.packed }
    },
    ping: installed.refresh,
    installedVersion: () => installed.current()?.version,
    versionsWith: (classNames: readonly string[]) => versionsWithClasses(database.db, classNames),
    close: installed.close,
  }
}
