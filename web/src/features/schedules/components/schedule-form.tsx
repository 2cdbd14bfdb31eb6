import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../../components/button.tsx'
import { FormFrame } from '../../../components/form.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { queryColumns, type ReadSchedule, SCHEDULES_KEY } from '../api.ts'
import { bodyOf, comparedColumns, mappedColumns, type ScheduleDraft } from '../draft.ts'
import { words } from '../form-words.ts'
import { anchorOf } from '../next-slots.ts'
import { FollowUpPart } from './follow-up-part.tsx'
import { CapturePart, NoticePart } from './outcome-parts.tsx'
import styles from './schedule.module.css'
import { WhatPart } from './what-part.tsx'
import { WhenPart } from './when-part.tsx'

const FIELDS = [
  ...['name', 'saved_query', 'controller_connections', 'merge', 'variables', 'cron_expression', 'interval_minutes'],
  ...['timezone', 'capture_snapshot', 'retention_policy', 'on_changes'],
]

type Props = {
  readonly initial: ScheduleDraft
  /** What is changed; absent for a new one. */
  readonly task?: ReadSchedule
}

/** Everything that a schedule is, on one page. */
export function ScheduleForm({ initial, task }: Props) {
  const [draft, setDraft] = useState(initial)
  const found = useQuery(queryColumns(useHeddle(), draft.query)).data ?? []
  const columns = comparedColumns(found)
  const saving = useSaving(task)
  const faults = formFaults(saving.error, FIELDS)
  const change = (changed: Partial<ScheduleDraft>) => setDraft((before) => ({ ...before, ...changed }))
  const isSameInterval = task?.schedule_type === 'interval' && draft.minutes === initial.minutes
  const parts = { draft, faults, onChange: change }
  return (
    <div className={styles.form}>
      <FormFrame
        error={saving.error}
        faults={faults.general}
        onSubmit={() => saving.mutate(bodyOf(draft, columns.length > 0 ? columns : mappedColumns(task)))}
      >
        <div>
          <WhatPart {...parts} />
          <WhenPart
            {...parts}
            anchor={isSameInterval ? anchorOf(task.next_run_at, task.interval_minutes) : undefined}
          />
          <NoticePart {...parts} />
          <CapturePart {...parts} />
          <FollowUpPart {...parts} columns={columns} />
          <div className={styles.buttons}>
            <Button type="submit" look="primary">
              {words.save}
            </Button>
            <Link
              to={task ? '/queries/scheduled-tasks/$id' : '/queries/scheduled-tasks'}
              params={{ id: task?.id ?? '' }}
              className={buttonClass()}
            >
              {words.cancel}
            </Link>
          </div>
        </div>
      </FormFrame>
    </div>
  )
}

/** Somebody else's change in the meantime is refused, not overwritten. */
function useSaving(task: ReadSchedule | undefined) {
  const { scheduledTasks } = useHeddle().queries
  const cache = useQueryClient()
  const router = useRouter()
  return useWrite({
    mutationFn: (body: ReturnType<typeof bodyOf>) =>
      task ? scheduledTasks.update(task.id, body, { headers: { 'if-match': task.etag } }) : scheduledTasks.create(body),
    onSuccess: async ({ id, name }) => {
      toast(task ? words.saved(name) : words.created(name))
      await cache.invalidateQueries({ queryKey: SCHEDULES_KEY })
      await router.navigate({ to: '/queries/scheduled-tasks/$id', params: { id } })
    },
  })
}
