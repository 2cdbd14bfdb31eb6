import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Light } from '../../../components/light.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { type Column, Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { connectionList } from '../api.ts'
import { ConnectionActions } from '../components/connection-actions.tsx'
import { ConnectionForm } from '../components/connection-form.tsx'
import { words } from '../words.ts'
import styles from './connections-page.module.css'

const COLUMNS: readonly Column<Wire.ControllerConnection>[] = [
  {
    name: 'name',
    title: words.name,
    cell: ({ name, is_default }) => (
      <>
        <span className={styles.name}>{name}</span>
        {is_default && <span className={styles.default}> default</span>}
      </>
    ),
  },
  {
    name: 'host',
    title: words.host,
    cell: ({ host, hosts }) => (
      <span className="code">
        {host}
        {hosts.length > 0 && ` +${hosts.length}`}
      </span>
    ),
  },
  { name: 'username', title: words.account, cell: ({ username }) => <span className="code">{username}</span> },
  { name: 'status', title: words.status, cell: (connection) => <LastTest connection={connection} /> },
  {
    name: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    width: '160px',
    cell: (connection) => <ConnectionActions connection={connection} />,
  },
]

export function ConnectionsPage() {
  const found = useQuery(connectionList(useHeddle()))
  const mayAdd = useMay('controller.add_connection')
  const [isAdding, setIsAdding] = useState(false)
  const add = mayAdd && (
    <Button look="primary" onClick={() => setIsAdding(true)}>
      {words.add}
    </Button>
  )
  return (
    <Page title={words.title} trail={words.trail} actions={add}>
      <Read of={found} failure={words.failure} permission="controller.view_connection">
        {(connections) =>
          connections.length === 0 ? (
            <EmptyState title={words.none} action={add}>
              {words.noneText}
            </EmptyState>
          ) : (
            <Table label={words.title} columns={COLUMNS} rows={connections} keyOf={({ id }) => id} />
          )
        }
      </Read>
      {isAdding && <ConnectionForm onClose={() => setIsAdding(false)} />}
    </Page>
  )
}

function LastTest({ connection }: { readonly connection: Wire.ControllerConnection }) {
  const { last_test_status, last_test_message, last_tested_at } = connection
  if (last_test_status === null) return <Light color="off" text={words.never} />
  return (
    <div className={styles.test}>
      <Light color={last_test_status === 'success' ? 'ok' : 'bad'} text={last_test_status === 'success' ? 'works' : 'fails'} />
      <span className={styles.when}>
        <TimeText at={last_tested_at} />
      </span>
      {last_test_status === 'failure' && <p className={styles.message}>{last_test_message}</p>}
    </div>
  )
}
