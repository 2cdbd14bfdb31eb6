/** The first rows that fail a query, and where its run can be seen. */
export type FailedRun = {
  readonly name: string
  /** Its name in the report, if that is another. */
  readonly testName?: string
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly address: string
}

const FAILURE = /(<testcase name="([^"]*)" [^>]*>\s*<failure message="[^"]*">)([^<]*)(<\/failure>)/g

/** A JUnit report whose failures also say which rows they are about. Of several of one name, each is used once. */
export function withFailedRows(report: string, runs: readonly FailedRun[]): string {
  const waiting = [...runs]
  return report.replaceAll(FAILURE, (whole, head: string, name: string, reason: string, tail: string) => {
    const at = waiting.findIndex((run) => escaped(run.testName ?? run.name) === name)
    const [run] = at < 0 ? [] : waiting.splice(at, 1)
    return run ? `${head}${[reason, ...linesOf(run).map(escaped)].join('\n')}${tail}` : whole
  })
}

/** The rows, and then the address of the run. */
export const linesOf = ({ rows, address }: FailedRun): readonly string[] => [...rows.map(rowText), address]

/** The DN first, then what else there is. */
function rowText({ dn, ...rest }: Readonly<Record<string, unknown>>): string {
  const others = Object.entries(rest).map(
    ([column, value]) => `${column}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return [...(typeof dn === 'string' ? [dn] : []), ...others].join('  ')
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const UNWRITABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** As the server writes names. */
const escaped = (text: string): string =>
  text
    .replaceAll(UNWRITABLE, '\ufffd')
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\t', '&#9;')
