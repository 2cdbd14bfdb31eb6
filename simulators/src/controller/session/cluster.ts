import { readClassTable } from '../model/class-table.ts'
import { ObjectStore } from '../model/object-store.ts'
import { QueryEngine } from '../query/query-engine.ts'
import { Accounts, type Account, type LoginDomain } from './accounts.ts'
import { SimulatedClock } from './clock.ts'
import { Sessions, type SessionSettings } from './sessions.ts'

export type ClusterOptions = {
  /** Release of the controllers; it determines token format, predicate limit and some error texts. */
  readonly release?: string
  readonly store?: ObjectStore
  readonly accounts?: readonly Account[]
  readonly domains?: readonly LoginDomain[]
  readonly sessions?: Partial<SessionSettings>
}

/** State shared by the controllers of one cluster. */
export type Cluster = {
  readonly release: string
  readonly store: ObjectStore
  readonly engine: QueryEngine
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly clock: SimulatedClock
}

export const DEFAULT_RELEASE = '6.2(1g)'
export const DEFAULT_PASSWORD = 'C1sco12345!'

const DEFAULT_ACCOUNTS: readonly Account[] = [
  { name: 'admin', password: DEFAULT_PASSWORD, domain: 'local' },
  { name: 'jdoe', password: 'tac-Secret1', domain: 'TACACS' },
]

const DEFAULT_DOMAINS: readonly LoginDomain[] = [
  { name: 'local', type: 'local' },
  { name: 'TACACS', type: 'tacacs' },
]

const DEFAULT_SESSIONS: SessionSettings = {
  refreshTimeoutSeconds: 600,
  maximumLifetimeSeconds: 86_400,
  logoutEndsSession: true,
  refreshOutlivesSession: false,
  refreshEndsOldToken: false,
}

export function createCluster(options: ClusterOptions = {}): Cluster {
  const release = options.release ?? DEFAULT_RELEASE
  const store = options.store ?? new ObjectStore(readClassTable())
  const clock = new SimulatedClock()
  store.now = () => clock.now
  return {
    release,
    store,
    engine: new QueryEngine(store),
    accounts: new Accounts(options.accounts ?? DEFAULT_ACCOUNTS, options.domains ?? DEFAULT_DOMAINS),
    sessions: new Sessions({ ...DEFAULT_SESSIONS, ...options.sessions }, release),
    clock,
  }
}
