/** A name as an address has it in a list that commas separate. */
export const encodeName = (name: string): string => name.replaceAll('%', '%25').replaceAll(',', '%2C')
export const decodeName = (name: string): string => name.replaceAll('%2C', ',').replaceAll('%25', '%')

/** A list of names; an empty one is a comma, because empty parameters are left out of addresses. */
export const encodeNames = (names: readonly string[]): string =>
  names.length === 0 ? ',' : names.map(encodeName).join(',')

export const decodeNames = (written: string): readonly string[] =>
  written.split(',').flatMap((name) => (name === '' ? [] : [decodeName(name)]))
