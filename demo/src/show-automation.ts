import type { ApiClient } from './api-client.ts'
import { describeFrame, framesOf } from './frames-of.ts'
import { formatTable } from './print-table.ts'

type Page<T> = { results: T[] }
type Named = { id: string; name: string }
type Row = Record<string, unknown>
type Request = { id: string; status: string; row_count: number; channel: string; verification: Verification | null }
type Verification = { status: string; rows: { index: number; holds: boolean }[]; error: string | null }
type Proof = {
  rows: { index: number; values: Row }[]
  executions: { job: number; revision: string; output_bytes: number }[]
  sha256: string
}
type Parts = {
  readonly api: ApiClient
  readonly url: string
  readonly automation: string
  readonly token: string
  readonly control: string
  readonly webhookSecret: string
  /** The query whose rows are fixed. */
  readonly query: string
}

const AUTOMATION = '/api/automation/'
const CONNECTION = 'Demo automation server'
const TEMPLATE = 'Connect bridge domains to a VRF'
/** The job template of the simulated automation server that changes the simulated fabric. */
const JOB_TEMPLATE = 17
const COLUMNS = [
  { name: 'tenant', field_type: 'text', required: true },
  { name: 'bridge_domain', field_type: 'text', required: true, max_length: 63 },
  { name: 'vrf', field_type: 'text', required: true, max_length: 63 },
]
const PATIENCE_MS = 60_000

/** A job fixes what a query found: the demo launches rows, follows the job, and proves that the rows are gone. */
export async function showAutomation(parts: Parts): Promise<void> {
  const { api, url, control, webhookSecret, query } = parts
  await addWebhook(control, `${url}${AUTOMATION}webhooks/receiver/`, webhookSecret)
  const template = await ensureTemplate(api, await ensureConnection(parts))
  const order = {
    rows_from: { saved_query: query },
    mapping: { tenant: 'tenant', bridge_domain: 'name', vrf: { value: 'rescued' } },
    comment: 'Found by the demo',
    verify_after: { expect: 'gone', by: ['tenant', 'name'] },
  }
  const launch = `${AUTOMATION}templates/${template}/launch/`
  const { executions } = await api.post<{ executions: { rows: Row[] }[] }>(`${launch}?dry_run=true`, order)
  const rows = executions.flatMap((execution) => execution.rows)
  console.log(
    `\nA job fixes what the query found. "${TEMPLATE}" would get ${rows.length} rows (launch/?dry_run=true):\n`,
  )
  console.log(formatTable(Object.keys(rows[0] ?? {}), rows.slice(0, 5)))

  const request = await api.post<Request>(launch, order)
  console.log(`\nLaunched; ${request.channel} sends:\n`)
  for await (const frame of framesOf(api, url, request.channel))
    if (frame.type !== 'ping') console.log(`  ${describeFrame(frame)}`)
  const [execution] = (await api.get<Page<{ id: string }>>(`${AUTOMATION}executions/?request=${request.id}`)).results
  await showOutput(api, url, execution!.id)
  await showProof(api, request)
}

/** The frames of the execution's channel, played again after its end: the output with its colours. */
async function showOutput(api: ApiClient, url: string, execution: string): Promise<void> {
  let output = ''
  for await (const { type, data } of framesOf(api, url, `/ws/automation/execution/${execution}/`)) {
    if (type === 'stdout_chunk') output += String(data?.['text'])
  }
  console.log(`\nThe end of its output (executions/${execution}/stdout/):\n`)
  const lines = output.trimEnd().split('\n')
  console.log(lines.slice(-6).join('\n').replace(/^/gm, '  '))
}

async function showProof(api: ApiClient, { id }: Request): Promise<void> {
  const { verification } = await ended(api, id)
  const gone = verification?.rows.filter(({ holds }) => holds).length ?? 0
  console.log(
    `\nThe query ran again: ${gone} of ${verification?.rows.length ?? 0} rows are gone, so the change ${verification?.status}.`,
  )
  const proof = await api.get<Proof>(`${AUTOMATION}requests/${id}/proof/`)
  const [job] = proof.executions
  console.log(`Its proof: job ${job?.job}, revision ${job?.revision}, sha256 ${proof.sha256}`)
  console.log(`As a page that prints: ${AUTOMATION}requests/${id}/proof/?format=html`)
}

async function ended(api: ApiClient, id: string): Promise<Request> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const request = await api.get<Request>(`${AUTOMATION}requests/${id}/`)
    if (request.verification && request.verification.status !== 'pending') return request
    if (Date.now() > until) throw new Error(`the check of request ${id} did not end within ${PATIENCE_MS / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The simulator's port and token differ at every start, so a connection from an earlier start is updated. */
async function ensureConnection({ api, automation, token }: Parts): Promise<string> {
  const body = { name: CONNECTION, base_url: automation, username: 'svc', oauth_token: token, is_default: true }
  const path = `${AUTOMATION}connections/`
  const { results } = await api.get<Page<Named>>(`${path}?search=${encodeURIComponent(CONNECTION)}`)
  const existing = results.find(({ name }) => name === CONNECTION)
  const { id } = await (existing ? api.patch<Named>(`${path}${existing.id}/`, body) : api.post<Named>(path, body))
  const test = await api.post<{ message: string }>(`${path}${id}/test_connection/`)
  console.log(`\nConnection "${CONNECTION}": ${test.message}`)
  return id
}

async function ensureTemplate(api: ApiClient, automation_connection: string): Promise<string> {
  const path = `${AUTOMATION}templates/`
  const { results } = await api.get<Page<Named>>(`${path}?search=${encodeURIComponent(TEMPLATE)}`)
  const existing = results.find(({ name }) => name === TEMPLATE)
  if (existing) return existing.id
  const body = {
    name: TEMPLATE,
    automation_connection,
    automation_job_template_id: JOB_TEMPLATE,
    execution_mode: 'bulk',
    schema: COLUMNS,
  }
  return (await api.post<Named>(path, body)).id
}

/** Has the simulated automation server report its jobs. */
async function addWebhook(control: string, url: string, secret: string): Promise<void> {
  const body = { url, headers: { 'X-Automation-Webhook-Signature': secret } }
  const reply = await fetch(`${control}/automation/webhooks`, { method: 'POST', body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`POST ${control}/automation/webhooks: ${reply.status} ${await reply.text()}`)
}
