import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Page } from '../../../components/page.tsx'
import { usePageActions } from '../../../components/page-actions.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { Filters, Pager } from '../../../components/table.tsx'
import { ListViews } from '../../../components/list-views.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { noticeList, NOTICES_PER_PAGE, noticeSettings, unreadCount, useChangeSettings, useNotices } from '../api.ts'
import { NoticeItem } from '../components/notice-item.tsx'
import { SettingsPanel } from '../components/settings-panel.tsx'
import { words } from '../words.ts'
import styles from './notices-page.module.css'

const route = getRouteApi('/inside/notifications')
const ALL = 'all'

export function NoticesPage() {
  const heddle = useHeddle()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const page = Number(search.page ?? 1)
  const found = useQuery(noticeList(heddle, queryOf(search, page)))
  const unread = useQuery(unreadCount(heddle)).data?.count ?? 0
  const { all } = useNotices()
  const mayAddChannels = useMay('notifications.add_channel')
  const change = (changed: Record<string, string | undefined>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...changed }) })
  usePageActions(unread > 0 ? [{ id: 'mark-all', text: words.markAll, onSelect: () => all.mutate() }] : [])

  return (
    <Page
      title={words.title}
      note={unread > 0 && words.unread(unread)}
      actions={
        <>
          {mayAddChannels && <Link to="/notifications/channels">{words.channels}</Link>}
          <Mute />
          {unread > 0 && <Button onClick={() => all.mutate()}>{words.markAll}</Button>}
        </>
      }
    >
      <div className={styles.columns}>
        <div>
          <NoticeFilters search={search} onChange={change} />
          <Read of={found} failure={words.failure} permission="administrators">
            {({ results, count }) =>
              results.length === 0 ? (
                <EmptyState title={words.noneTitle}>
                  {Object.keys(search).length > 0 ? words.noneFiltered : words.none}
                </EmptyState>
              ) : (
                <>
                  <ul className={styles.notices}>
                    {results.map((notice) => (
                      <li key={notice.id}>
                        <NoticeItem notice={notice} isFull />
                      </li>
                    ))}
                  </ul>
                  <Pager
                    page={page}
                    pageSize={NOTICES_PER_PAGE}
                    count={count}
                    onPage={(next) => change({ page: String(next) })}
                  />
                </>
              )
            }
          </Read>
        </div>
        <SettingsPanel />
      </div>
    </Page>
  )
}

/** Nothing new here for a while; mails are a matter of their own. */
function Mute() {
  const settings = useQuery(noticeSettings(useHeddle())).data
  const { mutate: change } = useChangeSettings((error) => toastFailure(words.settings.notSaved, error))
  if (!settings) return null
  const isMuted = !settings.in_app_enabled
  return (
    <Button look="quiet" onClick={() => change({ in_app_enabled: isMuted })}>
      {isMuted ? words.unmute : words.mute}
    </Button>
  )
}

type FiltersProps = {
  readonly search: Partial<Record<string, string>>
  readonly onChange: (changed: Record<string, string | undefined>) => void
}

function NoticeFilters({ search, onChange }: FiltersProps) {
  const filterBy = (name: string, label: string, all: string, labels: Readonly<Record<string, string>>) => (
    <div className={styles.filter}>
      <ChoiceField
        label={label}
        choices={[{ value: ALL, label: all }, ...choicesOf(labels)]}
        value={search[name] ?? ALL}
        onChange={(value) => onChange({ [name]: value === ALL ? undefined : value })}
      />
    </div>
  )
  return (
    <Filters>
      {filterBy('unread', words.show, words.state.all, { true: words.state.unread, false: words.state.read })}
      {filterBy('category', words.category, words.anything, words.categories)}
      {filterBy('severity', words.severity, words.any, words.severities)}
      <ListViews of="notices" search={search} onSearch={onChange} />
    </Filters>
  )
}

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

function queryOf(
  { unread, category, severity }: Partial<Record<string, string>>,
  page: number,
): Wire.NotificationListQuery {
  return {
    page,
    ...(unread !== undefined && { unread: unread === 'true' }),
    ...(category !== undefined && { category: category as Wire.Notification['category'] }),
    ...(severity !== undefined && { severity: severity as Wire.Notification['severity'] }),
  }
}
