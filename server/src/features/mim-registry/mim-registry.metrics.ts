import { SECOND } from '../../kernel/durations.ts'
import type { Platform } from '../../platform/feature.ts'
import { keptFor } from '../../kernel/kept-for.ts'
import { counter, sharedGauge } from '../../platform/metrics/metric.ts'
import { findRunning, type ImportRow } from './imports.store.ts'
import { mimImportEnded } from './mim-registry.events.ts'

const IMPORTS = sharedGauge('heddle_imports', 'Imports of class models in progress, by phase; at most one.', ['phase'])
const CLASSES = sharedGauge('heddle_import_classes', 'Classes of the import in progress, by what became of them.', [
  'result',
])
const EXPECTED = sharedGauge(
  'heddle_import_classes_expected',
  'How many classes the import in progress has, as far as it knows.',
)
const ENDED = counter('heddle_imports_ended_total', 'Imports that ended, by state.', ['state'])

export const IMPORT_METRICS = [IMPORTS, CLASSES, EXPECTED, ENDED]

const KEPT_MS = 10 * SECOND

export function measureImports({ metrics, database, events }: Pick<Platform, 'metrics' | 'database' | 'events'>): void {
  const running = keptFor(KEPT_MS, () => findRunning(database.db))
  metrics.shared(IMPORTS, async () => {
    const run = await running()
    return run ? [{ labels: { phase: run.phase }, value: 1 }] : []
  })
  metrics.shared(CLASSES, async () => resultsOf(await running()))
  metrics.shared(EXPECTED, async () => (await running())?.totalClasses ?? 0)

  const ended = metrics.counter(ENDED)
  events.onRaised(mimImportEnded, async (_tx, { state }) => database.afterCommit(() => ended.inc({ state })))
}

const resultsOf = (run: ImportRow | undefined) =>
  run
    ? [
        { labels: { result: 'completed' as const }, value: run.completedCount },
        { labels: { result: 'not_found' as const }, value: run.notFoundCount },
        { labels: { result: 'failed' as const }, value: run.failedCount },
      ]
    : []
