import type { Logger } from 'pino'
import { RUN_PHASES } from '@heddle/contract/mim-registry.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { Channel, Frame, Opened, Subscriber } from '../../platform/realtime/channel.ts'
import { isUuid } from '../../kernel/uuid.ts'
import { framesSoFar, phaseFrame, terminalFrame } from './import-frames.ts'
import { isEnd } from './import-progress.ts'
import type { MimRegistryService } from './mim-registry.service.ts'
import type { ImportPhase } from './mim-registry.tables.ts'
import type { ImportRow } from './imports.store.ts'

type Dependencies = { readonly registry: MimRegistryService; readonly clock: Clock; readonly logger: Logger }

/** The end of an import may never be announced, because its process died or the cache lost the frame. */
const LOOK_EVERY_MS = 10 * SECOND

/** The progress of an import, for any signed-in user: past frames first, then new ones, up to the end. */
export function mimImportChannel(dependencies: Dependencies): Channel {
  return {
    path: '/ws/mim-import/:run_id/',
    open: async (subscriber, { run_id: id = '' }) => {
      const run = isUuid(id) ? await dependencies.registry.findRun(id.toLowerCase()) : undefined
      return run ? follow(run, subscriber, dependencies) : { status: 'not_found' }
    },
  }
}

async function follow(run: ImportRow, subscriber: Subscriber, { registry, clock, logger }: Dependencies): Promise<Opened> {
  const orderly = createFrameOrder()
  let isOver = false

  const send = (frame: Frame): void => {
    if (!isOver) orderly(frame).forEach(subscriber.send)
  }

  /** Sends the phases that the stored run has already reached, and the end if it has ended. */
  async function catchUp(): Promise<void> {
    const stored = isOver ? undefined : await registry.findRun(run.id)
    if (!stored || isOver) return
    framesSoFar(stored).forEach(send)
    const last = terminalFrame(stored)
    if (!last) return
    send(last)
    isOver = true
    subscriber.close('finished')
  }

  const look = (): Promise<void> =>
    catchUp().catch((error: unknown) => logger.warn({ err: error, run_id: run.id }, 'could not publish the end of an import'))

  // The terminal frame is built from the stored run, after any frames that the cache may have lost.
  const following = await registry.followRun(run, (frame) => (isEnd(frame) ? void look() : send(frame)))
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

const PHASE_OF_STEP: Readonly<Record<string, ImportPhase>> = { classes: 'downloading', properties: 'importing', relations: 'finalizing' }

/**
 * Turns a frame into the frames to send: each phase once, in order and without gaps, and progress that only goes
 * forward. Another process that took over the import may repeat frames, and the cache may have lost the first ones.
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
