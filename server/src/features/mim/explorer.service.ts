import type {
  MimClassDetail,
  MimClassItem,
  MimConnect,
  MimConnectable,
  MimSearchResult,
  MimTree,
  MimRelationships,
  MimInsights,
  MimAncestors,
  MimHierarchy,
  MimRelated,
  MimPackage,
  MimStats,
} from '@heddle/contract/mim.ts'
import { connectable } from '@heddle/domain/canvas/connectable.ts'
import { connections, sharedProperties } from '@heddle/domain/canvas/connections.ts'
import { ancestors } from '@heddle/domain/mim/explorer/ancestors.ts'
import { childrenMatching } from '@heddle/domain/mim/explorer/children-matching.ts'
import { describeClass } from '@heddle/domain/mim/explorer/class-detail.ts'
import { hierarchy } from '@heddle/domain/mim/explorer/hierarchy.ts'
import { insights } from '@heddle/domain/mim/explorer/insights.ts'
import { packages, topClassPackages } from '@heddle/domain/mim/explorer/packages.ts'
import { relatedClasses } from '@heddle/domain/mim/explorer/related-classes.ts'
import { relationships } from '@heddle/domain/mim/explorer/relationships.ts'
import { treeLevel } from '@heddle/domain/mim/explorer/tree-level.ts'
import { searchWithTerms } from '@heddle/domain/retrieval/search-with-terms.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import type { ClassUseService } from '../class-use/index.ts'
import { presentHit } from './search.presenter.ts'
import type { Static } from 'typebox'
import { type ExplorerParts, aboutClass, findClass, MOST_USERS_OF_CLASS } from './about-class.ts'
import {
  type RankedByPackage,
  detailsOfClasses,
  explorerStats,
  listClasses,
  classesWithText,
  rankByPackage,
  listRoots,
} from './list-classes.ts'

export const DEFAULT_LIMIT = 20

type UseParts = { readonly classUse: ClassUseService }
type AskedUse = { readonly connection: string | undefined }
type Generic = { readonly includeGeneric: boolean }

/** Answers from the model in memory. Without a model, lists are empty, counts are zero, and every class is unknown. */
export type ExplorerService = {
  readonly search: (
    query: string,
    options: { limit: number; type?: MimSearchResult['type'] | undefined },
  ) => MimSearchResult[]
  readonly tree: (parent: string | undefined, options: Generic & AskedUse) => Promise<MimTree>
  readonly detail: (name: string) => MimClassDetail
  /** Of the classes in a list such as `fvBD,fvCtx`, each once. */
  readonly details: (list: string) => MimClassDetail[]
  readonly relationships: (name: string, options: Generic) => MimRelationships
  readonly insights: (name: string) => MimInsights
  readonly ancestors: (name: string) => MimAncestors
  readonly hierarchy: (name: string, options: Generic & { depth: number | undefined }) => MimHierarchy
  readonly related: (name: string, options: Generic) => MimRelated
  readonly connect: (source: string, target: string) => MimConnect
  readonly connectable: (name: string, text: string, options: AskedUse & { limit: number }) => Promise<MimConnectable>
  readonly children: (parent: string, text: string, limit: number) => MimClassItem[]
  readonly stats: () => Static<typeof MimStats>
  /** Ordered by name. */
  readonly list: (packageName: string | undefined, page: PageRequest) => PageOf<MimClassItem>
  readonly substring: (text: string, limit: number) => MimClassItem[]
  readonly rankedByPackage: (query: string, limit: number) => RankedByPackage
  readonly roots: () => MimClassItem[]
  readonly packages: () => MimPackage[]
  readonly topPackages: (limit: number) => MimPackage[]
  /** The wire name as the model spells it (`fvBD`, also for `fv:BD`); undefined if the model has no such class. */
  readonly knownName: (name: string) => string | undefined
}

