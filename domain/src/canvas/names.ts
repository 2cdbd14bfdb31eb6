/** Whether this can be a class name on the wire. Names go into paths and filters, so this holds even without a MIM. */
export function isClassName(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9]{0,199}$/.test(text)
}

/** Whether this can be a property of an object. `from_` and `OptimizeWanBandwidth` are real ones. */
export function isPropertyName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(text)
}

/** The column of a merged run that names the connection of a row. No property has such a name. */
export const CONTROLLER_COLUMN = '@controller'
