import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Versioned } from '../../../components/conflict.tsx'
import { readWithTag } from '../../../lib/api/read-with-tag.ts'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { scheduleDetail, scheduledQuery } from '../api.ts'
import { ScheduleForm } from '../components/schedule-form.tsx'
import { WhenItHasRows } from '../components/when-it-has-rows.tsx'
import { taskDraft, newDraft } from '../draft.ts'
import { draftToTell } from '../draft-to-tell.ts'
import { words } from '../form-words.ts'
import { useMayChangeSchedule } from '../may-change.ts'

const newRoute = getRouteApi('/inside/queries/scheduled-tasks/new')
const editRoute = getRouteApi('/inside/queries/scheduled-tasks/$id/edit')

const Trail = () => <Link to="/queries/scheduled-tasks">{words.schedules}</Link>

/** A new schedule; the address may name a query, and what it should report of it. */
export function NewSchedulePage() {
  const search = newRoute.useSearch()
  const { saved_query: query = '' } = search
  const { preferences } = useProfile()
  const found = useQuery(scheduledQuery(useHeddle(), query))
  return (
    <Page title={words.create} trail={<Trail />}>
      {query === '' ? (
        <ScheduleForm initial={newDraft(preferences.timezone)} />
      ) : (
        <Read of={found} failure={words.failure} permission="queries.view_savedquery">
          {(queried) => (
            <>
              {search.tell === 'rows' && <WhenItHasRows query={queried} />}
              <ScheduleForm key={query} initial={draftToTell(queried, preferences.timezone, search)} />
            </>
          )}
        </Read>
      )}
    </Page>
  )
}

const LABELS = {
  saved_query: words.query,
  controller_connections: words.connections,
  merge: words.merge,
  allow_partial: words.partial,
  variables: words.values,
  schedule_type: words.repeats,
  cron_expression: words.cron,
  interval_minutes: words.minutes,
  timezone: words.zone,
  capture_snapshot: words.keepsRows,
  retention_policy: words.keepFor,
  notify_on_failure: `${words.notices} ${words.onFailure}`,
  notify_on_changes: `${words.notices} ${words.onChanged}`,
  notify_on_expectation: `${words.notices} ${words.onExpectation}`,
  on_changes: words.followUp,
}

export function EditSchedulePage() {
  const { id } = editRoute.useParams()
  const heddle = useHeddle()
  const { scheduledTasks } = heddle.queries
  const found = useQuery({ ...scheduleDetail(heddle, id), refetchInterval: false, refetchOnWindowFocus: false })
  const mayChange = useMayChangeSchedule()
  return (
    <Page title={found.data ? words.edit(found.data.name) : words.schedules} trail={<Trail />}>
      <Read of={found} failure={words.failure} permission="queries.change_scheduledtask">
        {(task) =>
          mayChange(task) ? (
            <Versioned
              key={id}
              first={task}
              labels={LABELS}
              read={() => readWithTag((options) => scheduledTasks.get(id, options))}
            >
              {(base) => <ScheduleForm initial={taskDraft(base)} task={base} />}
            </Versioned>
          ) : (
            <EmptyState title={words.noMay} />
          )
        }
      </Read>
    </Page>
  )
}