export function createExplorerService(parts: ExplorerParts & UseParts): ExplorerService {
  const { installed } = parts
  return {
    search: (query, options) => searchModel(parts, query, options),
    tree: (parent, options) => treeOf(parts, parent, options),
    detail: (name) => aboutClass(parts, name, ({ graph }, id) => describeClass(graph, id)),
    details: (list) => detailsOfClasses(parts, list),
    relationships: (name, options) => aboutClass(parts, name, ({ graph }, id) => relationships(graph, id, options)),
    insights: (name) => aboutClass(parts, name, ({ graph }, id) => insights(graph, id)),
    ancestors: (name) => aboutClass(parts, name, ({ graph }, id) => ancestors(graph, id)),
    hierarchy: (name, options) => aboutClass(parts, name, ({ graph }, id) => hierarchy(graph, id, options)),
    related: (name, options) => aboutClass(parts, name, ({ graph }, id) => relatedClasses(graph, id, options)),
    connect: (source, target) => connectClasses(parts, source, target),
    connectable: (name, text, options) => connectableClasses(parts, name, text, options),
    children: (parent, text, limit) =>
      aboutClass(parts, parent, ({ graph }, id) =>
        childrenMatching(graph, id, text).slice(0, Math.min(limit, MOST_USERS_OF_CLASS)),
      ),
    stats: () => explorerStats(parts),
    list: (packageName, page) => listClasses(parts, packageName, page),
    substring: (text, limit) => classesWithText(parts, text, limit),
    rankedByPackage: (query, limit) => rankByPackage(parts, query, limit),
    roots: () => listRoots(parts),
    packages: () => {
      const model = installed.current()
      return model ? packages(model.graph) : []
    },
    topPackages: (limit) => {
      const model = installed.current()
      return model ? topClassPackages(model.graph, Math.min(limit, MOST_USERS_OF_CLASS)) : []
    },
    knownName: (name) => knownClassName(parts, name),
  }
}

function searchModel(
  { installed }: ExplorerParts,
  query: string,
  { limit, type }: { limit: number; type?: MimSearchResult['type'] | undefined },
): MimSearchResult[] {
  const model = installed.current()
  if (!model) return []
  const hits = searchWithTerms(model, query, { limit: Math.min(limit, MOST_USERS_OF_CLASS), ...(type && { type }) })
  return hits.map((hit) => presentHit(model.graph, hit))
}

async function treeOf(
  parts: ExplorerParts & UseParts,
  parent: string | undefined,
  { connection, ...options }: Generic & AskedUse,
): Promise<MimTree> {
  const { installed, classUse } = parts
  const { objects } = await classUse.of(connection)
  const shown = { ...options, objects }
  if (parent !== undefined) return aboutClass(parts, parent, ({ graph }, id) => treeLevel(graph, id, shown))
  const model = installed.current()
  return model ? treeLevel(model.graph, undefined, shown) : { parent: null, nodes: [], start: [], generic_count: 0 }
}

async function connectableClasses(
  parts: ExplorerParts & UseParts,
  name: string,
  text: string,
  { connection, limit }: AskedUse & { readonly limit: number },
): Promise<MimConnectable> {
  const use = await parts.classUse.of(connection)
  return aboutClass(parts, name, (model, id) => ({
    class_name: model.graph.className(id),
    connectable: connectable(model, id, text, Math.min(limit, MOST_USERS_OF_CLASS), use),
  }))
}

function connectClasses(parts: ExplorerParts, source: string, target: string): MimConnect {
  return aboutClass(parts, source, (model, from) =>
    aboutClass(parts, target, (_model, to) => ({
      ...connections(model, from, to),
      shared: sharedProperties(model.graph, from, to),
    })),
  )
}

function knownClassName({ installed }: ExplorerParts, name: string): string | undefined {
  const model = installed.current()
  const id = model && findClass(model, name)
  return model && id !== undefined ? model.graph.className(id) : undefined
}
