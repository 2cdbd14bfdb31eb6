import { splitDn } from '../dn/dn.ts'
import { hasMovingStep } from '../dn/moving-step.ts'
import type { Canvas } from '../canvas/canvas.ts'
import type { Problem } from '../canvas/problem.ts'
import { show } from '../canvas/wire.ts'

/** Scopes that are not a DN. */
export function scopeProblems({ nodes }: Canvas): readonly Problem[] {
  return nodes.flatMap(({ id, scope_dn }, index) => {
    const fault = scope_dn === undefined ? undefined : dnFault(scope_dn)
    if (fault === undefined) return []
    return [
      {
        code: 'bad_scope_dn',
        message: `scope ${show(scope_dn)}: ${fault}`,
        node_id: id,
        path: `nodes.${index}.scope_dn`,
      },
    ]
  })
}

/** Why this cannot be the DN of a request; undefined when it can. */
export function dnFault(dn: string): string | undefined {
  if (dn.startsWith('/') || dn.endsWith('/')) return 'a DN neither begins nor ends with a slash'
  const rns = splitDn(dn)
  if (rns === undefined) return 'unbalanced brackets, or nothing between two slashes'
  if (hasMovingStep(dn)) return '"." and ".." are not RNs'
  return rns.length === 0 ? 'it is empty' : undefined
}
