/** Rejects duplicate column names; undefined if there are none. */
export function faultOfColumns(names: readonly string[]): string | undefined {
  const twice = [...new Set(names.filter((name, place) => names.indexOf(name) !== place))]
  return twice.length === 0 ? undefined : `Named more than once: ${twice.join(', ')}.`
}
