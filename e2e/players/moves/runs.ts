import { KILLERS } from '@heddle/domain/testing/killers/killers.ts'
import type { Random } from '@heddle/domain/testing/random.ts'
import type { Things } from '../start-world.ts'
import { EVERYONE, longText, type Move, type MoveMaker, sizeAround } from './move.ts'

const CANVAS_BYTES = 512 * 1024
const USES = ['execute', 'execute_background', 'validate'] as const

const run = (name: string, random: Random, { connection }: Things, draft: object, variables: object = {}): Move => {
  const use = random.pick(USES)
  return {
    name: `${use}: ${name}`,
    method: 'POST',
    path: `/api/queries/${use}/`,
    body: { controller_connection: connection, draft: { edges: [], ...draft }, variables },
  }
}

const NODES = [{ id: 'e', class_name: 'fvCEp' }]
const stepped = (...steps: readonly { readonly type: string; readonly config: object }[]) => ({
  nodes: NODES,
  post_processors: steps.map((step, at) => ({ id: `s${at}`, ...step })),
})

/** Each part of a value becomes a row: the way to many rows from few. */
const multiply = (times: number) => [
  { type: 'fill', config: { columns: ['parts'], value: 'x,'.repeat(times) } },
  { type: 'explode', config: { column: 'parts', separator: ',' } },
]

/** Drafts made to take more than their size warrants, of every kind that has ever hurt. */
export const RUN_MOVES: readonly MoveMaker[] = [
  {
    roles: EVERYONE,
    make: (random, things) => {
      const killer = random.pick(KILLERS)
      const size = sizeAround(random, CANVAS_BYTES)
      return run(killer.name, random, things, killer.canvas(size), killer.variables?.(size))
    },
  },
  {
    roles: EVERYONE,
    make: (random, things) => {
      const value = longText(random, sizeAround(random, 200_000))
      const columns = Array.from({ length: random.pick([1, 10, 40]) }, (_, at) => `c${at}`)
      const sorts = Array.from({ length: random.pick([1, 20, 60]) }, () => ({
        type: 'sort',
        config: { by: [{ column: 'dn' }] },
      }))
      return run(
        'long texts in many columns',
        random,
        things,
        stepped({ type: 'fill', config: { columns, value } }, ...sorts),
      )
    },
  },
  {
    roles: EVERYONE,
    make: (random, things) => {
      const rows = random.pick([100, 1_000, 10_000, 100_000])
      return run(`${rows} times the rows`, random, things, stepped(...multiply(rows)))
    },
  },
  {
    roles: EVERYONE,
    make: (random, things) => {
      const text = 'a'.repeat(random.pick([100, 10_000, 100_000]))
      const repeats = random.pick([10, 100, 900, 1_001])
      const expression = random.pick([
        `name.matches("(a?){${repeats}}[bc]$")`,
        `"${text}".matches("(a?){${repeats}}[bc]$")`,
        `name.replace("a", "${text}").size() > 1`,
        `${'('.repeat(repeats)}1${')'.repeat(repeats)}`,
        Array.from({ length: repeats }, (_, at) => `mac + "${at}"`).join(' + '),
      ])
      const config = random.chance(0.5) ? { expression } : { column: 'x', expression }
      return run(
        'an expression',
        random,
        things,
        stepped(...multiply(100), { type: 'column' in config ? 'compute' : 'filter', config }),
      )
    },
  },
  {
    roles: EVERYONE,
    make: (random, things) => {
      const pattern = random.pick([
        `(${'a?'.repeat(400)})`,
        `(${'.*x'.repeat(200)})`,
        `((a{1,30}){1,30})`,
        `(${longText(random, 1_001)})`,
      ])
      const steps = [...multiply(1_000), { type: 'extract', config: { column: 'dn', pattern, into: ['x'] } }]
      return run('a pattern', random, things, stepped(...steps))
    },
  },
  {
    roles: EVERYONE,
    make: (random, things) =>
      run(
        'values of one cell',
        random,
        things,
        stepped(
          ...multiply(random.pick([100, 1_000])),
          { type: 'group', config: { by: [], aggregates: [{ function: 'list', column: 'dn', as: 'all' }] } },
          { type: 'fill', config: { columns: ['x'], value: 'y' } },
        ),
      ),
  },
]
