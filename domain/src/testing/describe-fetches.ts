import { readablePath } from '../controller-query/render-path.ts'
import type { TableAccess, Fetch, Plan, SemiJoinKeys } from '../query/plan.ts'

/** The fetches of a plan as short text: `bd: /api/…`, or for semi-joins `bd by values of rs.tDn (dn), else /api/…`. */
export function describeFetches({ fetches }: Plan): readonly string[] {
  return fetches.map((fetch) => `${fetch.tables.map(({ id }) => id).join('+')}${describeAfter(fetch)}`)
}

function describeAfter({ access }: Fetch): string {
  return access.kind === 'union'
    ? access.parts.map((part) => describeAccess(part.access)).join('')
    : describeAccess(access)
}

function describeAccess(access: Exclude<TableAccess, { kind: 'union' }>): string {
  if (access.kind === 'query' && access.groups)
    return access.groups.map((filter) => `: ${readablePath({ ...access.query, filter })}`).join('')
  if (access.kind !== 'semi_join') return `: ${readablePath(access.query)}`
  return ` ${describeKeys(access.keys)}, at most ${access.max_keys}, else ${readablePath(access.otherwise)}`
}

function describeKeys(keys: SemiJoinKeys): string {
  switch (keys.by) {
    case 'scopes':
      return `below ${keys.from} (${keys.depth})`
    case 'ancestors':
      return `above ${keys.from} (${keys.depth}, ${keys.rn_prefix})`
    case 'values':
      return `where ${keys.property} is ${keys.from_property} of ${keys.from}`
  }
}
