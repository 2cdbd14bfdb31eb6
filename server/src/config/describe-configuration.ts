import { SECTIONS, type Variable } from './variables.ts'

export const CONFIGURATION_DOCUMENT = new URL('../../../docs/configuration.md', import.meta.url)

const HEAD = `<!-- Made by \`npm run docs\` from server/src/config/variables.ts. -->

# Configuration

Everything is set by environment variables, read once at the start. Every variable has a default: with none set, the whole
service runs in one process on embedded parts. An empty variable counts as unset.

A value that can not be used, or two that contradict each other, stop the start. All mistakes are printed together, one line
each, led by the name of the variable. Values of variables marked _secret_ are never printed.
`

/** The document for operators, so that it can not differ from what the program reads. */
export function describeConfiguration(): string {
  const sections = Object.entries<Record<string, Variable<unknown>>>(SECTIONS)
  return [HEAD, ...sections.map(([title, variables]) => `## ${title}\n\n${table(variables)}\n`)].join('\n')
}

function table(variables: Record<string, Variable<unknown>>): string {
  const rows = Object.entries(variables).map(([name, variable]) => [
    `\`${name}\``,
    variable.secret ? `${variable.type.expected} _(secret)_` : variable.type.expected,
    variable.whenUnset,
    variable.does,
  ])
  return alignTable([['variable', 'value', 'default', 'meaning'], ...rows])
}

/** Columns of one width, as Prettier would make them. */
function alignTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
