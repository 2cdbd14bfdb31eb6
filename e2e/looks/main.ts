import { mkdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { startProgram } from '../../demo/src/start-program.ts'
import { ensureBuilt } from '../../web/build/ensure-built.ts'
import { faketimePath } from '../cluster/harness/start-process.ts'
import { compareLooks, keepLooks } from './compare-looks.ts'
import { prepare } from './facts.ts'
import { PICTURED_AT } from './pictured-at.ts'
import { LOOKS } from './states.ts'
import { takeLooks } from './take-looks.ts'

const HELP = `npm run looks [-- --only queries] [-- --docs] [-- --url http://127.0.0.1:8000]

Takes pictures of the web UI with the data of the demo, in both themes, 1440, 768 and 390 wide, into e2e/looks/shots/.
  --only <texts> only the states whose name contains one of them, such as queries,runs
  --docs         only the pictures that the documents show, into docs/images/
  --widths       also 1920, 1024 and 720 wide, which is a laptop at twice the size
  --forced       with the colours that a system forces on pages
  --barriers     instead reads each state with axe, in both themes, and in forced colours, and says what it finds
  --keep         makes them those that later ones are compared with, in e2e/looks/kept/; needs libfaketime
  --compare      with those, and shows before, after and difference in e2e/looks/differences/
  --url <url>    of a demo that runs already, instead of starting one`

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const KEPT = `${ROOT}e2e/looks/kept`
/** Data of the demo that is pictured. */
const DEMO = 'data/looks-demo'
const args = process.argv.slice(2)
const valueOf = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)

if (args.includes('--help')) console.log(HELP)
else await main()

async function main(): Promise<void> {
  const given = valueOf('--url')
  const isCompared = args.includes('--keep') || args.includes('--compare')
  const demo = given === undefined ? await startDemo(isCompared) : undefined
  try {
    const url = given ?? demo!.url
    const isForDocs = args.includes('--docs')
    const choices = {
      isEveryWidth: args.includes('--widths'),
      isForced: args.includes('--forced'),
      isCompared,
      isForBarriers: args.includes('--barriers'),
    }
    const only = valueOf('--only')
    const looks = LOOKS.filter(
      ({ name, docs }) =>
        (only ?? '').split(',').some((text) => name.includes(text)) && (!isForDocs || docs !== undefined),
    )
    const folder = isForDocs ? `${ROOT}docs/images` : `${ROOT}e2e/looks/shots`
    if (!isForDocs && (isCompared || only === undefined)) await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const faults = await takeLooks({
      url,
      folder,
      looks,
      facts: await prepare(url),
      isForDocs,
      ...choices,
      behindMs: demo?.behindMs ?? 0,
    })
    if (args.includes('--keep')) await keepLooks(folder, KEPT, only === undefined)
    const changes = args.includes('--compare') ? await compareLooks(folder, KEPT, `${ROOT}e2e/looks/differences`) : []
    for (const fault of [...faults, ...changes]) console.error(fault)
    if (faults.length + changes.length > 0) process.exitCode = 1
  } finally {
    await demo?.stop()
  }
}

/** Always a new one. For pictures that are compared it begins at the same time, as far as its processes can tell. */
async function startDemo(isCompared: boolean) {
  await ensureBuilt(ROOT)
  if (isCompared && faketimePath === undefined)
    throw new Error('Pictures are compared at one time: install libfaketime')
  await rm(`${ROOT}${DEMO}`, { recursive: true, force: true })
  const url = `http://127.0.0.1:${await freePort()}`
  await mkdir(`${ROOT}data`, { recursive: true })
  console.log('Starting the demo…')
  const behindMs = isCompared ? Date.now() - PICTURED_AT : 0
  const demo = await startProgram({
    script: 'demo/src/main.ts',
    args: ['--port', new URL(url).port, '--folder', DEMO],
    env: isCompared ? faketime(behindMs) : {},
    logFile: `${ROOT}data/looks.log`,
    ready: (line) => (line.startsWith('Press Ctrl+C') ? true : undefined),
  })
  return { url, behindMs, stop: demo.stop }
}

function faketime(behindMs: number): Readonly<Record<string, string>> {
  const offset = `-${Math.round(behindMs / 1_000)}s`
  return { LD_PRELOAD: faketimePath!, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
