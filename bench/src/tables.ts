import type { Line } from './measurement.ts'

const HEAD = ['what', 'Heddle', 'floor', 'ratio', 'target', '']

/** A Markdown table that also reads well in a terminal. */
export function tableOf(lines: readonly Line[]): string {
  const rows = [HEAD, ...lines.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(3, ...rows.map((row) => row[column]!.length)))
  const text = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const [head, ...body] = rows.map(text)
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n')
}

function cellsOf({ what, heddle, floor = '', ratio = '', target = '', passed }: Line): readonly string[] {
  return [what, heddle, floor, ratio, target, passed === undefined ? '' : passed ? 'reached' : '**missed**']
}
