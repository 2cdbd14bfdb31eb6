import { describe, expect, it } from 'vitest'
import { createInterner, createPathInterner, NO_PATH } from './interner.ts'

const PATHS = [
  'uni',
  'uni/tn-{name}',
  'uni/tn-{name}/BD-{name}',
  'uni/tn-{name}/BD-{name}',
  'uni/tn-{name}/BD-{name}/rsctx',
  'uni/tn-{name}/BD-{name}/rs',
  'uni/tn-{name}/B',
  'uni/tn-',
  'uni/',
  '/uni',
  '',
  '',
  'a//b',
  'a/',
  'a',
  'uni/tn-{name}/BD-{name}',
]

describe('the paths of a model', () => {
  it('are read back as they were, whichever came before', () => {
    const texts = createInterner()
    const paths = createPathInterner(texts)

    const ids = PATHS.map((path) => paths.id(path))

    const parents = paths.parents()
    const segments = paths.segments()
    const read = (id: number): string => {
      const segment = texts.texts[segments[id]!]!
      return parents[id] === NO_PATH ? segment : `${read(parents[id]!)}/${segment}`
    }
    expect(ids.map(read)).toEqual(PATHS)
  })

  it('have one number each, and share the steps that they begin with', () => {
    const paths = createPathInterner(createInterner())

    const ids = PATHS.map((path) => paths.id(path))

    expect(new Set(ids).size).toBe(new Set(PATHS).size)
    const steps = new Set(PATHS.flatMap((path) => path.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'))))
    // '/uni' begins with the same empty step as ''.
    expect(paths.parents()).toHaveLength(steps.size)
  })
})
