import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createHeddle, type Heddle } from '@heddle/client'
import { type GitSimulator, isGitInstalled, startGit } from '@heddle/simulators/git/start-git.ts'
import { captureWeeks } from './capture-weeks.ts'
import { followRun } from './follow-run.ts'
import { formatTable } from './print-table.ts'
import { seed, seedUsers } from './seed.ts'
import { showAi } from './show-ai.ts'
import { showAutomation } from './show-automation.ts'
import { showChanges } from './show-changes.ts'
import { showChannels } from './show-channels.ts'
import { FOLDER as CHECKED_FOLDER, showChecks } from './show-checks.ts'
import { showFiles } from './show-files.ts'
import { installModel, showModel } from './show-model.ts'
import { showOperations } from './show-operations.ts'
import { showPacks } from './show-packs.ts'
import { showParameters } from './show-parameters.ts'
import { showRepository } from './show-repository.ts'
import { showSchedules } from './show-schedules.ts'
import { showSnapshots } from './show-snapshots.ts'
import { showToken } from './show-token.ts'
import { type SimulatorUrls, simulatorUrls } from './simulator-urls.ts'
import { type Program, startProgram } from './start-program.ts'

const HELP = `npm run demo [-- --once] [-- --port 8000] [-- --folder data/demo]

Starts a simulated controller, registry, automation server and AI provider, and the server, imports the class model, stores
connections and sample queries, runs one of them directly, in the background and on schedule, checks a folder of them, writes it as
a file, keeps one in Git, runs a pack of checks, takes snapshots of another, turns a question into a query, has a job fix what a query found and proves it, sends news to a webhook and records to collectors, lets a program in with an API token, and backs everything up.
  --once        exit when the demo is done instead of leaving the server running
  --port <n>    port of the server (any free one if it is taken)
  --folder <x>  where it keeps its data and logs`

const USER = 'admin'
const PASSWORD = 'heddle-demo'
const args = process.argv.slice(2)
const valueOf = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
const FOLDER = valueOf('--folder') ?? join('data', 'demo')
const SYSLOG_CA = join(FOLDER, 'syslog-ca.pem')
const SHOWN = 'Bridge domains without a VRF'
const CHECKED = [SHOWN, 'Bridge domains route']
const CAPTURED = 'Settings of bridge domains'

const SIMULATED = [
  'port',
  'control-port',
  'registry-port',
  'automation-port',
  'ai-port',
  'receiver-port',
  'syslog-port',
  'otlp-port',
].flatMap((name) => [`--${name}`, '0'])

if (args.includes('--help')) console.log(HELP)
else await demo(args.includes('--once'), Number(valueOf('--port')) || 8000)

async function demo(once: boolean, wantedPort: number): Promise<void> {
  mkdirSync(FOLDER, { recursive: true, mode: 0o700 })
  console.log(
    'Starting a simulated controller, registry, automation server and AI provider, and the server (the first start creates the database and takes longer)…',
  )
  const simulators = await startProgram({
    script: 'simulators/src/main.ts',
    args: [...SIMULATED, '--checked', '--syslog-ca', SYSLOG_CA],
    logFile: join(FOLDER, 'simulators.log'),
    ready: simulatorUrls(),
  })
  const isFirst = !existsSync(join(FOLDER, 'database'))
  const webhookSecret = randomBytes(24).toString('hex')
  const server = await startProgram({
    script: 'server/start.mjs',
    hasClock: isFirst,
    env: {
      PORT: String(await freePort(wantedPort)),
      DATA_DIR: FOLDER,
      ADMIN_USERNAME: USER,
      ADMIN_PASSWORD: PASSWORD,
      MIM_REGISTRY_URL: simulators.announced.registry,
      AUTOMATION_WEBHOOK_SECRET: webhookSecret,
      SIEM_SYSLOG_URL: simulators.announced.syslog,
      SIEM_OTLP_URL: simulators.announced.otlp,
      SIEM_CA: SYSLOG_CA,
      SIEM_FROM: 'beginning',
    },
    logFile: join(FOLDER, 'server.log'),
    ready: readyUrl,
  }).catch(async (error: unknown) => {
    // Otherwise the simulators would outlive a demo whose server cannot start, such as a second one in this folder.
    await simulators.stop()
    throw error
  })
  const git = isGitInstalled() ? await startGit() : undefined
  const stop = async () => {
    await server.stop()
    await simulators.stop()
    await git?.close()
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())

  try {
    if (isFirst) await makeHistory(server, simulators.announced)
    await present(server.announced, { simulators: simulators.announced, webhookSecret, git })
    if (once) return
    console.log('Press Ctrl+C to stop.')
    const status = await Promise.race([server.exited, simulators.exited])
    process.exitCode = status ?? 1
  } finally {
    await stop()
  }
}

