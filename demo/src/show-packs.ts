import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Heddle } from '@heddle/client'
import { formatTable } from './print-table.ts'
import { readUntil } from './read-until.ts'

const PACKS = join(import.meta.dirname, '../../packs')
const INSTALLED = ['aci-hygiene', 'aci-upgrade']
const SHOWN = 'aci-hygiene'
const MOST_SHOWN = 6
const PATIENCE_SECONDS = 60

type Places = { readonly url: string; readonly connection: string }

/** Installs packs of checks that are missing, and runs one of them on the demo's fabric. */
export async function showPacks(heddle: Heddle, { url, connection }: Places): Promise<void> {
  await installPacks(heddle)
  const { queries } = heddle
  const { id } = await queries.checks.create({ pack: SHOWN, controller_connection: connection })
  const check = await readUntil(
    `the checks of ${SHOWN}`,
    PATIENCE_SECONDS,
    async () => (await queries.checks.get(id)).json(),
    ({ status }) => status === 'finished',
  )
  const { total, passed, failed, look, not_applicable, errored } = check
  console.log(
    `\nChecks of the pack ${SHOWN} (/api/packs/): ${passed} of ${total} passed, ${failed} failed, ${look} for a person ` +
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
