import type { Logger } from 'pino'
import type { MimSource } from '../../adapters/mim-source/mim-sources.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import { pause } from '../../kernel/pause.ts'
import { ROOT } from './download/watch-for-outage.ts'
import { countJobs, insertJobs, type NewJob } from './jobs.store.ts'
import type { Reducer } from './reducer/reducer.ts'
import type { RunningImport } from './running-imports.ts'
import { updateRun } from './imports.store.ts'

type Dependencies = {
  readonly held: RunningImport
  readonly source: MimSource
  readonly reducer: Reducer
  readonly clock: Clock
  readonly logger: Logger
}

/** Before the second and the third attempt. */
const PAUSES_MS = [SECOND, 2 * SECOND]

/**
 * Creates the first jobs of a run, once: every class of the aggregate if there is a usable one, else the root, from
 * which the others are discovered. If the source is unreachable, fetching the root will show that.
 */
export async function discoverClasses(dependencies: Dependencies): Promise<void> {
  const { held, clock, logger } = dependencies
  const { run } = held
  const known = await held.transact((tx) => countJobs(tx, run.id))
  if (known.all > 0) return
  const listed = await listClasses(dependencies)
  held.signal.throwIfAborted()
  const jobs: readonly NewJob[] = listed ?? [{ ...ROOT, isCore: false }]
  const count = await held.transact(async (tx) => {
    const inserted = await insertJobs(tx, run.id, jobs, clock.now())
    if (listed) await updateRun(tx, run.id, { totalClasses: inserted })
    return inserted
  })
  const how = listed
    ? 'the version lists its classes'
    : 'the version does not list its classes: discovering them by their references'
  logger.info({ run_id: run.id, version_key: run.versionKey, classes: count }, how)
}

/** Undefined when the source has no aggregate, or an unreadable one. */
async function listClasses({
  held,
  source,
  reducer,
  clock,
  logger,
}: Dependencies): Promise<readonly NewJob[] | undefined> {
  const { run, signal } = held
  for (let tries = 0; !signal.aborted; tries++) {
    const answer = await source.fetchAggregate(run.versionKey, { compressed: tries % 2 === 0, signal })
    if (answer.kind === 'missing' || answer.kind === 'refused') return undefined
    const listed =
      answer.kind === 'document' ? await reducer.listClasses(answer) : { ok: false as const, message: answer.message }
    if (listed.ok) return listed.classes
    const wait = PAUSES_MS[tries]
    if (wait === undefined) {
      logger.warn({ run_id: run.id, fault: listed.message }, 'cannot read the list of all classes')
      return undefined
    }
    await pause(clock, wait, signal)
  }
  return undefined
}
