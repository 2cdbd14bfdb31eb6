const MARGIN = 2

/** From zero at the bottom, so that small changes look small. */
export function sparkPoints(values: readonly number[], width: number, height: number): string {
  const most = Math.max(1, ...values)
  const step = (width - 2 * MARGIN) / Math.max(1, values.length - 1)
  return values
    .map((value, index) => {
      const y = height - MARGIN - (value / most) * (height - 2 * MARGIN)
      return `${(MARGIN + index * step).toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}
