import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { EXAMPLES } from './examples.ts'
import { createProgram } from './program.ts'
import { createDeaf, leavesOf } from './testing/deaf.ts'
import { readLine } from './testing/pages.ts'

/** Called by the scripts of shells. */
const HIDDEN = ['complete']
const LINES = Object.entries(EXAMPLES).flatMap(([path, lines]) => lines.map((line) => ({ path, line })))

/** What `--help` prints. */
async function helpOf(words: readonly string[]): Promise<string> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const signal = new AbortController().signal
  const program = createProgram({ stdin, stdout, stderr, signal, env: {} })
  let text = ''
  stdout.on('data', (chunk) => (text += String(chunk)))
  await program.parseAsync([...words, '--help'], { from: 'user' }).catch(() => undefined)
  stdout.end()
  await once(stdout, 'end')
  return text
}

describe('the examples of the help', () => {
  it('are there for every command, and for no other', () => {
    const commands = leavesOf(createDeaf()).map(([path]) => path)

    expect(Object.keys(EXAMPLES).toSorted()).toEqual(commands.filter((path) => !HIDDEN.includes(path)).toSorted())
  })

  it.each(LINES)('heddle $line', async ({ path, line }) => {
    const called: string[] = []
    const { words } = readLine(`heddle ${line}`)

    await createDeaf((which) => called.push(which)).parseAsync([...words], { from: 'user' })

    expect(called).toEqual([path])
    expect(line).toMatch(new RegExp(`^${path}( |$)`))
  })

  it('are shown below the options of a command', async () => {
    expect(await helpOf(['why'])).toMatch(/-h, --help[^]*\nExamples:\n {2}heddle why "Interfaces that are down" /)
  })

  it('are shown of each command of a group', async () => {
    const help = await helpOf(['schedule'])

    expect(help).toMatch(/\nExamples:\n {2}heddle schedule list\n {2}heddle schedule create Mornings /)
    expect(help).toContain('  heddle schedule history Mornings --limit 5\n')
  })
})