type Surroundings = {
  readonly simulators: SimulatorUrls
  readonly webhookSecret: string
  readonly git: GitSimulator | undefined
}

async function present(url: string, { simulators, webhookSecret, git }: Surroundings): Promise<void> {
  const { controller, control, automation, automationToken: token, ai, aiKey: key } = simulators
  const heddle = createHeddle({ baseUrl: url })
  await heddle.signIn({ username: USER, password: PASSWORD })
  await installModel(heddle)
  await showModel(heddle)
  const { queries, ...connections } = await seed(heddle, controller)
  console.log(`\nSaved queries:\n${queries.map(({ name, description }) => `  • ${name}: ${description}`).join('\n')}`)
  const users = await seedUsers(heddle, PASSWORD)
  const shown = queries.find(({ name }) => name === SHOWN)!.id
  await show(heddle, shown)
  await followRun(heddle, shown)
  const idOf = (wanted: string) => queries.find(({ name }) => name === wanted)!.id
  await showParameters(heddle, { query: idOf('Subnets of a tenant'), tenants: idOf('Tenants') })
  await showSchedules(heddle, { query: shown, ...connections })
  await showChecks(
    heddle,
    queries.filter(({ name }) => CHECKED.includes(name)).map(({ id }) => id),
  )
  await showFiles(heddle, CHECKED_FOLDER)
  await showRepository(heddle, git)
  await showPacks(heddle, { url, connection: connections.connection })
  await showSnapshots(heddle, control, idOf(CAPTURED))
  const { connection } = connections
  await showChanges(heddle, { control, connection, folder: CHECKED_FOLDER, query: idOf(CAPTURED) })
  await showAi({ heddle, ai, key, connection: connections.connection })
  await showAutomation({ heddle, url, automation, token, control, webhookSecret, query: shown })
  await showChannels(heddle, simulators.receiver)
  await showToken(heddle, url)
  await showOperations(heddle, { connection: connections.connection, folder: FOLDER })
  await showAudit(heddle)
  await showRecords(heddle, simulators.otlp)
  console.log(
    `\nUsers: ${[...users].map(([name, group]) => `${name} (${group})`).join(', ')}; all with ${USER}'s password`,
  )
  console.log(nextSteps(url))
}

/** Weeks of captures, as if the demo had been running for that long. */
async function makeHistory(server: Program & { readonly announced: string }, simulators: SimulatorUrls) {
  await captureWeeks({
    url: server.announced,
    account: { username: USER, password: PASSWORD },
    controller: simulators.controller,
    control: simulators.control,
    query: CAPTURED,
    setClock: server.setClock,
  })
}

function readyUrl(line: string): string | undefined {
  return line.includes('"msg":"ready"') ? /"url":"([^"]+)"/.exec(line)?.[1] : undefined
}

async function show(heddle: Heddle, query: string): Promise<void> {
  const run = await heddle.queries.savedQueries.execute(query)
  if (run.status !== 'success') throw new Error(`the run ended with ${run.status}: ${run.error_message ?? ''}`)
  console.log(`\n${SHOWN}: ${run.row_count} rows in ${run.duration_ms} ms\n`)
  console.log(formatTable(run.columns, run.results))
  console.log(
    `\nSent to the controller:\n${run.actual_query_path
      .split('\n')
      .map((path) => `  GET ${path}`)
      .join('\n')}`,
  )
}

async function showAudit(heddle: Heddle): Promise<void> {
  const { results } = await heddle.audit.logs.list({ page_size: 5 })
  console.log('\nAudit log, newest first (/api/audit/logs/):\n')
  console.log(formatTable(['created_at', 'username', 'action', 'description'], results))
}

async function showRecords(heddle: Heddle, otlp: string): Promise<void> {
  const { targets } = await heddle.audit.stream()
  console.log('\nCollectors of records (/api/audit/stream/):\n')
  console.log(formatTable(['target', 'address', 'state', 'sent', 'waiting'], targets))
  console.log(`\nWhat arrived: ${otlp}/records`)
}

function nextSteps(url: string): string {
  return `
Open        ${url}/
Sign in     ${USER} / ${PASSWORD}

The API: ${url}/api/docs/

  TOKEN=$(curl -s ${url}/api/auth/login/ -H 'content-type: application/json' \\
    -d '{"username":"${USER}","password":"${PASSWORD}"}' | sed 's/.*"access":"\\([^"]*\\).*/\\1/')
  curl -s "${url}/api/queries/saved-queries/" -H "authorization: Bearer $TOKEN"
`
}

/** The preferred port, or 0 (any free one) if it is taken. */
function freePort(wanted: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(0))
    probe.listen(wanted, '127.0.0.1', () => probe.close(() => resolve(wanted)))
  })
}
