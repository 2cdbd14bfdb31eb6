import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ConnectionNameCell, LastTestCell } from '../../../components/connections/cells.tsx'
import { usePageActions } from '../../../components/page-actions.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, LoadingTable, type TableColumn } from '../../../components/table.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { AutomationPage } from '../components/automation-page.tsx'
import { AUTOMATION_CONNECTIONS_KEY, automationConnectionList } from './api.ts'
import { ServerActions, type ServerTask } from './connection-actions.tsx'
import { ServerForm } from './connection-form.tsx'
import { DeleteServer } from './delete-connection.tsx'
import { ServerTestDialog } from './test-dialog.tsx'
import { words } from './words.ts'

type Connection = Wire.AutomationConnection
type Open = { readonly kind: 'add' } | { readonly kind: 'edit' | 'test' | 'delete'; readonly connection: Connection }

/** The automation servers, and how their last tests ended. */
export function ServersPage() {
  const heddle = useHeddle()
  const found = useQuery(automationConnectionList(heddle))
  const mayChange = useMay('automation.change_connection')
  const mayAdd = useMay('automation.add_connection')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const { refresh, test, makeDefault } = useConnectionWrites()
  const handleAdd = () => setOpen({ kind: 'add' })
  const handleTest = (connection: Connection) => {
    setOpen({ kind: 'test', connection })
    test.mutate(connection.id)
  }
  const handleTask = (connection: Connection, task: ServerTask) => {
    if (task === 'test') handleTest(connection)
    else if (task === 'default') makeDefault.mutate(connection.id)
    else setOpen({ kind: task, connection })
  }
  const edit = (connection: Connection) => (mayChange ? () => setOpen({ kind: 'edit', connection }) : undefined)
  const columns = columnsOf(edit, handleTask)
  usePageActions(mayAdd ? [{ id: 'automation-connections-add', text: words.add, onSelect: handleAdd }] : [])
  const add = mayAdd && (
    <Button look="primary" onClick={handleAdd}>
      {words.add}
    </Button>
  )

  return (
    <AutomationPage
      title={words.title}
      note={mayChange ? found.data && words.count(found.data.length) : words.readOnly}
      actions={add}
    >
      <Read
        of={found}
        failure={words.failure}
        permission="automation.view_connection"
        goesStale
        skeleton={<LoadingTable columns={columns} lines={3} />}
      >
        {(connections) =>
          connections.length === 0 ? (
            <EmptyState title={words.none} action={add}>
              {words.noneText}
            </EmptyState>
          ) : (
            <DataTable label={words.title} columns={columns} rows={connections} keyOf={({ id }) => id} />
          )
        }
      </Read>
      {open?.kind === 'add' && <ServerForm onClose={close} onTest={handleTest} />}
      {open?.kind === 'edit' && <ServerForm id={open.connection.id} onClose={close} onTest={handleTest} />}
      {open?.kind === 'delete' && <DeleteServer connection={open.connection} onClose={close} onDone={refresh} />}
      {open?.kind === 'test' && (
        <ServerTestDialog
          connection={open.connection}
          reply={test.data}
          error={test.error}
          onAgain={() => test.mutate(open.connection.id)}
          onEdit={edit(open.connection)}
          onClose={close}
        />
      )}
    </AutomationPage>
  )
}

function useConnectionWrites() {
  const { connections } = useHeddle().automation
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: AUTOMATION_CONNECTIONS_KEY })
  const test = useMutation({ mutationFn: (id: string) => connections.testConnection(id), onSettled: refresh })
  const makeDefault = useMutation({
    mutationFn: (id: string) => connections.setDefault(id),
    onSuccess: async ({ name }) => {
      await refresh()
      toast(words.isNowDefault(name))
    },
    onError: (error, id) => toastFailure(words.notDefault, error, { onRetry: () => makeDefault.mutate(id) }),
  })
  return { refresh, test, makeDefault }
}

const accountOf = ({ auth_method, username, token_configured }: Connection): string => {
  if (!token_configured) return words.noToken
  return auth_method === 'token' ? words.tokenOnly : username
}

const columnsOf = (
  edit: (connection: Connection) => (() => void) | undefined,
  onTask: (connection: Connection, task: ServerTask) => void,
): readonly TableColumn<Connection>[] => [
  {
    name: 'name',
    title: words.name,
    width: '28%',
    cell: (connection) => <ConnectionNameCell connection={connection} onEdit={edit(connection)} />,
  },
  { name: 'address', title: words.address, cell: ({ base_url }) => <code>{base_url}</code> },
  { name: 'account', title: words.account, isWideOnly: true, cell: accountOf },
  { name: 'status', title: words.status, cell: (connection) => <LastTestCell connection={connection} /> },
  {
    name: 'actions',
    title: words.actionsTitle,
    isTitleHidden: true,
    width: '112px',
    cell: (connection) => <ServerActions connection={connection} onTask={(task) => onTask(connection, task)} />,
  },
]
