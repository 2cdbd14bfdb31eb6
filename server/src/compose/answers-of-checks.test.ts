import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { FABRIC_TIME } from '@heddle/simulators/controller/fabric/builder.ts'
import { generateFabric } from '@heddle/simulators/controller/generate-fabric.ts'
import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { MINUTE } from '../kernel/durations.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { installModel } from '../testing/mim/install-model.ts'
import { type Drawing, type Runs, startRuns } from '../testing/start-runs.ts'

const PACKS = fileURLToPath(new URL('../../../packs/', import.meta.url))
const GOLDEN = fileURLToPath(new URL('../testing/golden/answers-of-checks.txt', import.meta.url))
/** Most checks of the other pack read one class. */
const CHECKS = globSync('aci-{capacity,change,hygiene,security,troubleshooting}/checks/*.yaml', { cwd: PACKS }).sort()
/** A filter of many values is as long as its values. */
const MOST_SHOWN = 240

let runs: Runs
beforeAll(async () => {
  // Some checks ask for what happened since then.
  const clock = createManualClock(new Date(FABRIC_TIME))
  runs = await startRuns({ clock, controller: { store: generateFabric({ isChecked: true }) } })
  const model = generateModel({ classes: 1_200 })
  await installModel(
    runs.app.app,
    model.classNames.map((name) => model.document(name)!),
  )
  // The first run signs in.
  await runs.run({ nodes: [{ id: 't', class_name: 'fvTenant' }] })
})
afterAll(() => runs.stop())

type Check = Drawing & { readonly examples: readonly { readonly parameters?: Readonly<Record<string, string>> }[] }

const hashOf = (rows: unknown): string => createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16)

/** Sorted, because classes that do not wait for each other are read at once. */
async function answerTo(path: string): Promise<string> {
  const { nodes, edges = [], post_processors = [], examples } = parse(readFileSync(`${PACKS}${path}`, 'utf8')) as Check
  const { controller } = runs
  const [before, bytesBefore] = [controller.requests.at(-1)!.number, controller.counters.bodyBytes]

  const run = await runs.run({ nodes, edges, post_processors }, { variables: examples[0]?.parameters ?? {} })

  const sent = controller.requests.filter(({ number, kind }) => number > before && kind === 'data')
  const kilobytes = ((controller.counters.bodyBytes - bytesBefore) / 1_000).toFixed(1)
  const lines = sent.map(({ path: of, query }) => {
    const address = query === '' ? of : `${of}?${query}`
    return `  ${address.length > MOST_SHOWN ? `${address.slice(0, MOST_SHOWN)}… (${address.length} characters)` : address}`
  })
  return [
    `${path.replace('/checks/', ' ').replace('.yaml', '')}: ${sent.length} requests, ${kilobytes} kB`,
    `  ${run.row_count} rows, ${hashOf(run.results)}`,
    ...lines.sort(),
  ].join('\n')
}

// Neither requests nor rows depend on the machine. Each request that is added or grows is a decision; rows that differ
// from those of the last release go into the changelog. They are written down anew with
// `npx vitest run --project service server/src/compose/answers-of-checks.test.ts -u`.
it('what shipped checks ask a controller, and what they find', { timeout: 5 * MINUTE }, async () => {
  const asked: string[] = []
  for (const path of CHECKS) asked.push(await answerTo(path))

  await expect(`${asked.join('\n\n')}\n`).toMatchFileSnapshot(GOLDEN)
})
