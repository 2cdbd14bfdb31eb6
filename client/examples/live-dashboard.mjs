// node live-dashboard.mjs [count]: the state of the platform and its newest runs, drawn again with each run that ends.
// Stops after so many, or never. A dropped connection is opened again.
import { createHeddle } from '@heddle/client'

const most = Number(process.argv[2] ?? Infinity)
const heddle = createHeddle({ baseUrl: process.env.HEDDLE_URL, token: process.env.HEDDLE_TOKEN })

async function draw(news) {
  const [stats, runs] = await Promise.all([
    heddle.dashboard.stats(),
    heddle.queries.executionLogs.list({ page_size: 5 }),
  ])
  console.log(`\n${new Date().toISOString()} ${news}`)
  console.log(`${stats.saved_queries} queries, ${stats.scheduled_tasks} tasks, ${stats.unread_notifications} unread`)
  for (const run of runs.results)
    console.log(`  ${run.status.padEnd(8)} ${run.row_count} rows  ${run.saved_query_name}`)
}

await draw('Connecting')
let count = 0
for await (const { data } of heddle.follow.runs({ onOpen: () => console.log('Connected') })) {
  await draw(`${data.execution_id}: ${data.status}`)
  count += 1
  if (count >= most) break
}
process.exit(0)
