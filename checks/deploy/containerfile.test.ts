import { globSync, readFileSync } from 'node:fs'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { readBuildContext } from './build-context.ts'
import { readContainerfile } from './read-containerfile.ts'
import { VARIABLES } from '../../server/src/config/variables.ts'

const ROOT = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')
const text = read('deploy/Containerfile')
const stages = readContainerfile(text)
const image = stages.at(-1)!
const OF_THE_RUNTIME = new Set(['NODE_ENV', 'MALLOC_ARENA_MAX'])
const isSeen = readBuildContext(read('.dockerignore'))

describe('the container file', () => {
  it('is valid, and has the Node that package.json pins', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> }

    expect(validate(text)).toEqual([])
    expect(/node:(\S+?)-/.exec(text)?.[1]).toBe(devDependencies['node'])
  })

  it('copies only what exists and reaches the build', () => {
    const own = stages
      .flatMap(({ steps }) => steps)
      .flatMap((step) => (step.kind === 'copy' && step.from === undefined ? step.sources : []))
    const holdsFiles = (path: string) =>
      globSync([path, `${path}/**`], { cwd: ROOT.pathname, exclude: ['**/node_modules'] }).some((file) => isSeen(file))

    expect(own).toContain('server')
    expect(own.filter((path) => !holdsFiles(path))).toEqual([])
  })

  it('copies from stages that exist', () => {
    const origins = stages
      .flatMap(({ steps }) => steps)
      .flatMap((step) => (step.kind === 'copy' && step.from ? [step.from] : []))

    expect(origins.filter((name) => !stages.some((stage) => stage.name === name))).toEqual([])
  })

  it('starts Node without a shell, as a user that is not root, and stops it with a signal', () => {
    expect(image.command).toEqual(['node', 'server/start.mjs'])
    expect(image.last('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(image.last('STOPSIGNAL')).toBe('SIGTERM')
    expect(image.last('VOLUME')).toBe(image.env['DATA_DIR'])
  })

  it('sets only variables that the server reads', () => {
    expect(Object.keys(image.env).filter((name) => !OF_THE_RUNTIME.has(name) && !(name in VARIABLES))).toEqual([])
  })
})

describe('the build', () => {
  it.each(['server/src/main.ts', 'server/migrations/meta/_journal.json', 'web/index.html', 'package-lock.json'])(
    'sees %s',
    (path) => {
      expect(isSeen(path)).toBe(true)
    },
  )

  it.each([
    '.git/config',
    'data/secret.key',
    'server/src/main.test.ts',
    'server/src/testing/nginx.ts',
    'web/dist/index.html',
    'e2e/browser.ts',
  ])('does not see %s', (path) => {
    expect(isSeen(path)).toBe(false)
  })
})
