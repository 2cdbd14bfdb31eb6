/** The label that says which connection the rows are of. */
export const CONNECTION_LABEL = 'connection'

/**
 * The label that a column becomes: `@controller` is `controller`, `fvBD.name` is `fvBD_name`. Empty if nothing of it
 * can be in the name of a label.
 */
export function labelName(column: string): string {
  const name = column
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+/, '')
    .replace(/_+$/, '')
  return /^\d/.test(name) ? `_${name}` : name
}
