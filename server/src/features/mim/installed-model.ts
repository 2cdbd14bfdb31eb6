import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE } from '../../kernel/durations.ts'
import type { Events } from '../../platform/events/events.ts'
import type { CompiledGraphs } from './compiled-graphs.ts'
import type { ModelVersionRow } from './graphs.ts'
import { findActiveVersion } from './graphs.store.ts'
import { modelSwitched } from './mim.events.ts'
import type { OpenModel } from './open-model.ts'

type Dependencies = {
  readonly database: Database
  readonly compiled: CompiledGraphs
  readonly events: Events
  readonly clock: Clock
  readonly logger: Logger
}

/** The class model in use, and the version it was installed as. */
export type CurrentModel = OpenModel & { readonly graphId: string; readonly version: ModelVersionRow }

export type InstalledModel = ReturnType<typeof createInstalledModel>

/** The cache may lose the event that announces a switch. */
const LOOK_EVERY_MS = MINUTE

/** Holds the whole active class model in memory. Replaced in one step when any process activates another one. */
export function createInstalledModel({ database, compiled, events, clock, logger }: Dependencies) {
  let current: CurrentModel | undefined
  let looking: Promise<void> | undefined
  let isStale = false

  function use(next: CurrentModel | undefined): void {
    current = next
    compiled.forget()
    logger.info(
      { controller_version: next?.version.controllerVersion, classes: next?.version.classCount },
      'switched to another class model',
    )
  }

  async function readActive(): Promise<void> {
    const version = await findActiveVersion(database.db)
    const graphId = version?.graphId ?? undefined
    if (graphId === current?.graphId) return
    use(version && graphId !== undefined ? { ...(await compiled.open(graphId)), graphId, version } : undefined)
  }

  async function readWhileStale(): Promise<void> {
    while (isStale) {
      isStale = false
      await readActive()
    }
  }

  /**
   * Reads the active model unless it is in memory. A call during a read waits for another read, started after the call.
   */
  function refresh(): Promise<void> {
    isStale = true
    looking ??= readWhileStale().finally(() => (looking = undefined))
    return looking
  }

  events.on(modelSwitched, () => refresh())
  const timer = clock.repeat(refresh, LOOK_EVERY_MS)

  return {
    current: () => current,
    refresh,
    /**
     * To be called after the commit that activated the model: this process uses it at once, the others are notified.
     */
    switchTo: (graphId: string, version: ModelVersionRow): void => {
      const model = compiled.openHere(graphId)
      if (model) use({ ...model, graphId, version })
      void events.publish(modelSwitched, { graph_id: graphId })
    },
    close: () => timer.cancel(),
  }
}
