import { QUERIES } from '../../harness/api.ts'
import type { Act, LoadContext } from './load.ts'
import { follow } from './follow-run.ts'

export const PIPELINES = '/api/queries/pipeline-executions/'

let markers = 0
const nextMarker = (): string => `marker-${(markers += 1)}.`

/** Somebody who waits for the rows. */
export const execute: Act = async ({ gateway, ledger, prepared }) => {
  const [marker, requestedAt] = [nextMarker(), Date.now()]
  const { status, body } = await gateway.post(`${QUERIES}${prepared.quick}/execute/`, { variables: { marker } })
  if (status !== 200) return
  ledger.runs.set(body.execution_id, {
    kind: 'execute',
    marker,
    requestedAt,
    status: body.status,
    rowCount: body.row_count,
  })
}

const SLOW_EVERY = 3
const FOLLOWED_EVERY = 4

/** Background runs, some of them slow; some are followed. */
export const executeInBackground: Act = async (context, round) => {
  const { prepared } = context
  const marker = nextMarker()
  const id = await startRun(context, round % SLOW_EVERY === 0 ? prepared.slow : prepared.quick, marker)
  if (id !== undefined && round % FOLLOWED_EVERY === 0) follow(context, id)
}

/** A slow run, and a change of mind. */
export const cancel: Act = async (context) => {
  const { gateway, ledger, prepared } = context
  const id = await startRun(context, prepared.slow, nextMarker())
  if (id === undefined) return
  const { body: log } = await gateway.get(`/api/queries/execution-logs/${id}/`)
  const { status } = await gateway.post(`${PIPELINES}${log.pipeline_execution}/cancel/`)
  if (status === 200) ledger.cancelled.add(id)
}

async function startRun({ gateway, ledger }: LoadContext, query: string, marker: string): Promise<string | undefined> {
  const requestedAt = Date.now()
  const { status, body } = await gateway.post(`${QUERIES}${query}/execute_background/`, { variables: { marker } })
  if (status !== 202) return undefined
  ledger.runs.set(body.execution_id, { kind: 'background', marker, requestedAt })
  return body.execution_id as string
}
