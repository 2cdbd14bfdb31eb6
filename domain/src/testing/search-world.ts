import { openSearch, type SearchHit, type SearchOptions } from '../mim/search/class-search.ts'
import { compileSearch } from '../mim/search/compile-search.ts'
import type { SearchSource } from '../mim/search/search-source.ts'

export type ClassRow = {
  readonly name: string
  readonly rank?: number
  readonly label?: string
  readonly description?: string
}
export type PropertyRow = {
  readonly name: string
  readonly label?: string
  readonly description?: string
  readonly owners: readonly string[]
}
export type PackageRow = { readonly name: string; readonly description?: string }
export type Rows = {
  readonly classes: readonly ClassRow[]
  readonly properties?: readonly PropertyRow[]
  readonly packages?: readonly PackageRow[]
}

/** The part before the first capital: `fv` of fvBD. */
export function packageOf(className: string): string {
  return /^[^A-Z]+/.exec(className)?.[0] ?? className
}

/** A source over plain rows. Owners of a property are listed most central first. */
export function sourceOf({ classes, properties = [], packages = [] }: Rows): SearchSource {
  const ids = new Map(classes.map(({ name }, id) => [name, id]))
  return {
    classCount: classes.length,
    className: (id) => classes[id]!.name,
    classLabel: (id) => classes[id]!.label ?? '',
    classDescription: (id) => classes[id]!.description ?? '',
    classPackage: (id) => packageOf(classes[id]!.name),
    classRank: (id) => classes[id]!.rank ?? 0,
    definitionCount: properties.length,
    definitionName: (id) => properties[id]!.name,
    definitionLabel: (id) => properties[id]!.label ?? '',
    definitionDescription: (id) => properties[id]!.description ?? '',
    definitionOwners: (id) => properties[id]!.owners.map((owner) => ids.get(owner)!),
    packageCount: packages.length,
    packageName: (id) => packages[id]!.name,
    packageDescription: (id) => packages[id]!.description ?? '',
  }
}

/** A search whose hits read `fvBD`, `arpFlood of fvBD` and `package fv`. */
export function searchOver(rows: Rows) {
  const source = sourceOf(rows)
  const opened = openSearch(source, compileSearch(source))
  const hits = (query: string, options: Partial<SearchOptions> = {}) => opened.search(query, { limit: 20, ...options })
  return {
    hits,
    find: (query: string, options?: Partial<SearchOptions>) =>
      hits(query, options).map((hit) => describeHit(source, hit)),
    names: (query: string, options?: Partial<SearchOptions>) =>
      new Set(hits(query, options).map((hit) => nameOfHit(source, hit))),
    substring: (text: string) => Array.from(opened.substring(text), (id) => source.className(id)),
  }
}

function describeHit(source: SearchSource, hit: SearchHit): string {
  const name = nameOfHit(source, hit)
  if (hit.type === 'property') return `${name} of ${source.className(hit.owner)}`
  return hit.type === 'package' ? `package ${name}` : name
}

function nameOfHit(source: SearchSource, hit: SearchHit): string {
  if (hit.type === 'class') return source.className(hit.id)
  return hit.type === 'property' ? source.definitionName(hit.definition) : source.packageName(hit.id)
}
