// node find-and-fix.mjs <query> <template> <template column>=<query column>…: launches an automation template with
// the rows of a query, follows the jobs, and lets the server check whether the rows are gone. Ends with 1 if not.
import { createHeddle } from '@heddle/client'

const [queryName, templateName, ...columns] = process.argv.slice(2)
const heddle = createHeddle({ baseUrl: process.env.HEDDLE_URL, token: process.env.HEDDLE_TOKEN })
const named = async (things, name) => (await things.list({ search: name })).results.find((one) => one.name === name)

const query = await named(heddle.queries.savedQueries, queryName)
const template = await named(heddle.automation.templates, templateName)
const launch = {
  rows_from: { saved_query: query.id },
  mapping: Object.fromEntries(columns.map((column) => column.split('='))),
  verify_after: { expect: 'gone', wait_seconds: 1 },
}

await heddle.automation.templates.launch(template.id, launch, { dry_run: true })
const { id } = await heddle.automation.templates.launch(template.id, launch)
for await (const { type, data } of heddle.follow.automationRequest(id))
  if (type === 'request_status') console.log(`${data.executions_complete} of ${data.executions_total} jobs`)

const { status, verification } = await heddle.waitFor.automationRequest(id)
console.log(`The request ${status}; whether its rows are gone: ${verification.status}`)
process.exit(verification.status === 'holds' ? 0 : 1)
