import {
  MOST_NAMED_CLASSES,
  type MimClassDetail,
  type MimClassItem,
  type MimConnect,
  type MimConnectable,
  type MimSearchResult,
} from '@heddle/contract/mim.ts'
import { connectable } from '@heddle/domain/canvas/connectable.ts'
import { connections, sharedProperties } from '@heddle/domain/canvas/connections.ts'
import { ancestors } from '@heddle/domain/mim/explorer/ancestors.ts'
import { childrenMatching } from '@heddle/domain/mim/explorer/children-matching.ts'
import { describeClass } from '@heddle/domain/mim/explorer/class-detail.ts'
import { classItem } from '@heddle/domain/mim/explorer/class-item.ts'
import { contextRoots } from '@heddle/domain/mim/explorer/context-roots.ts'
import { hierarchy } from '@heddle/domain/mim/explorer/hierarchy.ts'
import { insights } from '@heddle/domain/mim/explorer/insights.ts'
import { packages, topPackages } from '@heddle/domain/mim/explorer/packages.ts'
import { relatedClasses } from '@heddle/domain/mim/explorer/related-classes.ts'
import { relationships } from '@heddle/domain/mim/explorer/relationships.ts'
import { treeLevel } from '@heddle/domain/mim/explorer/tree-level.ts'
import { searchWithTerms } from '@heddle/domain/retrieval/search-with-terms.ts'
import { FieldErrors, NotFound } from '../../kernel/errors.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { CurrentModel, InstalledModel } from './installed-model.ts'
import { presentHit } from './search.presenter.ts'

export const DEFAULT_LIMIT = 20
const MOST_RESULTS = 100
/** How many classes an enhanced search groups by package. */
const MOST_GROUPED = 1_000

type Generic = { readonly includeGeneric: boolean }
type ScoredItem = MimClassItem & { readonly score: number }

export type ExplorerService = ReturnType<typeof createExplorerService>

