import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Light } from '../../../components/light.tsx'
import { Read } from '../../../components/read.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { connectionList } from '../../../resources/connections.ts'
import { words } from '../words.ts'
import styles from './connections-panel.module.css'
import { Nothing, Panel } from './panel.tsx'

const MOST = 6

/** Whether the controllers can be reached, as far as the last tests say; those that cannot come first. */
export function ConnectionsPanel() {
  const found = useQuery(connectionList(useHeddle()))
  return (
    <Panel title={words.connections.title} aside={<Link to="/controller/connections/">{words.connections.all}</Link>}>
      <Read of={found} failure={words.connections.failure} permission="controller.view_connection">
        {(connections) =>
          connections.length === 0 ? (
            <Nothing>{words.connections.none}</Nothing>
          ) : (
            <ul className={styles.list}>
              {worstFirst(connections)
                .slice(0, MOST)
                .map((connection) => (
                  <Line key={connection.id} connection={connection} />
                ))}
            </ul>
          )
        }
      </Read>
    </Panel>
  )
}

function Line({ connection }: { readonly connection: Wire.ControllerConnection }) {
  const { name, host, last_test_status: status, last_test_message: message, last_tested_at: testedAt } = connection
  return (
    <li className={styles.line}>
      {status === null ? (
        <Light color="off" text={words.connections.untested} />
      ) : status === 'success' ? (
        <Light color="ok" text={words.connections.works} />
      ) : (
        <Light color="bad" text={words.connections.fails} />
      )}
      <Link to="/controller/connections/" className={styles.name} dir="auto">
        {name}
      </Link>
      <span className={styles.what}>{message ?? host}</span>
      <span className={styles.when}>{testedAt !== null && <TimeText at={testedAt} />}</span>
    </li>
  )
}

const RANKS = { failure: 0, success: 1 } as const

const worstFirst = (connections: readonly Wire.ControllerConnection[]): readonly Wire.ControllerConnection[] =>
  connections.toSorted((a, b) => rankOf(a) - rankOf(b) || Number(b.is_default) - Number(a.is_default))

const rankOf = ({ last_test_status: status }: Wire.ControllerConnection): number =>
  status === null ? 2 : RANKS[status]
