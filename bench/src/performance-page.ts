import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))

/** Replaces the part of the page between the markers of one measurement (or of `run`, which describes the run). */
export function writeSection(name: string, text: string): void {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const page = readFileSync(PAGE, 'utf8')
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/performance.md: expected ${begin} … ${end}`)
  writeFileSync(PAGE, `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`)
}
