import type { ClassRecord } from '../class-record.ts'
import type { IndexParts } from '../parts.ts'
import { listParts } from '../search/lists.ts'
import { reversed } from './adjacency.ts'
import { type ClassDraft, draftClass } from './class-draft.ts'
import type { GraphCounts } from './class-graph.ts'
import { classParts, packageParts } from './class-parts.ts'
import { containmentEdges } from './containment-edges.ts'
import { countGraph } from './graph-counts.ts'
import { superClassLists } from './inheritance-edges.ts'
import { createInterner, createPathInterner } from './interner.ts'
import { nameTable } from './name-table.ts'
import { definitionOwners } from './property-owners.ts'
import { createPropertyTable } from './property-table.ts'
import { relationClaims } from './relation-claims.ts'
import { relationEdges, relationParts } from './relation-edges.ts'
import { textHeapParts } from './text-heap.ts'

type CompileStep = 'properties' | 'relations'
export type CompiledGraph = { readonly parts: IndexParts; readonly counts: GraphCounts }

export type GraphCompiler = {
  /** Adds a class. If a name is repeated, the later class wins. Only numbers are kept in memory. */
  add(record: ClassRecord): void
  /** Finishes the compilation; to be called once. `onStep` is called with the progress in properties and relations. */
  finish(onStep?: (step: CompileStep, current: number, total: number) => void): CompiledGraph
}

/**
 * Compiles classes, added in any order, into the parts that `openGraph` opens. Edges may refer to classes that are
 * never added: they get ids after the imported ones, because containment and inheritance may lead through them.
 */
export function createGraphCompiler(): GraphCompiler {
  const texts = createInterner()
  const interners = {
    texts,
    paths: createPathInterner(texts),
    names: createInterner(),
    properties: createPropertyTable(texts),
  }
  const drafts = new Map<string, ClassDraft>()
  texts.id('')

  return {
    add: (record) => {
      interners.names.id(record.name)
      drafts.set(record.name, draftClass(record, interners))
    },
    finish: (onStep = () => undefined) => {
      const claims = relationClaims([...drafts.values()])
      for (const name of claims.flatMap(({ relation, reverse, from, to }) => [relation, reverse, from, to])) {
        if (name !== '') interners.names.id(name)
      }
      const table = nameTable(interners.names, drafts)
      const sorted = table.names.flatMap((name) => drafts.get(name) ?? [])
      const owners = definitionOwners(sorted, interners.properties, (done, total) => {
        onStep('properties', done, total)
      })
      const contained = containmentEdges(sorted, table)
      const supers = superClassLists(sorted, table)
      const relations = relationEdges(claims, table, supers)
      const counts = countGraph(sorted, { contained, supers, relations })
      onStep('relations', counts.containments + counts.relations, counts.containments + counts.relations)
      const parts = {
        ...classParts(sorted, table, interners),
        ...packageParts(sorted, texts),
        ...interners.properties.parts(),
        ...listParts('graph.owners', owners),
        ...listParts('graph.contained', contained),
        ...listParts('graph.containers', reversed(contained, table.names.length)),
        ...listParts('graph.supers', supers),
        ...listParts('graph.subs', reversed(supers, table.names.length)),
        ...relationParts(relations, sorted.length, table, texts),
        'graph.counts': Uint32Array.of(counts.containments, counts.relations, counts.dangling),
      }
      return { parts: { ...parts, ...textHeapParts(texts.texts) }, counts }
    },
  }
}
