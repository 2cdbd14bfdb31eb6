/** The row that `J` (1) or `K` (-1) leads to; from outside the list it is the first, or the last. */
export function nextRow(count: number, current: number, step: 1 | -1): number | undefined {
  if (count === 0) return undefined
  if (current < 0) return step === 1 ? 0 : count - 1
  return Math.min(count - 1, Math.max(0, current + step))
}
