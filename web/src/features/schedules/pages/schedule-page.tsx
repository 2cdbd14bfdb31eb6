import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../../components/button.tsx'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { Light } from '../../../components/light.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { useMinute } from '../../../components/time-text.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { SCHEDULES_KEY, scheduleDetail } from '../api.ts'
import { FiringTable } from '../components/firing-table.tsx'
import { NextRuns } from '../components/next-runs.tsx'
import { ScheduleActions } from '../components/schedule-actions.tsx'
import styles from '../components/schedule.module.css'
import { TaskFacts, TaskTrouble } from '../components/task-facts.tsx'
import { taskDraft } from '../draft.ts'
import { useMayChangeSchedule } from '../may-change.ts'
import { anchorOf, nextSlots } from '../next-slots.ts'
import { words } from '../page-words.ts'
import { stateOfSchedule } from '../states.ts'

const route = getRouteApi('/inside/queries/scheduled-tasks/$id')

/** One schedule: what it runs and when, and how its runs went. */
export function SchedulePage() {
  const { id } = route.useParams()
  const found = useQuery(scheduleDetail(useHeddle(), id))
  const task = found.data
  return (
    <Page
      title={task?.name ?? words.schedule}
      trail={<Link to="/queries/scheduled-tasks">{words.schedules}</Link>}
      note={task && <Light {...stateOfSchedule(task)} />}
      actions={task && <Actions task={task} />}
    >
      <Read of={found} failure={words.failure} permission="queries.view_scheduledtask">
        {(read) => <Schedule task={read} />}
      </Read>
    </Page>
  )
}

function Schedule({ task }: { readonly task: Wire.ScheduledTask }) {
  const { page: shown } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <TaskTrouble task={task} />
      <TaskFacts task={task} />
      <div className={styles.head}>
        <section aria-label={words.next}>
          <h2>{words.next}</h2>
          <Upcoming task={task} />
        </section>
      </div>
      <section aria-label={words.last} className={styles.section}>
        <h2>{words.last}</h2>
        <FiringTable
          task={task}
          page={Number(shown ?? 1)}
          onPage={(next) => void navigate({ search: (before) => ({ ...before, page: String(next) }) })}
        />
      </section>
    </>
  )
}

function Upcoming({ task }: { readonly task: Wire.ScheduledTask }) {
  const now = new Date(useMinute())
  if (task.next_run_at === null) return <p className={styles.minor}>{words.notNext}</p>
  const anchor = anchorOf(task.next_run_at, task.interval_minutes)
  return <NextRuns slots={nextSlots(taskDraft(task), now, anchor)} timezone={task.timezone} />
}

function Actions({ task }: { readonly task: Wire.ScheduledTask }) {
  const heddle = useHeddle()
  const router = useRouter()
  const cache = useQueryClient()
  const [isRemoving, setIsRemoving] = useState(false)
  const mayChange = useMayChangeSchedule()(task)
  const mayRemove = useMay('queries.delete_scheduledtask')
  return (
    <>
      <ScheduleActions schedule={task} isOpen />
      {mayChange && (
        <Link to="/queries/scheduled-tasks/$id/edit" params={{ id: task.id }} className={buttonClass()}>
          {words.edit}
        </Link>
      )}
      {mayChange && mayRemove && <Button onClick={() => setIsRemoving(true)}>{words.remove}</Button>}
      {isRemoving && (
        <DeleteDialog
          title={words.removeTitle(task.name)}
          text={words.removeText}
          remove={() => heddle.queries.scheduledTasks.remove(task.id)}
          onClose={() => setIsRemoving(false)}
          onRemoved={async () => {
            toast(words.removed(task.name))
            await router.navigate({ to: '/queries/scheduled-tasks' })
            await cache.invalidateQueries({ queryKey: [...SCHEDULES_KEY, 'list'] })
          }}
        />
      )}
    </>
  )
}
