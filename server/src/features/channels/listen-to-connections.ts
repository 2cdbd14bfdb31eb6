import type { Occurrence } from '@heddle/domain/channel/occurrence.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { Events } from '../../platform/events/events.ts'
import { connectionTested } from '../controller-connections/index.ts'
import { runEnded } from '../executions/index.ts'
import { quotedName } from '../notifications/index.ts'
import { couldNotReach, findConnectionName, hasFault, noteFault, noteRecovery } from './faults.store.ts'
import type { TellChannels } from './tell-channels.ts'

/** Controllers that cannot be used, by a test or a run, and those that can again: each once. */
export function tellOfConnections(events: Events, tell: TellChannels, clock: Clock): void {
  const judge = async (tx: Executor, connectionId: string, isUsable: boolean): Promise<void> => {
    const isNews = isUsable ? await noteRecovery(tx, connectionId) : await noteFault(tx, connectionId, clock.now())
    const name = isNews ? await findConnectionName(tx, connectionId) : undefined
    if (name === undefined) return
    const occurrence = occurrenceOf({ connectionId, name, isUsable }, timestamp(clock.now()))
    await tell(tx, occurrence, { kind: 'connection', id: connectionId })
  }
  events.onRaised(connectionTested, (tx, { connection_id, succeeded }) => judge(tx, connection_id, succeeded))
  events.onRaised(
    runEnded,
    async (tx, { execution_id, controller_connection: id, status, cancelled }) => {
      if (cancelled) return
      if (status === 'success') await judge(tx, id, true)
      else if (await couldNotReach(tx, execution_id)) await judge(tx, id, false)
    },
    {
      concerns: ({ controller_connection: id, status, cancelled }) =>
        !cancelled && (status !== 'success' || hasFault(id)),
    },
  )
}

type Judged = { readonly connectionId: string; readonly name: string; readonly isUsable: boolean }

function occurrenceOf({ connectionId, name, isUsable }: Judged, at: string): Occurrence {
  return {
    type: isUsable ? 'connection.recovered' : 'connection.fault',
    category: 'system',
    severity: isUsable ? 'info' : 'error',
    title: `Controller ${quotedName(name)} ${isUsable ? 'can be used again' : 'cannot be used'}`,
    text: isUsable ? 'The newest test or run succeeded.' : 'The newest test or run could not reach it, or sign in.',
    at,
    saved_query: null,
    connections: [name],
    counts: {},
    rows: [],
    blame: [],
    link: '/controller/connections/',
    key: `heddle:connection:${connectionId}`,
  }
}
