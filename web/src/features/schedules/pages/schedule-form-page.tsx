import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { scheduleDetail, scheduledQuery } from '../api.ts'
import { ScheduleForm } from '../components/schedule-form.tsx'
import { draftOf, newDraft } from '../draft.ts'
import { words } from '../form-words.ts'
import { useMayChangeSchedule } from '../may-change.ts'

const newRoute = getRouteApi('/inside/queries/scheduled-tasks/new')
const editRoute = getRouteApi('/inside/queries/scheduled-tasks/$id/edit')

const Trail = () => <Link to="/queries/scheduled-tasks">{words.schedules}</Link>

/** A new schedule; a query named by the address brings its name and its connection. */
export function NewSchedulePage() {
  const { saved_query: query = '', tell } = newRoute.useSearch()
  const { preferences } = useProfile()
  const found = useQuery(scheduledQuery(useHeddle(), query))
  const empty = { ...newDraft(preferences.timezone, query), onChanged: tell === 'changes' }
  return (
    <Page title={words.create} trail={<Trail />}>
      {query === '' ? (
        <ScheduleForm initial={empty} />
      ) : (
        <Read of={found} failure={words.failure} permission="queries.view_savedquery">
          {({ name, controller_connection: connection }) => (
            <ScheduleForm
              key={query}
              initial={{
                ...empty,
                name,
                connections: connection === null ? [] : [connection],
                ...(tell === 'changes' && { capture: 'yes' }),
              }}
            />
          )}
        </Read>
      )}
    </Page>
  )
}

export function EditSchedulePage() {
  const { id } = editRoute.useParams()
  const found = useQuery({ ...scheduleDetail(useHeddle(), id), refetchInterval: false, refetchOnWindowFocus: false })
  const mayChange = useMayChangeSchedule()
  return (
    <Page title={found.data ? words.edit(found.data.name) : words.schedules} trail={<Trail />}>
      <Read of={found} failure={words.failure} permission="queries.change_scheduledtask">
        {(task) =>
          mayChange(task) ? (
            <ScheduleForm key={id} initial={draftOf(task)} task={task} />
          ) : (
            <EmptyState title={words.noMay} />
          )
        }
      </Read>
    </Page>
  )
}
