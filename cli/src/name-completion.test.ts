import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completionScript } from './completion.ts'
import { type Shell, startShell } from './testing/start-shell.ts'

let shell: Shell
beforeAll(async () => {
  shell = await startShell()
  const nodes = [{ id: 't', class_name: 'fvTenant', properties: ['name'] }]
  for (const name of ['Ports that are down', 'Ports with errors', 'Tenants']) await shell.runs.save({ name, nodes })
})
afterAll(() => shell.stop())

const complete = async (...words: string[]) =>
  (await shell.heddle(['complete', '--', ...words])).stdout.split('\n').filter((line) => line !== '')

describe('names are completed', () => {
  it('as arguments, as values of options, and as several', async () => {
    expect((await complete('query', 'run', 'Po')).sort()).toEqual(['Ports that are down', 'Ports with errors'])
    expect(await complete('why', 'Ten')).toEqual(['Tenants'])
    expect(await complete('query', 'run', 'Tenants', '--connection', 'l')).toEqual(['lab'])
    expect(await complete('query', 'run', '-c', 'lab', 'Ten')).toEqual(['Tenants'])
    expect(await complete('run', 'list', '-q', 'Ten')).toEqual(['Tenants'])
    expect(await complete('check', 'Tenants', 'Ports w')).toEqual(['Ports with errors'])
  })

  it('also behind a quote, or with backslashes', async () => {
    expect(await complete('query', 'run', '"Ports th')).toEqual(['Ports that are down'])
    expect(await complete('query', 'run', 'Ports\\ th')).toEqual(['Ports that are down'])
  })

  it('not where something else is expected', async () => {
    expect(await complete('why', 'Tenants', 'Po')).toEqual([])
    expect(await complete('query', 'run', 'Tenants', '--as-of', 'Po')).toEqual([])
  })

  it('to nothing for those who are not signed in, without a message', async () => {
    const env = { HEDDLE_CONFIG: '/nonexistent/config.json' }

    expect(await shell.heddle(['complete', '--', 'query', 'run', 'Po'], { env })).toEqual({
      ...{ code: 0, stdout: '', stderr: '' },
    })
  })
})

it('bash quotes names with spaces, unless the word is quoted already', () => {
  const answers = (word: string) =>
    execFileSync('bash', [
      '-c',
      `heddle() { printf 'Ports that are down\\nPorts with errors\\n'; }
       ${completionScript('bash')}
       COMP_WORDS=(heddle query run ${word}); COMP_CWORD=3; _heddle; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ])
      .toString()
      .trimEnd()
      .split('\n')

  expect(answers('Po')).toEqual(['Ports\\ that\\ are\\ down', 'Ports\\ with\\ errors'])
  expect(answers(`'"Po'`)).toEqual(['Ports that are down', 'Ports with errors'])
})
