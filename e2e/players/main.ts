import { parseArgs } from 'node:util'
import { playAll } from './play-all.ts'
import { runAttacks } from './attacks/run-attacks.ts'

const HELP = `npm run fuzz -- --players [--seed <n>] [--minutes 2] [--attacks] [--database <url>] [--group-mb 1024]

Users of every role send a server random requests whose sizes are at and beyond its bounds, while its health is asked
for forty times a second and a colleague runs a small query. Fails when health waits more than 250 ms, the colleague
more than 2 s, the process dies or keeps more than 150 MB a minute later, or an answer is 500.
  --seed <n>         decides who sends what; another one each day unless given
  --minutes <n>      how long
  --attacks          instead, every known attack: one after the other, then four at once
  --only <text>      of the attacks, those whose name contains this
  --database <url>   of a PostgreSQL server; the embedded database unless given
  --group-mb <n>     memory that the server may use
  --patience <n>     waits may be so many times as long, and longer as the machine is slow`

const DAY_MS = 86_400_000

const { values } = parseArgs({
  options: {
    players: { type: 'boolean' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / DAY_MS)) },
    minutes: { type: 'string', default: '2' },
    attacks: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    database: { type: 'string' },
    'group-mb': { type: 'string', default: '1024' },
    patience: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

// What was started is ended when this process exits, which a signal alone does not bring about.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

if (values.help) console.log(HELP)
else await run()

async function run(): Promise<void> {
  const say = (line: string): void => console.log(line)
  const world = {
    databaseUrl: values.database,
    groupMb: Number(values['group-mb']),
    patience: Number(values.patience),
    say,
  }
  if (!values.attacks) say(`seed ${values.seed}`)
  const problems = values.attacks
    ? await runAttacks({ ...world, only: values.only })
    : await playAll({ ...world, seed: Number(values.seed), forMs: Number(values.minutes) * 60_000 })
  for (const problem of problems) console.error(`PROBLEM  ${problem}`)
  console.log(problems.length === 0 ? 'Nobody was stopped.' : `${problems.length} problems`)
  process.exit(problems.length === 0 ? 0 : 1)
}
