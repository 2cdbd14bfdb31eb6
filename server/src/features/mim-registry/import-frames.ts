import { RUN_PHASES } from '@heddle/contract/mim-registry.ts'
import type { ModelImportFrame } from '@heddle/contract/socket-frames.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { Unstamped } from '../../platform/realtime/channel.ts'
import type { ImportPhase } from './mim-registry.tables.ts'
import type { ImportRow } from './imports.store.ts'

export type ImportFrame = Unstamped<ModelImportFrame>
export type ProgressStep = 'classes' | 'properties' | 'relations'

const MESSAGES: Readonly<Record<ImportPhase, string>> = {
  init: 'Looking up which classes the version has.',
  downloading: 'Downloading class documents.',
  importing: 'Building the graph of the new version alongside the old one.',
  finalizing: 'Building relations and the search index.',
  done: 'The import is complete.',
}

export const phaseFrame = (phase: ImportPhase): ImportFrame => ({
  type: 'phase',
  data: { phase, message: MESSAGES[phase] },
})

export const progressFrame = (step: ProgressStep, current: number, total: number): ImportFrame => ({
  type: 'progress',
  data: { step, current, total },
})

/**
 * The frames of an import, built from what is stored: all phases up to the current one, the progress within it, and the
 * end. Phases are stored without their time, so those of an ended import carry the time of its end.
 */
export function storedFrames(run: ImportRow): readonly ImportFrame[] {
  const terminal = terminalFrame(run)
  if (!terminal) return framesSoFar(run)
  const finishedAt = run.finishedAt ? timestamp(run.finishedAt) : undefined
  return [...framesSoFar(run), terminal].map((frame) => stamped(frame, finishedAt))
}

const stamped = (frame: ImportFrame, when: string | undefined): ImportFrame =>
  when === undefined ? frame : { ...frame, timestamp: when }

function framesSoFar(run: ImportRow): readonly ImportFrame[] {
  const phases = RUN_PHASES.slice(0, RUN_PHASES.indexOf(run.phase) + 1).map(phaseFrame)
  const handled = run.completedCount + run.notFoundCount + run.failedCount
  const isDownloading = run.state === 'running' && run.phase === 'downloading' && handled > 0
  return isDownloading ? [...phases, progressFrame('classes', handled, run.totalClasses)] : phases
}

/** The last frame of a run; undefined while it runs. */
function terminalFrame(run: ImportRow): ImportFrame | undefined {
  switch (run.state) {
    case 'running':
      return undefined
    case 'succeeded':
      return {
        type: 'import_complete',
        data: {
          version: run.versionKey,
          classes: run.classCount ?? 0,
          properties: run.propertyCount ?? 0,
          duration_ms: (run.finishedAt ?? run.startedAt).getTime() - run.startedAt.getTime(),
        },
      }
    case 'cancelled':
      return { type: 'import_failed', data: { error: 'cancelled' } }
    case 'failed':
      return { type: 'import_failed', data: { error: run.errorSummary } }
  }
}

const PHASE_OF_STEP: Readonly<Record<ProgressStep, ImportPhase>> = {
  classes: 'downloading',
  properties: 'importing',
  relations: 'finalizing',
}

/**
 * Turns a frame into the frames to send: each phase once, in order and without gaps, and progress that only goes
 * forward. Another process that took over the import may repeat frames, and the cache may have lost the first ones.
 */
export function createFrameOrder(): (frame: ImportFrame) => readonly ImportFrame[] {
  let phase = -1
  const steps = new Map<ProgressStep, number>()

  function reach(wanted: ImportPhase, when: string | undefined): ImportFrame[] {
    const place = RUN_PHASES.findIndex((one) => one === wanted)
    const missing = RUN_PHASES.slice(phase + 1, place + 1)
    phase = Math.max(phase, place)
    return missing.map((one) => stamped(phaseFrame(one), when))
  }

  return (frame) => {
    if (frame.type === 'phase') return reach(frame.data.phase, frame.timestamp)
    if (frame.type !== 'progress') return [frame]
    const { step, current } = frame.data
    if (current <= (steps.get(step) ?? -1)) return []
    steps.set(step, current)
    return [...reach(PHASE_OF_STEP[step], frame.timestamp), frame]
  }
}
