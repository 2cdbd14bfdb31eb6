import type { PackCheckPatch, PackInstallReply } from '@heddle/contract/packs.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors, orNotFound } from '../../kernel/errors.ts'
import { laneOf } from '../../kernel/lane.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { type InstallParts, installPackFiles } from './install-pack.ts'
import { removeFolder } from './pack-folder.ts'
import type { PackThreads } from './pack-threads.ts'
import {
  deletePack,
  deleteQueries,
  findPackCheck,
  findPack,
  listChecks,
  listPacks,
  lockCheck,
  readInstalled,
  type ShownCheck,
  type ShownPack,
  updateCheck,
} from './packs.store.ts'
import { queryOfCheck, withDefaults } from './query-of-check.ts'
import type { PackUpload } from './thread/pack-calls.ts'

type Parts = InstallParts & { readonly threads: Pick<PackThreads, 'read'> }
type InstallOptions = { readonly dryRun: boolean; readonly force: boolean }

export type PacksService = {
  readonly list: (page: PageRequest) => Promise<PageOf<ShownPack>>
  readonly get: (name: string) => Promise<{ readonly pack: ShownPack; readonly checks: readonly ShownCheck[] }>
  readonly install: (caller: Caller, upload: PackUpload, options: InstallOptions) => Promise<PackInstallReply>
  readonly changeCheck: (caller: Caller, name: string, id: string, patch: PackCheckPatch) => Promise<ShownCheck>
  readonly remove: (name: string) => Promise<null>
}

export function createPacksService(parts: Parts): PacksService {
  const { db } = parts.database
  return {
    list: (page) => listPacks(db, page),
    get: async (name) => ({ pack: orNotFound(await findPack(db, name)), checks: await listChecks(db, name) }),
    install: async (caller, upload, options) =>
      installPackFiles(parts, caller, await parts.threads.read(upload, laneOf(caller)), options),
    changeCheck: async (caller, name, id, patch) => {
      await changeCheck(parts, caller, name, id, patch)
      return orNotFound(await findPackCheck(db, name, id))
    },
    remove: (name) => remove(parts, name),
  }
}

async function changeCheck(
  { database, queries, categories, audit }: Parts,
  caller: Caller,
  name: string,
  id: string,
  patch: PackCheckPatch,
): Promise<void> {
  await database.transaction(async (tx) => {
    await categories.many.lock(tx)
    const pack = orNotFound(await findPack(tx, name))
    const before = orNotFound(await lockCheck(tx, name, id))
    const after = { ...before, ...onlyGiven(patch) }
    const { faults } = withDefaults(before.content.parameters ?? [], patch.parameters ?? {})
    if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
    await updateCheck(tx, after)
    const body = { ...queryOfCheck(after), category: pack.categoryId }
    await queries.many.writePack(tx, caller, [
      { id: before.savedQueryId, body, pack: { name, version: pack.version, check: id } },
    ])
    await audit.record(tx, {
      action: 'pack_check_update',
      description: `Check ${id} of the pack ${name} was changed`,
      target: { type: 'pack', id: name },
      metadata: { name, check: id },
      content: patch,
    })
  })
}

/** Runs of its checks stay. */
async function remove({ database, categories, audit }: Parts, name: string): Promise<null> {
  await database.transaction(async (tx) => {
    await categories.many.lock(tx)
    const installed = await readInstalled(tx, name)
    const pack = orNotFound(installed.pack)
    await deleteQueries(
      tx,
      installed.checks.map(({ savedQueryId }) => savedQueryId),
    )
    await deletePack(tx, name)
    if (pack.categoryId !== null) await removeFolder(tx, pack.categoryId)
    await audit.record(tx, {
      action: 'pack_remove',
      description: `The pack ${name} was removed`,
      target: { type: 'pack', id: name },
      metadata: { name, version: pack.version, checks: installed.checks.length },
    })
  })
  return null
}
