import type { MimClassDetail } from '@heddle/contract/mim.ts'
import type { ClassGraph } from '../graph/class-graph.ts'
import { classItem } from './class-item.ts'
import { dnFormat } from './dn-format.ts'
import { mimProperties } from './mim-properties.ts'

/** Everything the explorer shows about a class, except its relationships. */
export function describeClass(graph: ClassGraph, id: number): MimClassDetail {
  const facts = graph.describe(id)
  return {
    ...classItem(graph, id),
    dn_format: dnFormat(graph, id),
    dn_formats: [...facts.dn_formats],
    dn_format_count: facts.dn_format_count,
    rn_format: facts.rn_format,
    identified_by: [...facts.naming],
    context_root: facts.is_context_root,
    abstract: facts.is_abstract,
    configurable: facts.is_configurable,
    deprecated: facts.is_deprecated,
    super_classes: Array.from(graph.superClasses(id), (above) => graph.className(above)),
    properties: mimProperties(graph, id),
  }
}
