/**
 * The cells of a text with rows and columns: a range of a spreadsheet, with tabs between, or a CSV file. Quotes keep
 * separators and line ends inside a cell; line ends may be those of Windows.
 */
export function readTable(text: string, separator: string = separatorOf(text)): readonly (readonly string[])[] {
  const rows: string[][] = [['']]
  let isQuoted = false
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const row = () => rows.at(-1)!
  const add = (character: string) => {
    row().push((row().pop() ?? '') + character)
  }
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index]!
    if (isQuoted) {
      if (character !== '"') add(character)
      else if (source[index + 1] === '"') {
        add('"')
        index += 1
      } else isQuoted = false
    } else if (character === '"' && row().at(-1) === '') isQuoted = true
    else if (character === separator) row().push('')
    else if (character === '\n') rows.push([''])
    else add(character)
  }
  return isBlank(rows.at(-1)!) ? rows.slice(0, -1) : rows
}

const isBlank = (cells: readonly string[]): boolean => cells.length === 1 && cells[0] === ''

/** What stands most often in the first line. */
function separatorOf(text: string): string {
  const [line = ''] = text.split('\n', 1)
  const counts = ['\t', ',', ';'].map((separator) => [separator, line.split(separator).length] as const)
  return counts.toSorted(([, one], [, other]) => other - one)[0]![0]
}
