import { stripVTControlCharacters } from 'node:util'
import type { VerificationBlame } from '@heddle/contract/automation.ts'
import type { RowBlame } from '@heddle/contract/blame.ts'
import { rfc8785Json } from '@heddle/domain/automation/canonical-json.ts'
import { Html, markup } from '../../../platform/text/markup.ts'
import { whoChanged } from '../../snapshots/index.ts'
import type { Proof, ProofExecution, ProofFacts, ProofRow } from './proof.service.ts'
import { PAGE_STYLE } from '../../../platform/text/proof-style.ts'

/** Of each output; all of it that is kept is in the JSON. */
const MOST_OUTPUT = 16_000

/** One page that stands alone, written while its rows and outputs are read. */
export async function* proofPage({ facts, rows, executions, after, blame, sha256 }: Proof): AsyncGenerator<string> {
  yield head(facts).text
  yield* rowTable(facts, rows, {
    after: new Map(after.map(({ index, row }) => [index, row])),
    authors: new Map(blame.map((row) => [row.index, row])),
  })
  yield '<h2>Jobs</h2>\n'
  for await (const execution of executions) yield jobSection(execution).text
  yield foot(facts, sha256).text
}

function head(facts: ProofFacts): Html {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${facts.template.name}: proof</title>
<style>${new Html(PAGE_STYLE)}</style>
</head>
<body>
<main>
<p class="kind">Proof of a change</p>
<h1>${facts.template.name}</h1>
${verdict(facts)}
<dl>
${factList(facts).map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>
`
}

const OUTCOMES: Readonly<Record<string, readonly [string, string]>> = {
  succeeded: ['good', 'All jobs succeeded'],
  failed: ['bad', 'Not all jobs succeeded'],
  cancelled: ['wait', 'Cancelled'],
}

function verdict({ status, verification }: ProofFacts): Html {
  if (!verification) {
    const [kind, text] = OUTCOMES[status] ?? ['wait', status]
    return box(kind, text, 'The source was not asked again.')
  }
  const all = verification.rows.length
  const held = verification.rows.filter(({ holds }) => holds).length
  const expected = `Expected: ${verification.expect}, by ${verification.by.join(', ')}.`
  const at = verification.checked_at === null ? '' : ` Checked ${time(verification.checked_at)}.`
  switch (verification.status) {
    case 'pending':
      return box('wait', 'The check is pending', expected)
    case 'failed':
      return box('bad', 'The check failed', `${verification.error ?? ''} ${expected}${at}`)
    case 'holds':
      return box('good', `All ${all} rows hold`, expected + at)
    case 'differs':
      return box('bad', `${all - held} of ${all} rows ${all - held === 1 ? 'differs' : 'differ'}`, expected + at)
  }
}

const box = (kind: string, text: string, more: string): Html =>
  markup`<p class="verdict ${kind}">${text}<span>${more}</span></p>`

function factList(facts: ProofFacts): [string, Html | string][] {
  const { template, approval, source, verification } = facts
  return [
    ['Status', markup`<span class="${KIND_OF_STATUS[facts.status] ?? ''}">${facts.status}</span>`],
    ['Requested by', facts.requested_by],
    ...(facts.comment === '' ? [] : ([['Comment', facts.comment]] satisfies [string, string][])),
    ...(approval ? ([['Approval', approvalText(approval)]] satisfies [string, string][]) : []),
    ['Started', time(facts.started_at)],
    ['Finished', time(facts.finished_at)],
    ['Job template', `${template.job_template}, launched from template ${template.id}`],
    ['Source', sourceText(source)],
    ...(verification?.blame ? ([['Changed by', authorText(verification.blame)]] satisfies [string, string][]) : []),
    ['Request', facts.request],
  ]
}

const KIND_OF_STATUS: Readonly<Record<string, string>> = {
  succeeded: 'good',
  successful: 'good',
  failed: 'bad',
  error: 'bad',
  cancelled: 'wait',
}

function approvalText({ status, decided_by, decided_at, note }: NonNullable<ProofFacts['approval']>): string {
  const by = decided_by === null ? '' : ` by ${decided_by}`
  const at = decided_at === null ? '' : `, ${time(decided_at)}`
  return `${status}${by}${at}${note === '' ? '' : `\n${note}`}`
}

/** As the audit log of the controller says; what it does not say is said too. */
function authorText({ people, changed, nobody, unknown, message }: VerificationBlame): string {
  const rows = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`
  const parts = [
    ...people.map(({ user, rows: count }) => `${user} (${rows(count)})`),
    ...(nobody > 0 ? [`nobody in the audit log (${rows(nobody)})`] : []),
    ...(unknown > 0 ? [`unknown (${rows(unknown)})`] : []),
  ]
  const said = `${rows(changed)}, by the audit log of the controller: ${parts.join(', ')}`
  return message === null ? said : `${said}\nWho changed it is not known, or not for all: ${message}`
}

function sourceText(source: ProofFacts['source']): string {
  if (!source) return 'rows that were sent'
  const query = `saved query ${source.saved_query ?? ''}`
  const count = `${source.row_count} rows`
  if (source.type === 'snapshot') return `snapshot ${source.snapshot ?? ''} of ${query}: ${count}`
  if (source.type === 'compare')
    return `differences between snapshots ${source.snapshot_a ?? ''} and ${source.snapshot_b ?? ''} of ${query}: ${count}`
  return source.execution === null ? `${query}: ${count}` : `${query}, run ${source.execution}: ${count}`
}

const time = (instant: string | null): string =>
  instant?.replace('T', ' ').replace(/(\.\d+)?\+00:00$/, ' UTC') ?? 'never'

type Found = {
  readonly after: ReadonlyMap<number, Readonly<Record<string, unknown>> | null>
  readonly authors: ReadonlyMap<number, RowBlame>
}

async function* rowTable(
  { verification }: ProofFacts,
  rows: AsyncIterable<ProofRow>,
  { after, authors }: Found,
): AsyncGenerator<string> {
  const head = authors.size === 0 ? '' : markup`<th>Changed by</th>`
  const holds = new Map(verification?.rows.map((row) => [row.index, row.holds]))
  yield markup`<h2>Rows <small>as launched, and what the source held</small></h2>
<table>
<thead><tr><th>#</th><th>Values</th><th>Before</th><th>After</th><th>Check</th>${head}</tr></thead>
<tbody>
`.text
  for await (const { index, values, before } of rows) {
    const cells = [
      cell('Values', pairs(values)),
      cell('Before', before && pairs(before)),
      cell('After', afterCell(after.get(index), before)),
      cell('Check', checkCell(holds.get(index))),
      ...(authors.size === 0 ? [] : [cell('Changed by', authorCell(authors.get(index)))]),
    ]
    yield markup`<tr><td>${index + 1}</td>${cells}</tr>\n`.text
  }
  yield '</tbody>\n</table>\n'
}

const cell = (name: string, content: Html | null): Html =>
  content ? markup`<td data-name="${name}">${content}</td>` : markup`<td class="empty"></td>`

function afterCell(
  now: Readonly<Record<string, unknown>> | null | undefined,
  before: Readonly<Record<string, unknown>> | null,
): Html | null {
  if (now === undefined) return null
  return now === null ? markup`gone` : pairs(now, before ?? undefined)
}

function checkCell(holds: boolean | undefined): Html | null {
  if (holds === undefined) return null
  return holds ? markup`<span class="holds good">✓ holds</span>` : markup`<span class="holds bad">✗ differs</span>`
}

const authorCell = (blame: RowBlame | undefined): Html | null => (blame === undefined ? null : whoChanged(blame))

/** Names and values; what differs from another row stands out. */
function pairs(row: Readonly<Record<string, unknown>>, other?: Readonly<Record<string, unknown>>): Html {
  const items = Object.entries(row).map(([name, value]) => {
    const text = typeof value === 'string' ? value : rfc8785Json(value)
    const changed = other !== undefined && rfc8785Json(other[name]) !== rfc8785Json(value)
    return markup`<li${new Html(changed ? ' class="changed"' : '')}><b>${name}</b> ${text}</li>`
  })
  return markup`<ul>${items}</ul>`
}

function jobSection({ job, url, revision, status, output, output_sha256, output_bytes }: ProofExecution): Html {
  const shown = endOf(stripVTControlCharacters(output))
  const facts = [
    revision === null ? '' : `Revision ${revision}. `,
    output_bytes === 0 ? 'No output.' : `${output_bytes.toLocaleString('en')} bytes of output`,
    output_bytes === 0 || output_sha256 === null ? '' : `, SHA-256 ${output_sha256}`,
    shown.isCut ? '. Its end:' : '',
  ].join('')
  return markup`<h3>${job === null ? 'No job' : `Job ${job}`}: <span class="${KIND_OF_STATUS[status] ?? ''}">${status}</span></h3>
${linkTo(url)}<p class="note">${facts}</p>
${shown.text === '' ? '' : markup`<pre>${shown.text}</pre>\n`}`
}

/** Other schemes could run something. */
const linkTo = (url: string | null): Html =>
  url !== null && /^https?:\/\//i.test(url)
    ? markup`<p class="note"><a href="${url}" rel="noreferrer">${url}</a></p>
`
    : new Html('')

/** Whole lines. */
function endOf(output: string): { readonly text: string; readonly isCut: boolean } {
  if (output.length <= MOST_OUTPUT) return { text: output, isCut: false }
  const end = output.slice(-MOST_OUTPUT)
  return { text: end.slice(end.indexOf('\n') + 1), isCut: true }
}

function foot({ request }: ProofFacts, sha256: string): Html {
  return markup`<footer>
SHA-256 of the proof as canonical JSON (RFC 8785), without its field <code>sha256</code>:
<span class="hash">${sha256}</span>
The JSON, with all rows and outputs, is at <code>/api/automation/requests/${request}/proof/</code>.
</footer>
</main>
</body>
</html>
`
}
