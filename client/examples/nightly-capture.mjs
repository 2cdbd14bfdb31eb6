// node nightly-capture.mjs <query>: captures a query and prints what changed since the capture before.
// Ends with 1 when something did, so that a job of a build server or cron can tell.
import { createHeddle } from '@heddle/client'

const [name] = process.argv.slice(2)
const heddle = createHeddle({ baseUrl: process.env.HEDDLE_URL, token: process.env.HEDDLE_TOKEN })

const found = await heddle.queries.savedQueries.list({ search: name })
const query = found.results.find((one) => one.name === name)
if (query === undefined) throw new Error(`There is no saved query ${name}.`)

const earlier = await heddle.history.snapshots.list({ saved_query: query.id, page_size: 1 })
const now = await heddle.waitFor.capture({ saved_query: query.id, annotation: 'nightly' })
console.log(`Captured ${now.row_count} rows of ${name}.`)

const [before] = earlier.results
if (before) {
  const pair = { snapshot_a: before.id, snapshot_b: now.id }
  const { summary, added, removed, changed } = await heddle.history.compare.create(pair)
  for (const row of removed) console.log(`- ${row.dn}`)
  for (const row of added) console.log(`+ ${row.dn}`)
  for (const { key, fields } of changed) console.log(`~ ${key.dn}: ${Object.keys(fields).join(', ')}`)
  if (summary.added + summary.removed + summary.changed > 0) process.exitCode = 1
}
