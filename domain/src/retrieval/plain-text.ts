const NOT_NAME = /[^\w:.\-[\]{}/]/g
const CONTROL = /[\p{C}\p{Z}]+/gu
const MARKUP = /[<>{}[\]`|#*~\\$]+/g
const LONGEST_NAME = 120

/**
 * A text of the class model as data within a prompt: one line without control or invisible characters, markup or double
 * quotes, so that it cannot end its line, its quotes or the block around it.
 */
export function plainText(text: string, longest: number): string {
  const line = text.replace(CONTROL, ' ').replace(MARKUP, ' ').replaceAll('"', "'").replace(/ {2,}/g, ' ').trim()
  if (line.length <= longest) return line
  const cut = line.slice(0, longest)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > longest / 2 ? end : longest).trimEnd()}…`
}

/** A class name, property name or RN format within a prompt: characters that none of them has are left out. */
export function plainName(name: string): string {
  return name.slice(0, LONGEST_NAME).replace(NOT_NAME, '')
}
