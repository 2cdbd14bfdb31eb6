import { MOST_NAMED_CLASSES, type MimClassDetail, type MimClassItem, type MimStats } from '@heddle/contract/mim.ts'
import { describeClass } from '@heddle/domain/mim/explorer/class-detail.ts'
import { classItem } from '@heddle/domain/mim/explorer/class-item.ts'
import { contextRoots } from '@heddle/domain/mim/explorer/context-roots.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { Static } from 'typebox'
import { type ExplorerParts, findClass, MOST_USERS_OF_CLASS } from './about-class.ts'

/** How many classes an enhanced search groups by package. */
const MOST_GROUPED = 1_000

type ScoredItem = MimClassItem & { readonly score: number }

/** The best hits, and how many of all there are in each package. */
export type RankedByPackage = { results: ScoredItem[]; packages: { package: string; count: number }[] }

function scoredClasses({ installed }: ExplorerParts, query: string, limit: number): ScoredItem[] {
  const model = installed.current()
  if (!model) return []
  return model.search
    .search(query, { limit, type: 'class' })
    .flatMap((hit) => (hit.type === 'class' ? [{ ...classItem(model.graph, hit.id), score: hit.score }] : []))
}

export function detailsOfClasses({ installed }: ExplorerParts, list: string): MimClassDetail[] {
  const names = new Set(list.split(',').flatMap((name) => (name.trim() === '' ? [] : name.trim())))
  if (names.size > MOST_NAMED_CLASSES)
    throw new FieldErrors({ names: [`${names.size} classes: expected at most ${MOST_NAMED_CLASSES}.`] })
  const model = installed.current()
  if (!model) return []
  const ids = new Set([...names].flatMap((name) => findClass(model, name) ?? []))
  return Array.from(ids, (id) => describeClass(model.graph, id))
}

export function explorerStats({ installed }: ExplorerParts): Static<typeof MimStats> {
  const version = installed.current()?.version
  return {
    total_classes: version?.classCount ?? 0,
    total_properties: version?.propertyCount ?? 0,
    packages: version?.packageCount ?? 0,
    relationships: version?.relCount ?? 0,
    last_synced_at: version ? timestamp(version.importedAt) : null,
    controller_version: version?.controllerVersion ?? null,
  }
}

export function listClasses(
  { installed }: ExplorerParts,
  packageName: string | undefined,
  { offset, size }: PageRequest,
): PageOf<MimClassItem> {
  const model = installed.current()
  if (!model) return { count: 0, items: [] }
  const { graph } = model
  const ids = packageName === undefined ? undefined : graph.classesOfPackage(packageName)
  const count = ids?.length ?? graph.classCount
  const shown = Array.from({ length: Math.max(0, Math.min(size, count - offset)) }, (_, place) => offset + place)
  return { count, items: shown.map((place) => classItem(graph, ids?.[place] ?? place)) }
}

export function classesWithText({ installed }: ExplorerParts, text: string, limit: number): MimClassItem[] {
  const model = installed.current()
  if (!model || text.trim() === '') return []
  return [...model.search.substring(text.trim()).slice(0, Math.min(limit, MOST_USERS_OF_CLASS))].map((id) =>
    classItem(model.graph, id),
  )
}

export function rankByPackage(parts: ExplorerParts, query: string, limit: number): RankedByPackage {
  const all = scoredClasses(parts, query, MOST_GROUPED)
  const counts = new Map<string, number>()
  for (const item of all) counts.set(item.package, (counts.get(item.package) ?? 0) + 1)
  const groups = [...counts].map(([name, count]) => ({ package: name, count }))
  groups.sort((a, b) => b.count - a.count || (a.package < b.package ? -1 : 1))
  return { results: all.slice(0, Math.min(limit, MOST_USERS_OF_CLASS)), packages: groups }
}

export function listRoots({ installed }: ExplorerParts): MimClassItem[] {
  const model = installed.current()
  return model ? [...contextRoots(model.graph)].map((id) => classItem(model.graph, id)) : []
}
