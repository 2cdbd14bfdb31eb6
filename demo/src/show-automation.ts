import type { Heddle, LaunchBody } from '@heddle/client'
import { describeFrame } from './describe-frame.ts'
import { formatTable } from './print-table.ts'
import { readUntil } from './read-until.ts'

type Parts = {
  readonly heddle: Heddle
  readonly url: string
  readonly automation: string
  readonly token: string
  readonly control: string
  readonly webhookSecret: string
  /** The query whose rows are fixed. */
  readonly query: string
}

const CONNECTION = 'Demo automation server'
const TEMPLATE = 'Connect bridge domains to a VRF'
/** The job template of the simulated automation server that changes the simulated fabric. */
const JOB_TEMPLATE = 17
const COLUMNS = [
  { name: 'tenant', field_type: 'text', required: true },
  { name: 'bridge_domain', field_type: 'text', required: true, max_length: 63 },
  { name: 'vrf', field_type: 'text', required: true, max_length: 63 },
]
/** Those who open the query after the demo shall find something. */
const STILL_TO_FIX = 3

/** A job fixes what a query found: the demo launches rows, follows the job, and proves that the rows are gone. */
export async function showAutomation(parts: Parts): Promise<void> {
  const { heddle, url, control, webhookSecret, query } = parts
  await addWebhook(control, `${url}/api/automation/webhooks/receiver/`, webhookSecret)
  const template = await ensureTemplate(heddle, await ensureConnection(parts))
  const order: LaunchBody = {
    rows_from: { saved_query: query },
    mapping: { tenant: 'tenant', bridge_domain: 'name', vrf: { value: 'rescued' } },
    comment: 'Found by the demo',
    verify_after: { expect: 'gone', by: ['tenant', 'name'] },
  }
  const dryRun = await heddle.automation.templates.launch(template, order, { dry_run: true })
  const rows = dryRun.executions.flatMap((execution) => execution.rows)
  console.log(
    `\nA job fixes what the query found. "${TEMPLATE}" would get ${rows.length} rows (launch/?dry_run=true):\n`,
  )
  console.log(formatTable(Object.keys(rows[0] ?? {}), rows.slice(0, 5)))

  const request = await heddle.automation.templates.launch(template, order)
  console.log(`\nLaunched; ${request.channel} sends:\n`)
  for await (const frame of heddle.follow.automationRequest(request.id)) console.log(`  ${describeFrame(frame)}`)
  const { results } = await heddle.automation.executions.list({ request: request.id })
  await showOutput(heddle, results[0]!.id)
  await showProof(heddle, request.id)
  await loseAgain(control, rows.slice(0, STILL_TO_FIX))
}

/** The frames of the execution's channel, played again after its end: the output with its colours. */
async function showOutput({ follow }: Heddle, execution: string): Promise<void> {
  let output = ''
  for await (const { type, data } of follow.automationExecution(execution))
    if (type === 'stdout_chunk') output += data.text
  console.log(`\nThe end of its output (executions/${execution}/stdout/):\n`)
  const lines = output.trimEnd().split('\n')
  console.log(lines.slice(-6).join('\n').replace(/^/gm, '  '))
}

async function showProof({ automation: { requests } }: Heddle, id: string): Promise<void> {
  const { verification } = await readUntil(
    `the check of request ${id}`,
    () => requests.get(id),
    (request) => request.verification !== null && request.verification.status !== 'pending',
  )
  const gone = verification?.rows.filter(({ holds }) => holds).length ?? 0
  console.log(
    `\nThe query ran again: ${gone} of ${verification?.rows.length ?? 0} rows are gone, so the change ${verification?.status}.`,
  )
  const proof = await (await requests.proof(id)).json()
  const [job] = proof.executions
  console.log(`Its proof: job ${job?.job}, revision ${job?.revision}, sha256 ${proof.sha256}`)
  console.log(`As a page that prints: /api/automation/requests/${id}/proof/?format=html`)
}

/** Takes the VRF from bridge domains again, as somebody does sooner or later. */
async function loseAgain(control: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  for (const { tenant, bridge_domain } of rows) {
    const body = { dn: `uni/tn-${String(tenant)}/BD-${String(bridge_domain)}/rsctx` }
    const reply = await fetch(`${control}/objects`, { method: 'DELETE', body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`DELETE ${control}/objects: ${reply.status} ${await reply.text()}`)
  }
  console.log(`\nSince then, ${rows.length} bridge domains have lost their VRF again: open the query to find them.`)
}

/** The simulator's port and token differ at every start, so a connection from an earlier start is updated. */
async function ensureConnection({ heddle, automation, token }: Parts): Promise<string> {
  const { connections } = heddle.automation
  const body = { name: CONNECTION, base_url: automation, username: 'svc', oauth_token: token, is_default: true }
  const { results } = await connections.list({ search: CONNECTION })
  const existing = results.find(({ name }) => name === CONNECTION)
  const { id } = await (existing ? connections.update(existing.id, body) : connections.create(body))
  const test = await connections.testConnection(id)
  console.log(`\nConnection "${CONNECTION}": ${test.message}`)
  return id
}

async function ensureTemplate({ automation }: Heddle, automation_connection: string): Promise<string> {
  const { results } = await automation.templates.list({ search: TEMPLATE })
  const existing = results.find(({ name }) => name === TEMPLATE)
  if (existing) return existing.id
  const { id } = await automation.templates.create({
    name: TEMPLATE,
    automation_connection,
    automation_job_template_id: JOB_TEMPLATE,
    execution_mode: 'bulk',
    schema: COLUMNS,
  })
  return id
}

/** Has the simulated automation server report its jobs. */
async function addWebhook(control: string, url: string, secret: string): Promise<void> {
  const body = { url, headers: { 'X-Automation-Webhook-Signature': secret } }
  const reply = await fetch(`${control}/automation/webhooks`, { method: 'POST', body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`POST ${control}/automation/webhooks: ${reply.status} ${await reply.text()}`)
}
