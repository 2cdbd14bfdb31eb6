import type { Logger } from 'pino'
import { RUN_PHASES } from '@heddle/contract/mim-registry.ts'
import type { Clock } from '../../platform/clock.ts'
import { SECOND } from '../../platform/durations.ts'
import type { Channel, Frame, Opened, Subscriber } from '../../platform/realtime/channel.ts'
import { isUuid } from '../../platform/uuid.ts'
import { framesSoFar, phaseFrame, terminalFrame } from './import-frames.ts'
import { isEnd } from './import-progress.ts'
import type { MimRegistryService } from './mim-registry.service.ts'
import type { RunPhase } from './mim-registry.tables.ts'
import type { RunRow } from './runs.store.ts'

type Dependencies = { readonly registry: MimRegistryService; readonly clock: Clock; readonly logger: Logger }

/** The end of an import may be told by nobody: its process died just then, or the cache lost the frame. */
const LOOK_EVERY_MS = 10 * SECOND

/** The progress of an import, for any signed-in user: what it told so far, then what it tells, up to its end. */
export function mimImportChannel(dependencies: Dependencies): Channel {
  return {
    path: '/ws/mim-import/:run_id/',
    open: async (subscriber, { run_id: id = '' }) => {
      const run = isUuid(id) ? await dependencies.registry.findRun(id.toLowerCase()) : undefined
      return run ? follow(run, subscriber, dependencies) : { status: 'not_found' }
    },
  }
}

async function follow(run: RunRow, subscriber: Subscriber, { registry, clock, logger }: Dependencies): Promise<Opened> {
  const orderly = createFrameOrder()
  let isOver = false

  const tell = (frame: Frame): void => {
    if (!isOver) orderly(frame).forEach(subscriber.send)
  }

  /** Sends the phases that the stored run is ahead with, and the end when there is one. */
  async function catchUp(): Promise<void> {
    const stored = isOver ? undefined : await registry.findRun(run.id)
    if (!stored || isOver) return
    framesSoFar(stored).forEach(tell)
    const last = terminalFrame(stored)
    if (!last) return
    tell(last)
    isOver = true
    subscriber.close('finished')
  }

  const look = (): Promise<void> =>
    catchUp().catch((error: unknown) => logger.warn({ err: error, run_id: run.id }, 'the end of an import can not be told now'))

  // The terminal frame is made from the stored run, after whatever the cache may have lost.
  const following = await registry.followRun(run, (frame) => (isEnd(frame) ? void look() : tell(frame)))
  const timer = clock.repeat(look, LOOK_EVERY_MS)
  await look()
  return {
    status: 'open',
    close: () => {
      isOver = true
      timer.cancel()
      following.unsubscribe()
    },
  }
}

const PHASE_OF_STEP: Readonly<Record<string, RunPhase>> = { classes: 'downloading', properties: 'importing', relations: 'finalizing' }

/**
 * What is to be sent for a frame: phases are told once, in their order and without a gap, whoever tells them, and progress goes forward
 * only. A process that took the import over may tell again what was told, and the cache may have lost the beginning.
 */
function createFrameOrder(): (frame: Frame) => readonly Frame[] {
  let phase = -1
  const steps = new Map<unknown, number>()

  function reach(wanted: unknown): Frame[] {
    const place = RUN_PHASES.findIndex((one) => one === wanted)
    const missing = RUN_PHASES.slice(phase + 1, place + 1)
    phase = Math.max(phase, place)
    return missing.map(phaseFrame)
  }

  return (frame) => {
    if (frame.type === 'phase') return reach(frame.data.phase)
    if (frame.type !== 'progress') return [frame]
    const current = Number(frame.data.current)
    if (current <= (steps.get(frame.data.step) ?? -1)) return []
    steps.set(frame.data.step, current)
    return [...reach(PHASE_OF_STEP[String(frame.data.step)]), frame]
  }
}
