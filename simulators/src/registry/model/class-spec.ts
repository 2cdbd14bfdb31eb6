/** In the table's notation, `dn`, `ip` and so on are written `@dn`; the others have their own signs. */
export type PropertyType =
  | 'string'
  | 'number'
  | 'boolean'
  | 'password'
  | 'enum'
  | 'flags'
  | 'dn'
  | 'ip'
  | 'ipv4'
  | 'mac'
  | 'date'
  | 'float'
  | 'encap'

/** What the table says about a property; the rest of its document is derived from it. */
export type PropertySpec = {
  readonly name: string
  readonly type: PropertyType
  readonly values: readonly string[]
  /** Undefined if the document names no default. */
  readonly standard: string | undefined
  readonly isSettable: boolean
}

export type RelationSpec = {
  readonly type: 'named' | 'explicit'
  readonly cardinality: string
  /** The class that declares the relation, often an abstract one. */
  readonly from: string
  readonly to: string
  /** The relation class at the source, `fv:RsCtx`, and its counterpart at the target, `fv:RtCtx`. */
  readonly source: string
  readonly target: string
}

/**
 * What a class is. Traits such as statistic and record decide which generic children (tags, faults, health, counters)
 * it holds; `target` is the Rt end of a relation.
 */
export type Trait =
  | 'config'
  | 'oper'
  | 'abstract'
  | 'relation'
  | 'target'
  | 'statistic'
  | 'record'
  | 'fault'
  | 'delegate'
  | 'health'
  | 'root'
  | 'deprecated'
  | 'hidden'
  | 'cloud'

export type ClassSpec = {
  /** `fv:BD`. */
  readonly name: string
  readonly label: string
  readonly description: string
  readonly rnFormat: string
  /** Containers; an abstract one means its concrete subclasses, `*fault` every class with that trait, `*` all. */
  readonly parents: readonly string[]
  /** The direct superclass. */
  readonly superClass: string | undefined
  readonly traits: ReadonlySet<Trait>
  readonly relation: RelationSpec | undefined
  /** Properties the class declares, including naming properties. */
  readonly properties: readonly PropertySpec[]
}

/** `fv:BD` → `['fv', 'BD']`. */
export function splitName(name: string): [pkg: string, className: string] {
  const cut = name.indexOf(':')
  return [name.slice(0, cut), name.slice(cut + 1)]
}

/** `fv:BD` → `fvBD`, as on the wire of the controller. */
export function wireName(name: string): string {
  return name.replace(':', '')
}

/** `hports-{name}-typ-{type}` → `['name', 'type']`. */
export function namingProperties(rnFormat: string): string[] {
  return [...rnFormat.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

const spaced = new Map<string, string>()

/** `limitIpLearn` → `Limit Ip Learn`. Cached, because a few thousand names recur many times. */
export function spacedName(name: string): string {
  const known = spaced.get(name)
  if (known !== undefined) return known
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  const text = words.charAt(0).toUpperCase() + words.slice(1)
  spaced.set(name, text)
  return text
}
