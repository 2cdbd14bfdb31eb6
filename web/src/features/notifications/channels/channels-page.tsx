import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Light, type LightColor } from '../../../components/light.tsx'
import { Page } from '../../../components/page.tsx'
import { usePageActions } from '../../../components/page-actions.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, LoadingTable, Pager, type TableColumn } from '../../../components/table.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { CHANNELS_PER_PAGE, channelList, groupChoices } from './api.ts'
import { ChannelActions, type ChannelTask } from './channel-actions.tsx'
import { ChannelDialogs, type Opened } from './channel-dialogs.tsx'
import styles from './channels.module.css'
import { useChannelTasks } from './use-channel-tasks.ts'
import { words } from './words.ts'

const route = getRouteApi('/inside/notifications/channels')

/** Where news are sent. */
export function ChannelsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const page = Number(search.page ?? 1)
  const found = useQuery(channelList(useHeddle(), page))
  const [opened, setOpened] = useState<Opened>()
  const start = useChannelTasks(setOpened)
  const columns = useColumns(start)
  const handleNew = () => setOpened({ task: 'new' })
  usePageActions([{ id: 'new-channel', text: words.new, onSelect: handleNew }])
  return (
    <Page
      title={words.title}
      note={found.data && words.count(found.data.count)}
      actions={
        <Button look="primary" onClick={handleNew}>
          {words.new}
        </Button>
      }
    >
      <Read
        of={found}
        failure={words.failure}
        permission="notifications.add_channel"
        skeleton={<LoadingTable columns={columns} />}
      >
        {({ results, count }) =>
          results.length === 0 ? (
            <EmptyState title={words.none}>{words.noneText}</EmptyState>
          ) : (
            <>
              <DataTable label={words.title} columns={columns} rows={results} keyOf={({ id }) => id} />
              <Pager
                page={page}
                pageSize={CHANNELS_PER_PAGE}
                count={count}
                onPage={(next) => void navigate({ search: { page: String(next) } })}
              />
            </>
          )
        }
      </Read>
      {opened && <ChannelDialogs opened={opened} onOpen={setOpened} />}
    </Page>
  )
}

function useColumns(onTask: (channel: Wire.Channel, task: ChannelTask) => void): readonly TableColumn<Wire.Channel>[] {
  const { is_admin: isAdmin } = useProfile()
  const groups = useQuery({ ...groupChoices(useHeddle()), enabled: isAdmin }).data ?? []
  const ownerOf = ({ group }: Wire.Channel) => {
    if (group === null) return words.mine
    const name = groups.find(({ id }) => id === group)?.name
    return name === undefined ? words.anyGroup : words.ofGroup(name)
  }
  return [
    {
      name: 'name',
      title: words.name,
      isGrowing: true,
      cell: ({ name, last_error: error }) => (
        <div className={styles.what}>
          <strong title={name}>{name}</strong>
          {error !== null && <span title={error}>{error}</span>}
        </div>
      ),
    },
    { name: 'type', title: words.type, width: '130px', cell: ({ type }) => words.types[type] },
    {
      name: 'target',
      title: words.target,
      isWideOnly: true,
      cell: ({ target }) => {
        const text = Array.isArray(target) ? target.join(', ') : target
        return (
          <code className={styles.target} title={text}>
            {text}
          </code>
        )
      },
    },
    { name: 'owner', title: words.whose, width: '150px', isWideOnly: 'very', cell: ownerOf },
    {
      name: 'state',
      title: words.state,
      width: '150px',
      cell: (channel) => {
        const [color, text] = stateOf(channel)
        return <Light color={color} text={text} />
      },
    },
    {
      name: 'actions',
      title: words.actions,
      isTitleHidden: true,
      cell: (channel) => <ChannelActions channel={channel} onTask={(task) => onTask(channel, task)} />,
    },
  ]
}

function stateOf({ enabled, state, last_error: error, muted }: Wire.Channel): [LightColor, string] {
  if (state === 'disabled') return ['bad', words.states.disabled]
  if (!enabled) return ['off', words.states.off]
  if (state === 'failing') return ['bad', words.states.failing]
  if (error !== null) return ['warn', words.states.retrying]
  return muted.length > 0 ? ['off', words.muted] : ['ok', words.states.ok]
}
