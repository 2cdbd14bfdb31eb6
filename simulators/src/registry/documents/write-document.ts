import { type ClassSpec, namingProperties, splitName } from '../model/class-spec.ts'
import type { ModelGraph } from '../model/model-graph.ts'
import { hash } from '../model/hash.ts'
import { writeProperties } from './class-properties.ts'
import { dnFormats } from './dn-formats.ts'
import { writeRelations } from './write-relations.ts'
import { writeTraits } from './write-traits.ts'

/** How many DN formats a document lists; generic classes may list more, as giants. */
export type FormatLimits = { readonly usual: number; readonly generic: number }

/** The document of one class as the registry serves it, with a single key such as `fv:BD`. */
export function writeDocument(
  graph: ModelGraph,
  spec: ClassSpec,
  limits: FormatLimits,
): Record<string, Record<string, unknown>> {
  const { name, rnFormat, description } = spec
  const [classPkg, className] = splitName(name)
  const children = graph.contained(name)
  return {
    [name]: {
      contains: asKeys(children),
      rnMap: rnMap(graph, children),
      identifiedBy: namingProperties(rnFormat),
      rnFormat,
      containedBy: asKeys(graph.containers(name)),
      superClasses: graph.superClasses(name),
      subClasses: asKeys(graph.subClasses(name)),
      ...writeRelations(graph, spec),
      dnFormats: dnFormats(graph, name, graph.isGeneric(name) ? limits.generic : limits.usual),
      ...writeTraits(graph, spec, children),
      classId: String(1000 + (hash(name) % 60_000)),
      className,
      classPkg,
      featureTag: '',
      label: spec.label,
      ...(description !== '' && { comment: [description] }),
      properties: writeProperties(graph, name),
    },
  }
}

function asKeys(names: readonly string[]): Record<string, ''> {
  return Object.fromEntries([...names].sort().map((name) => [name, '']))
}

/** The literal part of an RN before its first value, without the bracket. */
function rnPrefix(rnFormat: string): string {
  const brace = rnFormat.indexOf('{')
  if (brace < 0) return rnFormat
  return rnFormat.slice(0, rnFormat[brace - 1] === '[' ? brace - 1 : brace)
}

function rnMap(graph: ModelGraph, children: readonly string[]): Record<string, string> {
  const entries = children.map((child): [string, string] => [rnPrefix(graph.specs.get(child)?.rnFormat ?? ''), child])
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
