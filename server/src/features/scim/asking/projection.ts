import type { ScimListQuery } from './asked.ts'

/** Which attributes an answer has, by names in small letters. `id` and `schemas` are always there. */
export type Projection = {
  readonly only: ReadonlySet<string> | undefined
  readonly without: ReadonlySet<string>
}

export function readProjection({
  attributes,
  excludedAttributes,
}: Pick<ScimListQuery, 'attributes' | 'excludedAttributes'>): Projection {
  const only = namesIn(attributes)
  return { only: only.size > 0 ? only : undefined, without: namesIn(excludedAttributes) }
}

function namesIn(list: string | readonly string[] | undefined): ReadonlySet<string> {
  const names = typeof list === 'string' ? list.split(',') : (list ?? [])
  return new Set(
    names
      .map((name) =>
        name
          .trim()
          .toLowerCase()
          .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, ''),
      )
      .filter((name) => name !== ''),
  )
}

const ALWAYS = ['id', 'schemas']

/** Whether an attribute, or a part of it, is in the answer. */
export function wants({ only, without }: Projection, name: string): boolean {
  if (without.has(name)) return false
  return !only || only.has(name) || [...only].some((one) => one.startsWith(`${name}.`))
}

/** The resource with what was asked for. */
export function project<Resource extends object>(resource: Resource, projection: Projection): Resource {
  const { only, without } = projection
  if (!only && without.size === 0) return resource
  const kept = Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
    const name = key.toLowerCase()
    if (ALWAYS.includes(name)) return [[key, value]]
    if (!wants(projection, name)) return []
    const isWhole = !only || only.has(name)
    return [
      [key, partsOf(value, (part) => (isWhole || only.has(`${name}.${part}`)) && !without.has(`${name}.${part}`))],
    ]
  })
  return Object.fromEntries(kept) as Resource
}

function partsOf(value: unknown, isKept: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => partsOf(one, isKept))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([part]) => isKept(part.toLowerCase())))
}
