import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Button } from '../../../components/button.tsx'
import { Menu, type MenuEntry } from '../../../components/menu.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { FIRINGS_KEY, SCHEDULES_KEY } from '../api.ts'
import { useMayChangeSchedule } from '../may-change.ts'
import { words } from '../words.ts'
import styles from './schedule-actions.module.css'

type Props = {
  readonly schedule: Wire.ScheduledTask
  /** On its own page. */
  readonly isOpen?: boolean
}

/** What one can do with a schedule: only what one may do. */
export function ScheduleActions({ schedule, isOpen = false }: Props) {
  const { id, name, saved_query: query, enabled, paused, running } = schedule
  const { scheduledTasks } = useHeddle().queries
  const router = useRouter()
  const cache = useQueryClient()
  const mayRun = useMay('queries.execute_scheduledtask')
  const mayChange = useMayChangeSchedule()(schedule)
  const mayHistory = useMay('history.view_snapshot')
  const refresh = () =>
    Promise.all([SCHEDULES_KEY, FIRINGS_KEY].map((queryKey) => cache.invalidateQueries({ queryKey })))
  const run = useWrite({
    mutationFn: () => scheduledTasks.runNow(id),
    onSuccess: async () => {
      toast(words.started(name))
      await refresh()
    },
    onError: (error) => toastFailure(words.notStarted(name), error, { onRetry: () => run.mutate() }),
  })
  const isOn = enabled && !paused
  const change = useWrite({
    mutationFn: () => (isOn ? scheduledTasks.disable : scheduledTasks.enable)(id),
    onSuccess: async () => {
      toast(isOn ? words.pausedNow(name) : words.resumedNow(name))
      await refresh()
    },
    onError: (error) => toastFailure(words.notChanged(name), error, { onRetry: () => change.mutate() }),
  })
  const entries: readonly MenuEntry[] = [
    ...(mayChange ? [{ text: isOn ? words.pause : words.resume, onSelect: () => change.mutate() }] : []),
    ...(isOpen
      ? []
      : [
          {
            text: words.details,
            onSelect: () => void router.navigate({ to: '/queries/scheduled-tasks/$id', params: { id } }),
          },
        ]),
    ...(mayChange && !isOpen
      ? [
          {
            text: words.edit,
            onSelect: () => void router.navigate({ to: '/queries/scheduled-tasks/$id/edit', params: { id } }),
          },
        ]
      : []),
    ...(mayHistory
      ? [
          {
            text: words.history,
            onSelect: () => void router.navigate({ to: '/history', search: { saved_query: query } }),
          },
        ]
      : []),
    { text: words.openQuery, onSelect: () => void router.navigate({ href: `/queries/saved-queries/${query}/` }) },
  ]
  return (
    <div className={styles.actions}>
      {mayRun && (
        <Button
          aria-label={words.runNowOf(name)}
          impossible={running || run.isPending ? words.started(name) : undefined}
          onClick={() => run.mutate()}
        >
          {words.runNow}
        </Button>
      )}
      <Menu
        label={words.actionsOf(name)}
        entries={entries}
        target={
          <Button look="quiet" aria-label={words.actionsOf(name)}>
            ⋯
          </Button>
        }
      />
    </div>
  )
}
