import type { ReportedCheck, ReportedQuery } from '@heddle/contract/changes.ts'
import { timestamp } from '../../kernel/instants.ts'
import { Html, markup } from '../../platform/text/markup.ts'
import { CHANGE_PAGE_STYLE } from './change-page-style.ts'
import { rowTable } from './change-page-rows.ts'
import type { FoundReport } from './changes.service.ts'
import type { ChangeRow } from './changes.tables.ts'

/** One page that stands alone, for people who print it. */
export async function* changePage(report: FoundReport): AsyncGenerator<string> {
  const { change, sha256 } = report
  const counts = await countAll(report)
  yield head(change, counts).text
  yield* checkSection(report)
  yield* querySection(report)
  yield requestSection(change.requests ?? [], 'with rows of this connection, launched meanwhile').text
  yield requestSection(change.requestsByHand ?? [], 'with rows that were typed, launched meanwhile').text
  yield foot(change, sha256).text
}

type Counts = {
  readonly rows: { readonly added: number; readonly removed: number; readonly changed: number }
  readonly missing: number
  readonly newlyFailing: number
  readonly newFindings: number
}

async function countAll({ compared, checked }: FoundReport): Promise<Counts> {
  const rows = { added: 0, removed: 0, changed: 0 }
  let [missing, newlyFailing, newFindings] = [0, 0, 0]
  for await (const { summary } of compared() as AsyncIterable<ReportedQuery>) {
    if (summary === null) missing += 1
    rows.added += summary?.added ?? 0
    rows.removed += summary?.removed ?? 0
    rows.changed += summary?.changed ?? 0
  }
  for await (const check of checked() as AsyncIterable<ReportedCheck>) {
    if (kindOf(check) === 'fresh') newlyFailing += 1
    newFindings += check.new_findings.length
  }
  return { rows, missing, newlyFailing, newFindings }
}

