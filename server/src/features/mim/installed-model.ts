import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { MINUTE } from '../../platform/durations.ts'
import type { Events } from '../../platform/events/events.ts'
import type { CompiledGraphs } from './compiled-graphs.ts'
import type { VersionRow } from './graphs.ts'
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

/** The class model that is read now, and the version it was installed as. */
export type CurrentModel = OpenModel & { readonly graphId: string; readonly version: VersionRow }

export type InstalledModel = ReturnType<typeof createInstalledModel>

/** A hint about a switch may be lost with the cache. */
const LOOK_EVERY_MS = MINUTE

/** The active class model, whole, in memory; replaced in one step when another one becomes active, in whichever process. */
export function createInstalledModel({ database, compiled, events, clock, logger }: Dependencies) {
  let current: CurrentModel | undefined
  let looking: Promise<void> | undefined
  let isAskedAgain = false

  function use(next: CurrentModel | undefined): void {
    current = next
    compiled.forget()
    logger.info({ controller_version: next?.version.controllerVersion, classes: next?.version.classCount }, 'another class model is in use')
  }

  async function readActive(): Promise<void> {
    const version = await findActiveVersion(database.db)
    const graphId = version?.graphId ?? undefined
    if (graphId === current?.graphId) return
    use(version && graphId !== undefined ? { ...(await compiled.open(graphId)), graphId, version } : undefined)
  }

  async function readWhileAsked(): Promise<void> {
    while (isAskedAgain) {
      isAskedAgain = false
      await readActive()
    }
  }

  /** Reads the active model unless it is at hand. Whoever asks while it is being read waits for a look that began after the asking. */
  function refresh(): Promise<void> {
    isAskedAgain = true
    looking ??= readWhileAsked().finally(() => (looking = undefined))
    return looking
  }

  events.on(modelSwitched, () => refresh())
  const timer = clock.repeat(refresh, LOOK_EVERY_MS)

  return {
    current: () => current,
    refresh,
    /** After the commit that made it active: this process reads it from now on, others are told. */
    switchTo: (graphId: string, version: VersionRow): void => {
      const model = compiled.openHere(graphId)
      if (model) use({ ...model, graphId, version })
      void events.publish(modelSwitched, { graph_id: graphId })
    },
    close: () => timer.cancel(),
  }
}
