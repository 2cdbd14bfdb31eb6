import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '../../../components/button.tsx'
import { Read } from '../../../components/read.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { importRun, REGISTRY_KEY } from '../api.ts'
import { words } from '../words.ts'
import styles from './import-progress.module.css'
import { PHASES } from './import-view.ts'
import { useImportView } from './use-import-view.ts'

/** How far an import has come, and how it ended. */
export function ImportProgress({ id }: { readonly id: string }) {
  const cache = useQueryClient()
  const found = useQuery(importRun(useHeddle(), id))
  const state = found.data?.run.state
  useEffect(() => {
    if (state === undefined || state === 'running') return
    void cache.invalidateQueries({ queryKey: [...REGISTRY_KEY, 'status'] })
    // Everything that asks the model: the status bar, the explorer, the palette.
    void cache.invalidateQueries({ queryKey: ['mim'] })
    void cache.invalidateQueries({ queryKey: ['dashboard'] })
  }, [cache, state])
  return (
    <Read of={found} failure={words.failure} permission="administrators">
      {({ run }) => (run.state === 'running' ? <Running key={run.id} run={run} /> : <Ended run={run} />)}
    </Read>
  )
}

function Running({ run }: { readonly run: Wire.MimImportRun }) {
  const { is_admin: isAdmin } = useProfile()
  const { runs } = useHeddle().mimRegistry.remote
  const cache = useQueryClient()
  const cancel = useWrite({
    mutationFn: () => runs.cancel(run.id),
    onSuccess: () => cache.invalidateQueries({ queryKey: REGISTRY_KEY }),
    onError: (error) => toastFailure(words.notCancelled, error, { onRetry: () => cancel.mutate() }),
  })
  const { view, left } = useImportView(run)
  const { phase, what, done, total } = view
  const text = words.progressText(words.phases[phase], done, total, words.whats[what])
  return (
    <section className={styles.import} aria-label={words.importOf(run.version_key)}>
      <h2>{words.importOf(run.version_key)}</h2>
      <ol className={styles.phases}>
        {PHASES.map((one, index) => (
          <li
            key={one}
            className={styles.phase}
            data-state={index < PHASES.indexOf(phase) ? 'done' : index === PHASES.indexOf(phase) ? 'now' : 'waits'}
            {...(one === phase && { 'aria-current': 'step' as const })}
          >
            {words.phaseNames[one]}
          </li>
        ))}
      </ol>
      <div
        role="progressbar"
        aria-label={words.progress}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={text}
        className={styles.track}
      >
        <div className={styles.bar} style={{ width: `${total === 0 ? 0 : Math.min(100, (100 * done) / total)}%` }} />
      </div>
      <p>
        {text}
        {left !== undefined && `, ${words.left(left)}`}. {words.leave}
      </p>
      {isAdmin && (
        <Button
          impossible={run.cancel_requested || cancel.isPending ? words.cancelling : undefined}
          onClick={() => cancel.mutate()}
        >
          {words.cancel}
        </Button>
      )}
    </section>
  )
}

function Ended({ run }: { readonly run: Wire.MimImportRun }) {
  const { is_admin: isAdmin } = useProfile()
  const { runs } = useHeddle().mimRegistry.remote
  const cache = useQueryClient()
  const resume = useWrite({
    mutationFn: () => runs.resume(run.id),
    onSuccess: () => cache.invalidateQueries({ queryKey: REGISTRY_KEY }),
    onError: (error) => toastFailure(words.notResumed, error, { onRetry: () => resume.mutate() }),
  })
  if (run.state === 'succeeded') {
    return (
      <p role="status" className={styles.import}>
        {run.activates ? words.ended.succeeded(run.version_key) : words.readToCompare(run.version_key)}{' '}
        {run.failed_count > 0 && words.failedClasses(run.failed_count)}
      </p>
    )
  }
  return (
    <section className={styles.import} role="alert">
      <p>
        <strong>{run.state === 'failed' ? words.ended.failed : words.ended.cancelled}</strong> {run.error_summary}{' '}
        {words.kept}
      </p>
      {isAdmin && <Button onClick={() => resume.mutate()}>{words.resume}</Button>}
    </section>
  )
}