function head(change: ChangeRow, counts: Counts): Html {
  const { rows } = counts
  const figures: readonly (readonly [number, string])[] = [
    [rows.added, 'rows added'],
    [rows.removed, 'rows removed'],
    [rows.changed, 'rows changed'],
    [counts.newlyFailing, counts.newlyFailing === 1 ? 'check newly fails' : 'checks newly fail'],
    [counts.newFindings, counts.newFindings === 1 ? 'new finding' : 'new findings'],
  ]
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${change.name}: report of a change</title>
<style>${new Html(CHANGE_PAGE_STYLE)}</style>
</head>
<body>
<main>
<p class="kind">Report of a change</p>
<h1>${change.name}</h1>
${verdict(counts)}
<ul class="counts">
${figures.map(([count, what]) => markup`<li><b>${count.toLocaleString('en')}</b> ${what}</li>\n`)}</ul>
<dl>
${factsOf(change).map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>
`
}

function verdict({ newlyFailing, newFindings, missing, rows }: Counts): Html {
  const unknown = missing === 0 ? '' : ` ${missing === 1 ? '1 query' : `${missing} queries`} could not be compared.`
  const total = rows.added + rows.removed + rows.changed
  const differs = `${total === 0 ? 'No row differs' : total === 1 ? '1 row differs' : `${total.toLocaleString('en')} rows differ`} between opening and closing.${unknown}`
  if (newlyFailing > 0)
    return box('bad', newlyFailing === 1 ? '1 check newly fails' : `${newlyFailing} checks newly fail`, differs)
  if (newFindings > 0) return box('bad', newFindings === 1 ? '1 new finding' : `${newFindings} new findings`, differs)
  if (missing > 0) return box('wait', 'Not everything could be compared', differs)
  return box('good', 'No check newly fails', differs)
}

const box = (kind: string, text: string, more: string): Html =>
  markup`<p class="verdict ${kind}">${text}<span>${more}</span></p>`

function factsOf(change: ChangeRow): [string, string][] {
  return [
    ...(change.note === '' ? [] : ([['Note', change.note]] satisfies [string, string][])),
    ['Connection', change.controllerConnectionName],
    ['Queries', String(change.total)],
    ['Opened', `${time(timestamp(change.openedAt))} by ${change.openedBy}`],
    ['Closed', `${time(timestamp(change.closedAt))} by ${change.closedBy ?? 'an account that was deleted'}`],
    ['Change', change.id],
  ]
}

const time = (instant: string | null): string =>
  instant?.replace('T', ' ').replace(/(\.\d+)?\+00:00$/, ' UTC') ?? 'never'

type Kind = 'fresh' | 'before' | 'passing' | 'fine'
const KINDS: readonly (readonly [Kind, string, string])[] = [
  ['fresh', 'Newly failing', 'They passed before the change.'],
  ['before', 'Failing before as well', 'They failed when the change was opened, and still do.'],
  ['passing', 'Passing again', 'They failed before the change.'],
]

const FAILING: ReadonlySet<string> = new Set(['failed', 'error', 'look'])
function kindOf({ before, after }: ReportedCheck): Kind {
  const [failed, fails] = [FAILING.has(before.status), FAILING.has(after.status)]
  if (fails) return failed ? 'before' : 'fresh'
  return failed ? 'passing' : 'fine'
}

async function* checkSection({ checked }: FoundReport): AsyncGenerator<string> {
  const all: ReportedCheck[] = []
  for await (const check of checked() as AsyncIterable<ReportedCheck>) all.push(check)
  if (all.length === 0) return
  yield markup`<h2>Checks <small>what the queries expect, before and after</small></h2>\n`.text
  for (const [kind, title, about] of KINDS) {
    const some = all.filter((check) => kindOf(check) === kind)
    if (some.length === 0) continue
    yield markup`<h3>${title} (${some.length})</h3>
<p class="note">${about}</p>
<table class="checks">
<thead><tr><th>Check</th><th>Before</th><th>After</th><th>Findings</th></tr></thead>
<tbody>
${some.map(checkRow)}</tbody>
</table>
`.text
  }
  const fine = all.filter((check) => kindOf(check) === 'fine').length
  const text = fine === 1 ? '1 check passed at both times.' : `${fine} checks passed at both times.`
  if (fine > 0) yield markup`<p class="empty-note">${text}</p>\n`.text
}

const MOST_FINDINGS = 20

function checkRow({ name, severity, before, after, new_findings: fresh, gone_findings: gone, still }: ReportedCheck) {
  const counts = [
    fresh.length > 0 ? `${fresh.length} new` : '',
    gone.length > 0 ? `${gone.length} gone` : '',
    still > 0 ? `${still} as before` : '',
  ].filter((text) => text !== '')
  const items = fresh
    .slice(0, MOST_FINDINGS)
    .map(({ resource, reason }) => markup`<li>${resource ?? 'rows are missing'}<small>${reason}</small></li>`)
  const more = fresh.length > MOST_FINDINGS ? markup`<li>and ${fresh.length - MOST_FINDINGS} more</li>` : new Html('')
  return markup`<tr><td data-name="Check">${name}<small>${severity}</small></td>${state('Before', before)}${state('After', after)}<td data-name="Findings">${counts.join(', ')}<ul>${items}${more}</ul></td></tr>\n`
}

const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  passed: ['good', 'passed'],
  failed: ['bad', 'failed'],
  error: ['bad', 'could not run'],
  look: ['wait', 'to look at'],
  waived: ['wait', 'waived'],
  not_applicable: ['', 'not applicable'],
}

function state(title: string, { status, reason }: ReportedCheck['before']): Html {
  const [kind, word] = WORDS[status] ?? ['', status]
  return markup`<td data-name="${title}"><span class="${kind}">${word}</span><small>${reason ?? ''}</small></td>`
}

async function* querySection({ compared }: FoundReport): AsyncGenerator<string> {
  yield markup`<h2>What changed <small>by whom, from the audit log of the controller</small></h2>\n`.text
  const same: string[] = []
  const missing: ReportedQuery[] = []
  for await (const query of compared() as AsyncIterable<ReportedQuery>) {
    const { summary } = query
    if (summary === null) missing.push(query)
    else if (summary.added + summary.removed + summary.changed === 0) same.push(query.name)
    else yield* rowTable(query)
  }
  if (missing.length > 0)
    yield markup`<h3>Not compared (${missing.length})</h3>
<ul class="names">${missing.map(({ name, reason }) => markup`<li>${name}<small>${reason}</small></li>`)}</ul>
`.text
  if (same.length > 0)
    yield markup`<h3>Unchanged (${same.length})</h3>
<ul class="names">${same.map((name) => markup`<li>${name}</li>`)}</ul>
`.text
}

function requestSection(requests: readonly string[], which: string): Html {
  if (requests.length === 0) return new Html('')
  return markup`<h2>Automation requests <small>${which}</small></h2>
<ul class="names">${requests.map((id) => markup`<li><code>${id}</code></li>`)}</ul>
<p class="note">The proof of each is at <code>/api/automation/requests/&lt;id&gt;/proof/</code>.</p>
`
}

function foot({ id }: ChangeRow, sha256: string): Html {
  return markup`<footer>
SHA-256 of the report as canonical JSON (RFC 8785), without its field <code>sha256</code>:
<span class="hash">${sha256}</span>
The JSON is at <code>/api/history/changes/${id}/report/</code>. <code>heddle verify</code> checks a copy of it
without a network; the audit log holds the same hash.
</footer>
</main>
</body>
</html>
`
}
