/** A column that is named twice could not be told apart; undefined when each is named once. */
export function faultOfColumns(names: readonly string[]): string | undefined {
  const twice = [...new Set(names.filter((name, place) => names.indexOf(name) !== place))]
  return twice.length === 0 ? undefined : `Named more than once: ${twice.join(', ')}.`
}
