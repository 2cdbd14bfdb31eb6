import { RUN_PHASES } from '@heddle/contract/mim-registry.ts'
import type { Frame } from '../../platform/realtime/channel.ts'
import type { ImportPhase } from './mim-registry.tables.ts'
import type { ImportRow } from './imports.store.ts'

export type ProgressStep = 'classes' | 'properties' | 'relations'

const MESSAGES: Readonly<Record<ImportPhase, string>> = {
  init: 'Looking up which classes the version has.',
  downloading: 'Downloading class documents.',
  importing: 'Building the graph of the new version alongside the old one.',
  finalizing: 'Building relations and the search index, then switching over.',
  done: 'The new version is in use.',
}

export const phaseFrame = (phase: ImportPhase): Frame => ({ type: 'phase', data: { phase, message: MESSAGES[phase] } })

export const progressFrame = (step: ProgressStep, current: number, total: number): Frame => ({
  type: 'progress',
  data: { step, current, total },
})

/** All phases up to the current one, and the progress within it. */
export function framesSoFar(run: ImportRow): readonly Frame[] {
  const phases = RUN_PHASES.slice(0, RUN_PHASES.indexOf(run.phase) + 1).map(phaseFrame)
  const handled = run.completedCount + run.notFoundCount + run.failedCount
  const isDownloading = run.state === 'running' && run.phase === 'downloading' && handled > 0
  return isDownloading ? [...phases, progressFrame('classes', handled, run.totalClasses)] : phases
}

/** The last frame of a run; undefined while it runs. */
export function terminalFrame(run: ImportRow): Frame | undefined {
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
