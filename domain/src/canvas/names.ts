/** Can this be a class on the wire? Names go into paths and filters, so nothing else may pass, MIM or not. */
export function isClassName(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9]{0,199}$/.test(text)
}

/** Can this be a property of an object? `from_` and `OptimizeWanBandwidth` are real ones. */
export function isPropertyName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(text)
}
