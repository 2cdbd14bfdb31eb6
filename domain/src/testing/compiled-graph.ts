import type { ClassRecord } from '../mim/class-record.ts'
import type { ClassGraph } from '../mim/graph/class-graph.ts'
import { createGraphCompiler } from '../mim/graph/compile-graph.ts'
import { openGraph } from '../mim/graph/open-graph.ts'
import { packParts, unpackParts } from '../mim/graph/pack-parts.ts'
import { parseRealRecords } from './real-documents.ts'

/** The records as the product uses them: compiled, packed, unpacked and opened. */
export function compiledGraph(records: Iterable<ClassRecord>): ClassGraph {
  const compiler = createGraphCompiler()
  for (const record of records) compiler.add(record)
  return openGraph(unpackParts(packParts(compiler.finish().parts)))
}

let real: ClassGraph | undefined

/** The real documents compiled, once for all tests of a process. */
export function realGraph(): ClassGraph {
  return (real ??= compiledGraph(parseRealRecords()))
}

/** The id of a class that must exist. */
export function idOf(graph: ClassGraph, name: string): number {
  const id = graph.find(name)
  if (id === undefined) throw new Error(`no class ${name} in the graph`)
  return id
}
