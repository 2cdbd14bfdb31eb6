import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Audit } from '../audit/index.ts'
import { createCompiledGraphs } from './compiled-graphs.ts'
import { createExplorerService } from './explorer.service.ts'
import { createFavoritesService } from './favorites.service.ts'
import { createGraphs } from './graphs.service.ts'
import { versionsWithClasses } from './graphs.store.ts'
import { createInstalledModel } from './installed-model.ts'
import { createRetrievalService } from './retrieval.service.ts'
import { createTablePreferencesService } from './table-preferences.service.ts'
import { createTableTemplatesService } from './table-templates.service.ts'

type Dependencies = {
  readonly database: Database
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
  readonly logger: Logger
}

export type MimService = ReturnType<typeof createMimService>

/** The class model: its storage, the installed model, and what users see of it. */
export function createMimService({ database, events, audit, clock, logger }: Dependencies) {
  const compiled = createCompiledGraphs({ database, logger })
  const installed = createInstalledModel({ database, compiled, events, clock, logger })
  const explorer = createExplorerService({ installed })
  return {
    graphs: createGraphs({ database, compiled, installed, clock }),
    explorer,
    retrieval: createRetrievalService(installed),
    favorites: createFavoritesService({ database, explorer, audit, clock }),
    templates: createTableTemplatesService({ database, audit, clock }),
    preferences: createTablePreferencesService({ database, audit, clock }),
    /** Loads the installed model. To be called before the server accepts requests. */
    load: installed.refresh,
    /** The installed model, if any. */
    current: installed.current,
    /** The same in memory that threads share. */
    sharedModel: () => {
      const current = installed.current()
      return current && { graphId: current.graphId, packed: current.packed }
    },
    /** Rejects unless the model that is active in the database can be read; without any there is nothing to read. */
    ping: installed.refresh,
    /** Undefined without an installed model. */
    installedVersion: () => installed.current()?.version,
    /** Versions installed before that have these classes; classes that none of them has are absent. */
    versionsWith: (classNames: readonly string[]) => versionsWithClasses(database.db, classNames),
    close: installed.close,
  }
}
