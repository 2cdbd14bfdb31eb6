import type { PlatformList } from '@heddle/contract/platform-files.ts'
import type { NamedThing } from '@heddle/domain/query-files/read-query-file.ts'
import { type Access, isAllowed, requireAllowed } from '../../../kernel/access.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { FieldErrors, Forbidden } from '../../../kernel/errors.ts'
import type { KindWork, PlatformKind } from './platform-kind.ts'

/** The lists that an export is asked for. */
export function includedLists(kinds: readonly PlatformKind[], include: string | undefined): readonly PlatformKind[] {
  const wanted = (include ?? '').split(',').flatMap((list) => list.trim() || [])
  const unknown = wanted.filter((list) => !kinds.some((kind) => kind.list === list))
  if (unknown.length > 0)
    throw new FieldErrors({
      include: unknown.map((list) => `${list.slice(0, 100)}: expected some of ${kinds.map((kind) => kind.list).join(', ')}.`),
    }) // prettier-ignore
  return kinds.filter(({ list }) => wanted.includes(list))
}

/** The entries of each list that was asked for, by name. */
export async function exportPlatform(
  kinds: readonly PlatformKind[],
  { tx, caller }: Pick<KindWork, 'tx' | 'caller'>,
): Promise<Partial<Record<PlatformList, readonly NamedThing[]>>> {
  const found: Partial<Record<PlatformList, readonly NamedThing[]>> = {}
  for (const { list, view, find } of kinds) {
    requireReading(list, view, caller)
    const things = (await find(tx, caller)).toSorted((one, other) => (one.name < other.name ? -1 : 1))
    found[list] = things.map(({ content }) => content)
  }
  return found
}

/** For an export, and for a plan, which shows what is there. */
export function requireReading(list: PlatformList, view: Access, caller: Caller): void {
  if (view.kind === 'admin' && !isAllowed(view, caller))
    throw new Forbidden(`Only an administrator may read and change ${list}.`)
  requireAllowed(view, caller)
}
