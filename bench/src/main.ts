import { cpus, totalmem, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { readRun, type SavedRun, saveRun, slowerLines } from './compare-runs.ts'
import type { Line, Measurement, Settings } from './measurement.ts'
import { ai } from './measurements/ai.ts'
import { audit } from './measurements/audit.ts'
import { automation } from './measurements/automation.ts'
import { background } from './measurements/background.ts'
import { chain } from './measurements/chain.ts'
import { eventLoop } from './measurements/event-loop.ts'
import { hostile } from './measurements/hostile.ts'
import { latency } from './measurements/latency.ts'
import { list } from './measurements/list.ts'
import { login } from './measurements/login.ts'
import { logs } from './measurements/logs.ts'
import { mimExplorer } from './measurements/mim-explorer.ts'
import { mimImport } from './measurements/mim-import.ts'
import { relation } from './measurements/relation.ts'
import { scan } from './measurements/scan.ts'
import { schedules } from './measurements/schedules.ts'
import { snapshots } from './measurements/snapshots.ts'
import { sockets } from './measurements/sockets.ts'
import { start } from './measurements/start.ts'
import { canvas, slowWeb, web } from './measurements/web.ts'
import { writeSection } from './performance-page.ts'
import { tableOf } from './tables.ts'

const MEASUREMENTS: readonly Measurement[] = [
  scan, chain, relation, eventLoop, list, login, audit, logs, background, schedules, sockets, mimImport, mimExplorer, snapshots, start, latency, automation, ai, hostile, web, canvas, slowWeb,
] // prettier-ignore
const HELP = `npm run bench [-- [--quick] [--only <name>] [--write] [--save <file>] [--compare <file>]]

  --quick           two rounds instead of five
  --only <name>     one of ${MEASUREMENTS.map(({ name }) => name).join(', ')}; may be repeated
  --write           writes the tables to docs/performance.md
  --save <file>     writes what was measured to a file
  --compare <file>  fails if something became slower, by more than noise, than in the run saved there
`

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    write: { type: 'boolean', default: false },
    save: { type: 'string' },
    compare: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(HELP)
else
  await bench(
    MEASUREMENTS.filter(({ name }) => values.only?.includes(name) ?? true),
    { quick: values.quick, rounds: values.quick ? 2 : 5, trial: false },
  )

async function bench(measurements: readonly Measurement[], settings: Settings): Promise<void> {
  if (measurements.length === 0) throw new Error(`nothing to measure\n\n${HELP}`)
  const earlier = values.compare === undefined ? undefined : readRun(values.compare)
  const circumstances = describeRun()
  console.log(circumstances)
  const measured: Record<string, readonly Line[]> = {}
  let missed = 0
  for (const { name, title, run } of measurements) {
    const lines = await run(settings)
    measured[name] = lines
    const table = tableOf(lines)
    console.log(`\n${title} (${name})\n\n${table}`)
    if (values.write) writeSection(name, table)
    missed += lines.filter(({ passed }) => passed === false).length
    // After each measurement: what is measured already outlives one that fails.
    if (values.save !== undefined) saveRun(values.save, { circumstances, lines: measured })
  }
  if (values.write) writeSection('run', circumstances)
  console.log(`\n${missed === 0 ? 'All targets were met.' : `Targets missed: ${missed}.`}`)
  if (earlier) reportSlower(earlier, { circumstances, lines: measured })
}

function reportSlower(earlier: SavedRun, run: SavedRun): void {
  const slower = slowerLines(earlier, run)
  console.log(`\nCompared with ${earlier.circumstances}`)
  console.log(slower.length === 0 ? 'Nothing became slower by more than noise.' : slower.join('\n'))
  if (slower.length > 0) process.exitCode = 1
}

/** Describes the run without identifying the machine. */
function describeRun(): string {
  const given = process.argv.slice(2)
  const command = ['npm run bench', ...(given.length > 0 ? ['--', ...given] : [])].join(' ')
  const memory = Math.round(totalmem() / 1024 ** 3)
  const [load = 0] = loadavg()
  const machine = `${cpus().length} cores, ${memory} GB memory, load ${load.toFixed(1)} before the start`
  return `${new Date().toISOString().slice(0, 10)}, \`${command}\`, Node ${process.versions.node}, ${machine}.`
}
