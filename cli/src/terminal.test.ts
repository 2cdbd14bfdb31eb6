import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN } from '@heddle/server/testing/start-test-app.ts'
import { type Shell, startShell } from './testing/start-shell.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const hasTerminals = spawnSync('script', ['--version']).status === 0
if (!hasTerminals) console.warn('SKIPPED: the command line on a real terminal needs `script` of util-linux.')

/** Runs a command line on a terminal of 80 columns; `keys` are typed when what they follow is on the screen. */
function onTerminal(
  config: string,
  words: readonly string[],
  keys: readonly (readonly [after: string, typed: string])[] = [],
) {
  const command = ['stty cols 80 rows 24;', process.execPath, MAIN, ...words]
    .map((word, index) => (index < 1 ? word : `'${word}'`))
    .join(' ')
  const child: ChildProcess = spawn('script', ['-qefc', command, '/dev/null'], {
    env: { ...process.env, HEDDLE_CONFIG: config, TERM: 'xterm-256color', NO_COLOR: undefined },
  })
  const waiting = [...keys]
  let screen = ''
  child.stdout!.on('data', (chunk) => {
    screen += String(chunk)
    while (waiting[0] && screen.includes(waiting[0][0])) child.stdin!.write(waiting.shift()![1])
  })
  return new Promise<{ code: number | null; screen: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, screen }))
  })
}

/** What stays on the screen, without colours: a carriage return begins the line anew. */
const seen = (screen: string): readonly string[] =>
  screen
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) =>
      line
        .split(/\r?\u001b\[2K|\u001b\[1G\u001b\[0J/)
        .at(-1)!
        .replaceAll(/\u001b\[[\d;?]*[a-zA-Z]/g, ''),
    )

describe.skipIf(!hasTerminals)('on a real terminal', () => {
  let shell: Shell
  let query: string
  beforeAll(async () => {
    shell = await startShell()
    query = await shell.runs.save({
      name: 'All tenants of the fabric in the data centre in the north',
      nodes: [{ id: 't', class_name: 'fvTenant' }],
    })
  })
  afterAll(() => shell.stop())

  it('a password is asked for, and not shown', async () => {
    const config = join(shell.folder, 'typed.json')

    const { code, screen } = await onTerminal(
      config,
      ['login', shell.runs.app.url, '--name', 'typed'],
      [
        ['Username: ', `${ADMIN.username}\r`],
        ['Password: ', `${ADMIN.password}\r`],
      ],
    )

    expect(code, screen).toBe(0)
    expect(screen).not.toContain(ADMIN.password)
    expect(seen(screen)).toContain('Password: ')
    expect(JSON.parse(await readFile(config, 'utf8')).current).toBe('typed')
  })

  it('Ctrl-C leaves a question without a trace of a failure', async () => {
    const { code, screen } = await onTerminal(
      join(shell.folder, 'left.json'),
      ['login', shell.runs.app.url],
      [['Username: ', '\u0003']],
    )

    expect([code, seen(screen).at(-2)]).toEqual([130, 'Interrupted.'])
  })

  it('a list fits into 80 columns, with whole ids', async () => {
    const { code, screen } = await onTerminal(shell.config, ['query', 'list'])

    expect(code, screen).toBe(0)
    const lines = seen(screen)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(lines[1]).toMatch(new RegExp(`^All tenants.*… +${query} +1 +20`))
  })

  it('a run shows how far it is, and leaves only its id and rows behind', async () => {
    const { code, screen } = await onTerminal(shell.config, ['query', 'run', query, '--background', '--format', 'csv'])

    expect(code, screen).toBe(0)
    expect(screen).toContain('Reading fvTenant…')
    expect(seen(screen)).toEqual([
      expect.stringMatching(/^Run [0-9a-f-]{36}$/),
      '2 rows',
      expect.stringMatching(/^dn,className/),
      expect.stringMatching(/^uni\/tn-A,/),
      expect.stringMatching(/^uni\/tn-B,/),
      '',
    ])
  })

  it('Ctrl-C ends what is being followed with 130, and says so on a clean line', async () => {
    shell.runs.controller.faults.add({ kind: 'hang' })

    const { code, screen } = await onTerminal(
      shell.config,
      ['query', 'run', query, '--background'],
      [['Reading', '\u0003']],
    )

    expect([code, seen(screen).at(-2)]).toEqual([130, 'Interrupted.'])
    shell.runs.controller.faults.clear()
  })
})
