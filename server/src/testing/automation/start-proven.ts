import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { RequestSource, RequestStatus, VerifyBody } from '@heddle/contract/automation.ts'
import { automationFeature, requestEnded } from '../../features/automation/index.ts'
import {
  automationExecutions,
  automationOutputChunks,
  automationRequestRows,
  automationRequests,
  type LaunchSelection,
} from '../../features/automation/automation.tables.ts'
import { BRIDGE_DOMAINS, startSnapshots } from '../snapshots/start-snapshots.ts'
import type { Answer, Client } from '../start-test-app.ts'

export const REQUESTS = '/api/automation/requests/'
const CHUNK_BYTES = 102_400
const compress = promisify(zstdCompress)

type Row = { readonly values: Record<string, unknown>; readonly source: Record<string, unknown> | null }
type Order = Partial<typeof automationRequests.$inferInsert> & {
  readonly rows?: readonly Row[]
  readonly verify?: VerifyBody
}

export type Proven = Awaited<ReturnType<typeof startProven>>

type Started = Awaited<ReturnType<typeof startSnapshots>>
type SelectionOf = (more?: Partial<LaunchSelection>) => LaunchSelection

/** The whole server, a simulated controller with a small fabric, and requests whose rows a query of it found. */
export async function startProven(options: Parameters<typeof startSnapshots>[0] = {}) {
  const started = await startSnapshots(options)
  const { platform, features } = started.app.app
  const { db } = platform.database
  const { verification } = features.of(automationFeature)
  const query = await started.save(BRIDGE_DOMAINS)

  const selectionOf: SelectionOf = (more = {}) => ({
    savedQuery: query,
    savedQueryVersion: 1,
    controllerConnection: started.connection,
    variables: {},
    skipPostProcessors: false,
    mapping: { bd: 'name' },
    filter: null,
    ...more,
  })
  /** A request of the editor's that has been launched, with the rows that its source had. */
  const request = (order: Order = {}): Promise<string> => insertRequest(started, selectionOf(), order)
  const end = (id: string, status: RequestStatus = 'succeeded'): Promise<void> => endRequest(started, id, status)

  return {
    ...started,
    db,
    query,
    selectionOf,
    request,
    /** The same, and it has ended. */
    ended: async (order: Order = {}): Promise<string> => {
      const id = await request(order)
      await end(id)
      return id
    },
    end,
    /** A job of a request, with its whole output. */
    execution: (requestId: string, output: string, more: Partial<typeof automationExecutions.$inferInsert> = {}) =>
      insertExecution(db, { requestId, output, ...more }),
    verify: (id: string, body: object, client: Client = started.editor): Promise<Answer> =>
      client.post(`${REQUESTS}${id}/verify/`, body),
    checksOf: async (id: string) => (await verification.checksOf(db, [id])).get(id) ?? [],
  }
}

async function insertRequest(
  { app: { app }, editor }: Started,
  selection: LaunchSelection,
  { rows = [rowOf('bare')], verify, ...more }: Order,
): Promise<string> {
  const id = randomUUID()
  const now = new Date()
  await app.platform.database.transaction(async (tx) => {
    await tx.insert(automationRequests).values({
      id,
      templateId: randomUUID(),
      template: {
        name: 'Remove domains',
        connectionId: randomUUID(),
        jobTemplateId: 7,
        executionMode: 'bulk',
        rowConcurrency: 5,
        columns: [],
      },
      userId: editor.id,
      username: 'editor',
      status: 'running',
      comment: '',
      rowCount: rows.length,
      executionCount: 1,
      warnings: [],
      source: sourceOf(selection.savedQuery),
      sourceSnapshotIds: [],
      selection,
      createdAt: now,
      startedAt: now,
      ...more,
    })
    if (rows.length > 0) {
      await tx.insert(automationRequestRows).values(rows.map((row, index) => ({ requestId: id, index, ...row })))
    }
    if (verify) await app.features.of(automationFeature).verification.schedule(tx, id, verify)
  })
  return id
}

const sourceOf = (query: string): RequestSource => ({
  type: 'saved_query',
  saved_query: query,
  snapshot: null,
  snapshot_a: null,
  snapshot_b: null,
  execution: null,
  row_count: 5,
  scheduled_execution: null,
})

async function endRequest({ app: { app }, editor }: Started, id: string, status: RequestStatus): Promise<void> {
  const { database, events } = app.platform
  await database.transaction(async (tx) => {
    await tx.execute(`update automation_requests set status = '${status}', finished_at = now() where id = '${id}'`)
    await events.raise(tx, requestEnded, {
      request_id: id,
      template_id: randomUUID(),
      template_name: 'Remove domains',
      status,
      user_id: editor.id,
      username: 'editor',
      row_count: 1,
      again: false,
      declined: false,
      scheduled_execution: null,
    })
  })
}

type Job = Partial<typeof automationExecutions.$inferInsert> & { readonly requestId: string; readonly output: string }

async function insertExecution(db: Started['app']['app']['platform']['database']['db'], job: Job): Promise<void> {
  const { output, ...columns } = job
  const id = randomUUID()
  const bytes = Buffer.from(output)
  await db.insert(automationExecutions).values({
    id,
    position: 0,
    connectionId: randomUUID(),
    jobTemplateId: 7,
    extraVars: {},
    status: 'successful',
    launch: 'launched',
    jobId: 42,
    jobUrl: 'https://awx.example/#/jobs/playbook/42/output',
    warnings: [],
    scmRevision: 'abc123',
    transitions: [],
    createdAt: new Date(),
    outputBytes: bytes.length,
    outputSha256: createHash('sha256').update(bytes).digest('hex'),
    outputCompleteAt: new Date(),
    ...columns,
  })
  for (let offset = 0, index = 0; offset < bytes.length; offset += CHUNK_BYTES, index++) {
    const part = bytes.subarray(offset, offset + CHUNK_BYTES)
    await db
      .insert(automationOutputChunks)
      .values({ executionId: id, index, offset, byteCount: part.length, body: await compress(part) })
  }
}

/** A bridge domain of the small fabric, as the query gives it. */
export function rowOf(name: string, tenant = 'B'): Row {
  const mtu = name === 'bare' ? '1500' : '9000'
  const arpFlood = name === 'bare' ? 'yes' : 'no'
  return { values: { bd: name }, source: { dn: `uni/tn-${tenant}/BD-${name}`, className: 'fvBD', name, mtu, arpFlood } }
}
