import { afterEach, describe, expect, it } from 'vitest'
import { succeeded, QUERIES, saveQuery } from './harness/api.ts'
import {
  canStartPgBouncer,
  canStartPostgres,
  type OwnService,
  startPgBouncer,
  startPostgres,
} from './harness/own-services.ts'
import { services } from './harness/services.ts'
import { type Cluster, connect, LOGS, query, startCluster } from './harness/start-cluster.ts'

/** For two processes, whose pools would take 40. */
const CONNECTIONS = 6
const ROUNDS = 4
const AT_ONCE = 6
const patient = { timeout: 80_000, interval: 250 }

describe.skipIf(!services || !canStartPostgres)(
  'processes whose pools are larger than their share of the database',
  () => {
    const opened: { readonly remove: () => Promise<void> }[] = []
    const remember = (service: OwnService): OwnService => {
      opened.push(service)
      return service
    }
    afterEach(async () => {
      for (const one of opened.splice(0).reverse()) await one.remove()
    })

    /** A query to run, saved while connections are free. */
    async function prepare(cluster: Cluster): Promise<string> {
      const admin = cluster.admin()
      succeeded(await admin.patch('/api/queries/task-settings/', { max_concurrent_background: 20 }))
      return saveQuery(admin, await connect(cluster, admin))
    }

    /** Asks for lists, runs and background runs, many at once; returns the statuses of all answers. */
    async function work(cluster: Cluster, tenants: string): Promise<readonly number[]> {
      const admin = cluster.admin()
      const [statuses, runs]: [number[], string[]] = [[], []]
      for (let round = 0; round < ROUNDS; round += 1) {
        const lists = Array.from({ length: AT_ONCE }, () => admin.get(QUERIES))
        const asked = await admin.post(`${QUERIES}${tenants}/execute_background/`)
        if (asked.status === 202) runs.push(asked.body.execution_id)
        statuses.push(asked.status, (await admin.post(`${QUERIES}${tenants}/execute/`)).status)
        statuses.push(...(await Promise.all(lists)).map(({ status }) => status))
      }
      const statusOf = async (id: string): Promise<string> => (await admin.get(`${LOGS}${id}/`)).body.status as string
      for (const id of runs) await expect.poll(() => statusOf(id), patient).toBe('success')
      return statuses
    }

    it('go on with the connections that they get', async () => {
      const { url } = remember(await startPostgres())
      await query(url, 'create role heddle login createdb')
      const databaseUrl = Object.assign(new URL(url), { username: 'heddle' }).href
      const cluster = await startCluster({ databaseUrl, api: 1, worker: 1, emptyDatabase: true })
      opened.push({ remove: cluster.stop })
      const tenants = await prepare(cluster)
      await query(url, `alter role heddle connection limit ${CONNECTIONS}`)
      await query(url, `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'heddle'`)

      const statuses = await work(cluster, tenants)

      expect(statuses.filter((status) => ![200, 202, 503].includes(status))).toEqual([])
      expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(statuses.length / 2)
      expect(cluster.running()).toHaveLength(2)
    })

    it.skipIf(!canStartPgBouncer)('work behind PgBouncer in transaction mode', async () => {
      const database = remember(await startPostgres())
      const bouncer = remember(await startPgBouncer(database.url, CONNECTIONS))
      const cluster = await startCluster({ databaseUrl: bouncer.url, api: 1, worker: 1, emptyDatabase: true })
      opened.push({ remove: cluster.stop })

      const statuses = await work(cluster, await prepare(cluster))

      expect(statuses.filter((status) => status >= 300)).toEqual([])
    })
  },
)
