import { type Fault, faultAt, type ReadFile } from './pieces.ts'

const WIDTH = 120
/** What tools read is one line by nature. */
const DIRECTIVE = /^\/[/*]\s*(?:eslint|oxlint|prettier|@ts)-/

/** Comments end at column 120, so that a review pane shows them whole. */
export function findWideComments(file: ReadFile): readonly Fault[] {
  return file.pieces
    .filter(({ kind, text }) => kind === 'comment' && !DIRECTIVE.test(text))
    .flatMap(({ text, start }) => {
      let offset = start
      return text.split('\n').flatMap((line) => {
        const fault = faultAt(file, offset, '')
        offset += line.length + 1
        const columns = fault.column - 1 + line.length
        const message = `This comment is ${columns} columns wide: wrap it at ${WIDTH}.`
        return columns > WIDTH ? [{ ...fault, message }] : []
      })
    })
}