/** Answers from the model in memory. Without a model, lists are empty, counts are zero, and every class is unknown. */
export function createExplorerService(installed: Pick<InstalledModel, 'current'>) {
  function about<T>(name: string, answer: (model: CurrentModel, id: number) => T): T {
    const model = installed.current()
    const id = model && findClass(model, name)
    if (model && id !== undefined) return answer(model, id)
    const detail = model
      ? `There is no class ${name} in the installed model.`
      : `No class model is installed, so ${name} is not known.`
    throw new NotFound(detail, { suggestions: model?.engine.suggestClasses(name) ?? [] })
  }

  const scored = (query: string, limit: number): ScoredItem[] => {
    const model = installed.current()
    if (!model) return []
    return model.search
      .search(query, { limit, type: 'class' })
      .flatMap((hit) => (hit.type === 'class' ? [{ ...classItem(model.graph, hit.id), score: hit.score }] : []))
  }

  return {
    search: (
      query: string,
      { limit, type }: { limit: number; type?: MimSearchResult['type'] | undefined },
    ): MimSearchResult[] => {
      const model = installed.current()
      if (!model) return []
      const hits = searchWithTerms(model, query, { limit: Math.min(limit, MOST_RESULTS), ...(type && { type }) })
      return hits.map((hit) => presentHit(model.graph, hit))
    },

    tree: (parent: string | undefined, options: Generic) => {
      if (parent !== undefined) return about(parent, ({ graph }, id) => treeLevel(graph, id, options))
      const model = installed.current()
      return model ? treeLevel(model.graph, undefined, options) : { parent: null, nodes: [], generic_count: 0 }
    },

    detail: (name: string) => about(name, ({ graph }, id) => describeClass(graph, id)),
    /** Of the classes in a list such as `fvBD,fvCtx`, each once. */
    details: (list: string): MimClassDetail[] => {
      const names = new Set(list.split(',').flatMap((name) => (name.trim() === '' ? [] : name.trim())))
      if (names.size > MOST_NAMED_CLASSES)
        throw new FieldErrors({ names: [`${names.size} classes: expected at most ${MOST_NAMED_CLASSES}.`] })
      const model = installed.current()
      if (!model) return []
      const ids = new Set([...names].flatMap((name) => findClass(model, name) ?? []))
      return Array.from(ids, (id) => describeClass(model.graph, id))
    },
    relationships: (name: string, options: Generic) =>
      about(name, ({ graph }, id) => relationships(graph, id, options)),
    insights: (name: string) => about(name, ({ graph }, id) => insights(graph, id)),
    ancestors: (name: string) => about(name, ({ graph }, id) => ancestors(graph, id)),
    hierarchy: (name: string, options: Generic & { depth: number | undefined }) =>
      about(name, ({ graph }, id) => hierarchy(graph, id, options)),
    related: (name: string, options: Generic) => about(name, ({ graph }, id) => relatedClasses(graph, id, options)),
    connect: (source: string, target: string): MimConnect =>
      about(source, (model, from) =>
        about(target, (_model, to) => ({
          ...connections(model, from, to),
          shared: sharedProperties(model.graph, from, to),
        })),
      ),
    connectable: (name: string, text: string, limit: number): MimConnectable =>
      about(name, (model, id) => ({
        class_name: model.graph.className(id),
        connectable: connectable(model, id, text, Math.min(limit, MOST_RESULTS)),
      })),
    children: (parent: string, text: string, limit: number) =>
      about(parent, ({ graph }, id) => childrenMatching(graph, id, text).slice(0, Math.min(limit, MOST_RESULTS))),

    stats: () => {
      const version = installed.current()?.version
      return {
        total_classes: version?.classCount ?? 0,
        total_properties: version?.propertyCount ?? 0,
        packages: version?.packageCount ?? 0,
        relationships: version?.relCount ?? 0,
        last_synced_at: version ? timestamp(version.importedAt) : null,
        controller_version: version?.controllerVersion ?? null,
      }
    },

    /** Ordered by name. */
    list: (packageName: string | undefined, { offset, size }: PageRequest): PageOf<MimClassItem> => {
      const model = installed.current()
      if (!model) return { count: 0, items: [] }
      const { graph } = model
      const ids = packageName === undefined ? undefined : graph.classesOfPackage(packageName)
      const count = ids?.length ?? graph.classCount
      const shown = Array.from({ length: Math.max(0, Math.min(size, count - offset)) }, (_, place) => offset + place)
      return { count, items: shown.map((place) => classItem(graph, ids?.[place] ?? place)) }
    },

    substring: (text: string, limit: number): MimClassItem[] => {
      const model = installed.current()
      if (!model || text.trim() === '') return []
      return [...model.search.substring(text.trim()).slice(0, Math.min(limit, MOST_RESULTS))].map((id) =>
        classItem(model.graph, id),
      )
    },

    rankedByPackage: (query: string, limit: number) => {
      const all = scored(query, MOST_GROUPED)
      const counts = new Map<string, number>()
      for (const item of all) counts.set(item.package, (counts.get(item.package) ?? 0) + 1)
      const groups = [...counts].map(([name, count]) => ({ package: name, count }))
      groups.sort((a, b) => b.count - a.count || (a.package < b.package ? -1 : 1))
      return { results: all.slice(0, Math.min(limit, MOST_RESULTS)), packages: groups }
    },

    roots: (): MimClassItem[] => {
      const model = installed.current()
      return model ? [...contextRoots(model.graph)].map((id) => classItem(model.graph, id)) : []
    },

    packages: () => {
      const model = installed.current()
      return model ? packages(model.graph) : []
    },
    topPackages: (limit: number) => {
      const model = installed.current()
      return model ? topPackages(model.graph, Math.min(limit, MOST_RESULTS)) : []
    },

    /** The wire name as the model spells it (`fvBD`, also for `fv:BD`); undefined if the model has no such class. */
    knownName: (name: string): string | undefined => {
      const model = installed.current()
      const id = model && findClass(model, name)
      return model && id !== undefined ? model.graph.className(id) : undefined
    },
  }
}

/** Documents spell the class `fvBD` as `fv:BD`. */
function findClass({ graph }: CurrentModel, name: string): number | undefined {
  return graph.find(name) ?? (name.includes(':') ? graph.find(name.replace(':', '')) : undefined)
}
