import { describe, expect, it } from 'vitest'
import { createDeaf } from './testing/deaf.ts'
import { commandsOf, PAGES, readBlocks, readLine } from './testing/pages.ts'

const LINES = PAGES.flatMap((page) =>
  readBlocks(page).flatMap((block) =>
    commandsOf(block)
      .flatMap(apart)
      .filter((line) => /^(heddle|node heddle\.mjs) /.test(line))
      .map((line) => ({ place: `${page}:${block.line}`, line })),
  ),
)

/** A line, and those that it puts in by `$(…)`. */
function apart(line: string): readonly string[] {
  const inner = [...line.matchAll(/\$\((.*?)\)/g)].map(([, command]) => command!)
  return [line.replaceAll(/\$\(.*?\)/g, 'printed'), ...inner]
}

describe('a command on a page', () => {
  it('is found on many pages', () => {
    expect(LINES.length).toBeGreaterThan(70)
    expect(new Set(LINES.map(({ place }) => place.split(':')[0])).size).toBeGreaterThan(8)
  })

  it.each([
    'heddle qurey list',
    'heddle query run Tenants --as-off now',
    'heddle query run',
    'heddle check --format pdf',
  ])('would be refused if it were `%s`', async (line) => {
    await expect(createDeaf().parseAsync([...readLine(line).words], { from: 'user' })).rejects.toThrow()
  })

  it.each(LINES)('$place can be typed: $line', async ({ line }) => {
    await createDeaf().parseAsync([...readLine(line.replace(/^\$ /, '')).words], { from: 'user' })
  })
})
