import { parseArgs } from 'node:util'
import { services } from '../harness/services.ts'
import { runChaos } from './run-chaos.ts'

const HELP = `npm run chaos [-- --seed 1] [--minutes 10]

Starts two api and two worker processes on PostgreSQL and Redis and kills, stops, pauses and cuts them off at random
under load. Then heals everything and checks that nothing that was confirmed is lost, and that nothing ran twice.
  --seed <n>      decides what happens and when
  --minutes <n>   how long`

const MINUTE = 60_000
const SETTLE_MS = 6 * MINUTE

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    minutes: { type: 'string', default: '10' },
    help: { type: 'boolean', default: false },
  },
})

// What was started is ended when this process exits, which a signal alone does not bring about.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

if (values.help) console.log(HELP)
else if (services) await run(Number(values.seed), Number(values.minutes))
else process.exitCode = 1

async function run(seed: number, minutes: number): Promise<void> {
  const { problems, facts } = await runChaos({
    seed,
    forMs: minutes * MINUTE,
    settleMs: SETTLE_MS,
    say: (line) => console.log(line),
  })
  for (const fact of facts) console.log(`  ${fact}`)
  for (const problem of problems) console.error(`PROBLEM  ${problem}`)
  console.log(
    problems.length === 0
      ? `seed ${seed}: nothing was lost, nothing ran twice`
      : `seed ${seed}: ${problems.length} problems`,
  )
  process.exit(problems.length === 0 ? 0 : 1)
}
