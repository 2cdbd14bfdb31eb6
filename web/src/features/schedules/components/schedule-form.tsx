import { variablesOf } from '@heddle/domain/canvas-editing/variables.ts'
import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { stripFields } from '../../../canvas/variables/strip-fields.ts'
import { Button, buttonClass } from '../../../components/button.tsx'
import { ifStill } from '../../../components/edited.tsx'
import { FormFrame } from '../../../components/form.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import { isChanged, UnsavedGuard } from '../../../components/unsaved-guard.tsx'
import { changedOnly } from '../../../lib/changed-only.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { queryColumns, type ReadSchedule, SCHEDULES_KEY, scheduledQuery } from '../api.ts'
import { taskBody, comparedColumns, mappedColumns, type ScheduleDraft } from '../draft.ts'
import { words } from '../form-words.ts'
import { anchorOf } from '../next-slots.ts'
import { typedVariables } from '../typed-variables.ts'
import { FollowUpPart } from './follow-up-part.tsx'
import { MetricPart } from './metric-part.tsx'
import { CapturePart, NoticePart } from './outcome-parts.tsx'
import styles from './schedule.module.css'
import { WhatPart } from './what-part.tsx'
import { WhenPart } from './when-part.tsx'

const FIELDS = [
  ...['name', 'saved_query', 'controller_connections', 'merge', 'variables', 'cron_expression', 'interval_minutes'],
  ...['timezone', 'capture_snapshot', 'retention_policy', 'on_changes', 'metric'],
]

type Props = {
  readonly initial: ScheduleDraft
  /** What is changed; absent for a new one. */
  readonly task?: ReadSchedule
}

/** Everything that a schedule is, on one page. */
export function ScheduleForm({ initial, task }: Props) {
  const [stored] = useState(initial)
  const [draft, setDraft] = useState(stored)
  const found = useQuery(queryColumns(useHeddle(), draft.query)).data ?? []
  const columns = comparedColumns(found)
  const { data: query } = useQuery(scheduledQuery(useHeddle(), draft.query))
  const fields = query ? stripFields(query.parameters, variablesOf(wireCanvas(query))) : []
  const saving = useSaving(task)
  const faults = formFaults(saving.error, FIELDS)
  const change = (changed: Partial<ScheduleDraft>) => setDraft((before) => ({ ...before, ...changed }))
  const isSameInterval = task?.schedule_type === 'interval' && draft.minutes === initial.minutes
  const parts = { draft, faults, onChange: change }
  const sent = (typed: ScheduleDraft) => ({
    ...taskBody(typed, columns.length > 0 ? columns : mappedColumns(task)),
    variables: typedVariables(typed.variables, fields, task?.variables),
  })
  return (
    <div className={styles.form}>
      <UnsavedGuard isDirty={isChanged(draft, stored) && !saving.isSuccess} />
      <FormFrame
        error={saving.error}
        faults={faults.general}
        onSubmit={() => saving.mutate({ body: sent(draft), before: sent(stored) })}
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
          <MetricPart {...parts} columns={found} />
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

type Sent = { readonly body: ReturnType<typeof taskBody>; readonly before: ReturnType<typeof taskBody> }

/** Somebody else's change in the meantime is refused, not overwritten. */
function useSaving(task: ReadSchedule | undefined) {
  const { scheduledTasks } = useHeddle().queries
  const cache = useQueryClient()
  return useWrite({
    mutationFn: ({ body, before }: Sent) =>
      task ? scheduledTasks.update(task.id, changedOnly(body, before), ifStill(task)) : scheduledTasks.create(body),
    onSuccess: async ({ name }) => {
      toast(task ? words.saved(name) : words.created(name))
      await cache.invalidateQueries({ queryKey: SCHEDULES_KEY })
    },
    next: ({ id }) => linkOptions({ to: '/queries/scheduled-tasks/$id', params: { id }, ignoreBlocker: true }),
  })
}
