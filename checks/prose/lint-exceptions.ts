import { type Fault, faultAt, type ReadFile } from './pieces.ts'

const EXCEPTION = /^\/[/*]\s*((?:eslint|oxlint)-disable\S*|@ts-(?:expect-error|ignore|nocheck))(.*)/
/** Linters read what stands before two dashes; the type checker reads nothing. */
const REASON = { linter: / -- \S/, types: /\w/ }

/** A silenced rule gives its reason on the same line. */
export function findSilentExceptions(file: ReadFile): readonly Fault[] {
  return file.pieces.flatMap(({ kind, text, start }) => {
    const [, directive = '', rest = ''] = (kind === 'comment' && EXCEPTION.exec(text)) || []
    if (directive === '') return []
    const isTypes = directive.startsWith('@ts')
    if ((isTypes ? REASON.types : REASON.linter).test(rest)) return []
    const how = isTypes ? 'after it' : 'after two dashes'
    return [faultAt(file, start, `${directive} has no reason: write it on the same line, ${how}.`)]
  })
}
