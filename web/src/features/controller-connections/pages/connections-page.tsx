import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../../../components/button.tsx'
import { ConnectionNameCell, LastTestCell } from '../../../components/connections/cells.tsx'
import { usePageActions } from '../../../components/page-actions.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState, ForbiddenState } from '../../../components/states.tsx'
import { type TableColumn, LoadingTable, DataTable } from '../../../components/table.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { BudgetDialog } from '../components/budget-dialog.tsx'
import { ConnectionActions, type ConnectionTask } from '../components/connection-actions.tsx'
import { AddressCell } from '../components/address-cell.tsx'
import { ConnectionForm } from '../components/connection-form.tsx'
import { DeleteConnection } from '../components/delete-connection.tsx'
import { FactsDialog } from '../components/facts-dialog.tsx'
import { TestDialog } from '../components/test-dialog.tsx'
import { connectionList, CONNECTIONS_KEY } from '../../../resources/connections.ts'
import { words } from '../words.ts'

const READ = 'controller.view_connection'

type Connection = Wire.ControllerConnection
type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'test' | 'facts' | 'budget' | 'delete'; readonly connection: Connection }

export function ConnectionsPage() {
  return useMay(READ) ? (
    <ConnectionListPage />
  ) : (
    <Page title={words.title} trail={words.trail}>
      <ForbiddenState permission={READ} />
    </Page>
  )
}

function ConnectionListPage() {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const found = useQuery({ ...connectionList(heddle), staleTime: 0 })
  const mayChange = useMay('controller.change_connection')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const refresh = () => cache.invalidateQueries({ queryKey: CONNECTIONS_KEY })
  const test = useMutation({
    mutationFn: (id: string) => heddle.controller.connections.testConnection(id),
    onSettled: refresh,
  })
  const makeDefault = useMutation({
    mutationFn: (id: string) => heddle.controller.connections.setDefault(id),
    onSuccess: async ({ name }) => {
      await refresh()
      toast(words.isNowDefault(name))
    },
    onError: (error, id) => toastFailure(words.notDefault, error, { onRetry: () => makeDefault.mutate(id) }),
  })

  const handleTest = (connection: Connection) => {
    setOpen({ kind: 'test', connection })
    test.mutate(connection.id)
  }
  const handleTask = (connection: Connection, task: ConnectionTask) => {
    if (task === 'test') handleTest(connection)
    else if (task === 'default') makeDefault.mutate(connection.id)
    else setOpen({ kind: task, connection })
  }
  const edit = (connection: Connection) => (mayChange ? () => setOpen({ kind: 'edit', connection }) : undefined)
  const columns = columnsOf(edit, handleTask)
  const add = useAdd(() => setOpen({ kind: 'add' }))

  return (
    <Page
      title={words.title}
      trail={words.trail}
      note={mayChange ? found.data && words.count(found.data.length) : words.readOnly}
      actions={<Actions>{add}</Actions>}
    >
      <Read
        of={found}
        failure={words.failure}
        permission={READ}
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
      {open?.kind === 'add' && <ConnectionForm onClose={close} onTest={handleTest} />}
      {open?.kind === 'edit' && <ConnectionForm id={open.connection.id} onClose={close} onTest={handleTest} />}
      {open?.kind === 'facts' && <FactsDialog connection={open.connection} onClose={close} />}
      {open?.kind === 'budget' && <BudgetDialog connection={open.connection} onClose={close} />}
      {open?.kind === 'delete' && <DeleteConnection connection={open.connection} onClose={close} onDone={refresh} />}
      {open?.kind === 'test' && (
        <TestDialog
          connection={open.connection}
          reply={test.data}
          error={test.error}
          onAgain={() => test.mutate(open.connection.id)}
          onEdit={edit(open.connection)}
          onClose={close}
        />
      )}
    </Page>
  )
}

/** Offered by the page and by the palette. */
function useAdd(onAdd: () => void): ReactNode {
  const mayAdd = useMay('controller.add_connection')
  usePageActions(mayAdd ? [{ id: 'connections-add', text: words.add, onSelect: onAdd }] : [])
  return (
    mayAdd && (
      <Button look="primary" onClick={onAdd}>
        {words.add}
      </Button>
    )
  )
}

/** Class models belong to the releases of controllers, and have no area of their own. */
const Actions = ({ children }: { readonly children: ReactNode }) => (
  <>
    <Link to="/mim-registry" className={buttonClass()}>
      {words.models}
    </Link>
    {children}
  </>
)

const columnsOf = (
  edit: (connection: Connection) => (() => void) | undefined,
  onTask: (connection: Connection, task: ConnectionTask) => void,
): readonly TableColumn<Connection>[] => [
  {
    name: 'name',
    title: words.name,
    width: '28%',
    cell: (connection) => <ConnectionNameCell connection={connection} onEdit={edit(connection)} />,
  },
  { name: 'host', title: words.host, cell: (connection) => <AddressCell connection={connection} /> },
  {
    name: 'username',
    title: words.account,
    isWideOnly: true,
    cell: ({ username, has_password }) => (has_password ? <code>{username}</code> : words.noPassword),
  },
  { name: 'status', title: words.status, cell: (connection) => <LastTestCell connection={connection} /> },
  {
    name: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    width: '112px',
    cell: (connection) => <ConnectionActions connection={connection} onTask={(task) => onTask(connection, task)} />,
  },
]
