export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The value below which the given share lies, interpolated linearly between ranks. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? NaN
  const high = sorted[Math.ceil(at)] ?? NaN
  return low + (high - low) * (at - Math.floor(at))
}

/** `median (least to most)`. */
export function spread(values: readonly number[], format: (value: number) => string): string {
  return `${format(median(values))} (${format(Math.min(...values))} to ${format(Math.max(...values))})`
}
