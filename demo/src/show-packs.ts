import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Heddle } from '@heddle/client'
import { formatTable } from './print-table.ts'
import { readUntil } from './read-until.ts'

const PACKS = join(import.meta.dirname, '../../packs')
/** Each with the values of its parameters: an upgrade needs a release to go to. */
const RUN: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'aci-hygiene': {},
  'aci-upgrade': { target: '6.2(2e)' },
}
const INSTALLED = Object.keys(RUN)
const MOST_SHOWN = 6

type Places = { readonly url: string; readonly connection: string }

/** Installs packs of checks that are missing, and runs them on the demo's fabric. */
export async function showPacks(heddle: Heddle, places: Places): Promise<void> {
  await installPacks(heddle)
  for (const [pack, parameters] of Object.entries(RUN)) await showRun(heddle, pack, parameters, places)
}

async function showRun(
  { queries }: Heddle,
  pack: string,
  parameters: Readonly<Record<string, unknown>>,
  { url, connection }: Places,
): Promise<void> {
  const { id } = await queries.checks.create({ pack, parameters, controller_connection: connection })
  const check = await readUntil(
    `the checks of ${pack}`,
    async () => (await queries.checks.get(id)).json(),
    ({ status }) => status === 'finished',
  )
  const { total, passed, failed, look, not_applicable, errored } = check
  console.log(
    `\nChecks of the pack ${pack} (/api/packs/): ${passed} of ${total} passed, ${failed} failed, ${look} for a person ` +
      `to look at, ${not_applicable} not applicable, ${errored} with errors. Some that failed:\n`,
  )
  const failing = check.results.filter(({ status }) => status === 'failed').slice(0, MOST_SHOWN)
  console.log(formatTable(['check', 'title', 'severity', 'findings'], failing))
  console.log(`\nThe report, also for a browser with ?format=html: ${url}/api/queries/checks/${id}/`)
}

/** Installs the packs that are not installed yet. */
export async function installPacks(
  { packs }: Pick<Heddle, 'packs'>,
  names: readonly string[] = INSTALLED,
): Promise<void> {
  const installed = new Set<string>()
  for await (const { name } of packs.all()) installed.add(name)
  for (const name of names) {
    if (installed.has(name)) continue
    const { version, plan } = await packs.create({ files: readPack(name) })
    console.log(`\nInstalled the pack ${name} ${version} with ${plan.length} checks (/api/packs/).`)
  }
}

/** The texts of a pack by their paths. */
function readPack(name: string): Record<string, string> {
  const cwd = join(PACKS, name)
  const paths = globSync(['heddle-pack.yaml', 'checks/*.yaml', 'fixtures/*.json'], { cwd })
  return Object.fromEntries(paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(cwd, path), 'utf8')]))
}
