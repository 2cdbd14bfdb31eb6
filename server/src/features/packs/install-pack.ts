import { randomUUID } from 'node:crypto'
import { lt } from 'semver'
import type { PackInstallReply, PackStep } from '@heddle/contract/packs.ts'
import { readParameters } from '@heddle/domain/parameters/read-parameters.ts'
import { diffFileValues } from '@heddle/domain/query-files/diff-values.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Conflict } from '../../kernel/errors.ts'
import type { Audit } from '../audit/index.ts'
import type { QueryCategoriesService, SavedQueriesService } from '../queries/index.ts'
import { folderOfPack } from './pack-folder.ts'
import { deleteQueries, putChecks, putPack, readInstalled, setVersion } from './packs.store.ts'
import type { PackCheckRow } from './packs.tables.ts'
import { queryOfCheck } from './query-of-check.ts'
import type { ReadUpload } from './thread/pack-calls.ts'

export type InstallParts = {
  readonly database: Database
  readonly queries: Pick<SavedQueriesService, 'many'>
  readonly categories: Pick<QueryCategoriesService, 'many'>
  readonly audit: Audit
  readonly clock: Clock
}
type Options = { readonly dryRun: boolean; readonly force: boolean }
type Installed = Awaited<ReturnType<typeof readInstalled>>

/** Installs a pack, or another version of it, in one transaction. A dry run only says what would change. */
export async function installPackFiles(
  parts: InstallParts,
  caller: Caller,
  upload: ReadUpload,
  { dryRun, force }: Options,
): Promise<PackInstallReply> {
  const { manifest, hash } = upload
  const reply = (plan: PackStep[]): PackInstallReply => ({
    ...{ name: manifest.pack, version: manifest.version, hash, plan, applied: !dryRun },
  })
  if (dryRun) {
    const before = await readInstalled(parts.database.db, manifest.pack)
    if (!force) requireNewer(before, upload)
    return reply(planOf(before, upload))
  }
  return parts.database.transaction(async (tx) => {
    // Also makes installations wait for each other.
    await parts.categories.many.lock(tx)
    const before = await readInstalled(tx, manifest.pack)
    if (!force) requireNewer(before, upload)
    const plan = planOf(before, upload)
    await apply(parts, tx, caller, { before, upload, plan })
    return reply(plan)
  })
}

function requireNewer({ pack }: Installed, { manifest: { version } }: ReadUpload): void {
  if (!pack || !lt(version, pack.version)) return
  throw new Conflict(
    `Version ${pack.version} of ${pack.name} is installed, which is newer than ${version}. Use ?force=true to replace it anyway.`,
    'older',
  )
}

function planOf({ checks }: Installed, upload: ReadUpload): PackStep[] {
  const before = new Map(checks.map((row) => [row.checkId, row.content]))
  const after = new Set(upload.checks.map(({ id }) => id))
  const gone = checks.filter(({ checkId }) => !after.has(checkId))
  return [
    ...upload.checks.map((check): PackStep => {
      const old = before.get(check.id)
      const step = { check: check.id, title: check.title }
      if (old === undefined) return { action: 'create', ...step, diff: null }
      const diff = diffFileValues(old, check)
      return diff.length === 0 ? { action: 'unchanged', ...step, diff: null } : { action: 'change', ...step, diff }
    }),
    ...gone.map(({ checkId, content }): PackStep => ({
      ...{ action: 'delete', check: checkId, title: content.title, diff: null },
    })),
  ]
}

type Change = { readonly before: Installed; readonly upload: ReadUpload; readonly plan: readonly PackStep[] }

async function apply(
  parts: InstallParts,
  tx: Executor,
  caller: Caller,
  { before, upload, plan }: Change,
): Promise<void> {
  const { pack: name, version, title, description = '', groups, needs, parameters } = upload.manifest
  const categoryId = await folderOfPack(tx, before.pack?.categoryId ?? null, title)
  await putPack(tx, {
    ...{ name, version, title, description, hash: upload.hash, groups, categoryId },
    parameters: [...readParameters(parameters).parameters],
    needs: { heddle: needs?.heddle ?? null, classes: needs?.classes ?? [] },
    ...{ installedBy: caller.id, installedAt: parts.clock.now() },
  })
  const old = new Map(before.checks.map((row) => [row.checkId, row]))
  const actions = new Map(plan.map(({ check, action }) => [check, action]))
  const rows = upload.checks
    .filter(({ id }) => actions.get(id) !== 'unchanged')
    .map((content): PackCheckRow => ({ ...(old.get(content.id) ?? newCheck(name, content.id)), content }))
  await parts.queries.many.writePack(
    tx,
    caller,
    rows.map((row) => ({
      id: row.savedQueryId,
      body: { ...queryOfCheck(row), category: categoryId },
      pack: { name, version, check: row.checkId },
    })),
  )
  await putChecks(tx, rows)
  await setVersion(tx, name, version)
  const gone = before.checks.filter(({ checkId }) => actions.get(checkId) === 'delete')
  await deleteQueries(
    tx,
    gone.map(({ savedQueryId }) => savedQueryId),
  )
  await record(parts.audit, tx, { before, upload, plan })
}

const newCheck = (packName: string, checkId: string) => ({
  ...{ packName, checkId, savedQueryId: randomUUID(), enabled: null, severity: null, parameters: null },
})

async function record(audit: Audit, tx: Executor, { before, upload, plan }: Change): Promise<void> {
  const { pack: name, version } = upload.manifest
  const changed = plan.filter(({ action }) => action !== 'unchanged')
  await audit.record(tx, {
    action: 'pack_install',
    description: `Version ${version} of the pack ${name} was installed`,
    target: { type: 'pack', id: name },
    metadata: { name, version, hash: upload.hash, before: before.pack?.version ?? null, changed: changed.length },
    content: changed.map(({ action, check }) => ({ action, check })),
  })
}
