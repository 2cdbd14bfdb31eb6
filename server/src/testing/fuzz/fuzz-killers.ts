import { KILLERS } from '@heddle/domain/testing/killers/killers.ts'
import { inText } from '@heddle/domain/testing/killers/texts.ts'
import { smallMim } from '@heddle/domain/testing/small-mim.ts'
import { prepareQuery } from '@heddle/domain/query/prepare-query.ts'

/** Just below what a request may hold. */
const SIZE = 480_000
/** Quadratic work takes minutes at this size, the slowest of today a second. */
const LONGEST_MS = 15_000

/**
 * Prepares hostile canvases in full size, which rule tests do in a fifth of it; the hundreds of hostile texts are for
 * those alone. Returns the canvases that take too long.
 */
export function fuzzKillers(): readonly string[] {
  return KILLERS.filter((killer) => !inText.includes(killer)).flatMap(({ name, canvas, variables }) => {
    const startedAt = performance.now()
    prepareQuery({ canvas: canvas(SIZE), variables: variables?.(SIZE) ?? {}, model: smallMim })
    const took = performance.now() - startedAt
    return took > LONGEST_MS ? [`${name} took ${(took / 1000).toFixed(1)} s to prepare`] : []
  })
}
