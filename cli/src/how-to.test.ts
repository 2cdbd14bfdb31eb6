import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scriptOf } from '@heddle/simulators/automation/model/job-script.ts'
import { type AutomationSimulator, startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { ADMIN } from '@heddle/server/testing/start-test-app.ts'
import { readBlocks, wordsOf } from './testing/pages.ts'
import { type Shell, startShell } from './testing/start-shell.ts'

const PAGES = new URL('../../docs/how-to/', import.meta.url)
/** Each goes on where the one before ended. */
const ORDER = ['first-query', 'know-when-it-changes', 'check-in-a-pipeline']
/** Runs last: afterwards nothing is wrong. */
const LAST = 'fix-with-a-job'
const NOT_RUN: Readonly<Record<string, string>> = {
  'mirror-the-registry':
    'It needs a web server with gigabytes of files; the tests of imports have a simulated registry.',
  'provision-users-with-scim': 'It is done in identity providers; the tests of SCIM send what they send.',
  uninstall: 'It deletes what systemd, Docker and Kubernetes run.',
}

const hasTools = ['/usr/bin/jq', '/usr/bin/sha256sum'].every(existsSync)
if (!hasTools) console.warn('SKIPPED: the hash of a proof, there is no jq (Debian: apt install jq)')

let shell: Shell
let automation: AutomationSimulator
beforeAll(async () => {
  shell = await startShell({ env: { AUTOMATION_POLL_SECONDS: '1' } })
  const onEnd = () => {
    for (const dn of ['uni/tn-A/BD-lost', 'uni/tn-B/BD-bare']) shell.runs.controller.store.delete(dn)
  }
  const script = scriptOf({ pendingMs: 10, waitingMs: 10, runMs: 20, onEnd })
  automation = await startAutomation({ templates: [{ id: 7, name: 'Connect', script, allowSimultaneous: true }] })
  // The pages begin without any connection.
  await shell.runs.app.admin.patch(`/api/controller/connections/${shell.runs.connection}/`, { name: 'another' })
})
afterAll(async () => {
  await shell.stop()
  await automation.close()
})

/** What a command in `$(…)` prints stands for it. */
async function substituted(line: string): Promise<string> {
  const inner = /\$\(heddle (.*?)\)/.exec(line)
  if (inner === null) return line
  const { code, stdout, stderr } = await shell.heddle(wordsOf(inner[1]!).map(inFolder))
  expect([code, stderr], line).toEqual([0, ''])
  return line.replace(inner[0], stdout.trim())
}

/** The few things that the pages ask of a shell. */
async function runLine(given: string): Promise<void> {
  const line = await substituted(given)
  const [, command = '', file, wanted = '0'] = /^(.*?)(?: > (\S+))?(?: \|\| test \$\? -eq (\d))?$/.exec(line)!
  const [program, ...words] = wordsOf(command).map(inFolder)
  if (program === 'mkdir') {
    await mkdir(words[0]!)
    return
  }
  if (program === 'mv') return rename(words[0]!, join(words[1]!, words[0]!.slice(words[0]!.lastIndexOf('/') + 1)))
  const { code, stdout, stderr } = await shell.heddle(words, { input: inputOf(words) })
  expect(`${code}\n${code === Number(wanted) ? '' : stdout + stderr}`, line).toBe(`${wanted}\n`)
  if (file !== undefined) await writeFile(join(shell.folder, file), stdout)
}

/** Files of the pages are in a folder of the test, and its controller is not where theirs is. */
function inFolder(word: string, index: number): string {
  if (word === 'apic1.example.com') return shell.runs.controller.url
  if (word === 'https://heddle.example.com') return shell.runs.app.url
  if (word === 'ann' || word === 'reader') return ADMIN.username
  const isFile = /^[\w-]+\.(yaml|csv|xml|html|json)$/.test(word) || (index > 0 && /^queries\/?$/.test(word))
  return isFile ? join(shell.folder, word) : word
}

/** What people type. */
const inputOf = ([command = '']: readonly string[]): string =>
  new Map([
    ['login', `${ADMIN.password}\n`],
    ['connection', `${DEFAULT_PASSWORD}\n`],
    ['automation', `${automation.token}\n`],
  ]).get(command) ?? ''

async function follow(page: string): Promise<void> {
  const blocks = readBlocks(`docs/how-to/${page}.md`).filter(({ language }) => /^(sh|yaml)$/.test(language))
  expect(blocks.length).toBeGreaterThan(1)
  for (const { language, file, text } of blocks) {
    if (language === 'sh') for (const line of text.trim().split('\n')) await runLine(line)
    else if (file !== undefined) {
      await mkdir(dirname(join(shell.folder, file)), { recursive: true })
      await writeFile(join(shell.folder, file), text.replaceAll('https://awx.example.com', automation.url))
    }
  }
}

describe('the pages that show how', () => {
  it.each(ORDER)('%s does what it says', { timeout: 120_000 }, follow)

  it('are all of them, but for those that say why not', async () => {
    const pages = (await readdir(PAGES)).map((file) => file.replace(/\.md$/, ''))

    expect(pages.toSorted()).toEqual([...ORDER, LAST, ...Object.keys(NOT_RUN)].toSorted())
  })

  it('leave what they promise', async () => {
    expect(await readFile(join(shell.folder, 'without-vrf.csv'), 'utf8')).toContain('uni/tn-B/BD-bare')
    expect(await readFile(join(shell.folder, 'report.xml'), 'utf8')).toContain('uni/tn-B/BD-bare')
    expect(await readFile(join(shell.folder, 'report.html'), 'utf8')).toContain(
      'Connect the bridge domain to a VRF, or delete it.',
    )
  })

  it('name permissions that are enough for a check', async () => {
    const text = await readFile(new URL('check-in-a-pipeline.md', PAGES), 'utf8')
    const permissions = /--permission ((?:\w+\.\w+ )+)/.exec(text)![1]!.trim().split(' ')
    const { body } = await shell.runs.app.admin.post('/api/auth/tokens/', { name: 'of a pipeline', permissions })

    const env = { HEDDLE_URL: shell.runs.app.url, HEDDLE_TOKEN: body.token as string }
    const { code, stdout, stderr } = await shell.heddle(['check', '--category', 'Rules'], { env })

    expect(stderr + stdout).toContain('uni/tn-B/BD-bare')
    expect(code).toBe(1)
  })

  it(`${LAST} does what it says`, { timeout: 120_000 }, async () => {
    await follow(LAST)

    const proof = await readFile(join(shell.folder, 'proof.json'), 'utf8')
    expect(proof).toContain('"holds"')
    expect(proof).toContain('uni/tn-B/BD-bare')
    expect((await shell.heddle(['check', '--category', 'Rules'])).code).toBe(0)
  })

  it.skipIf(!hasTools)('docs/automation-proof.md gets the hash of a proof that the proof has', async () => {
    const [script] = readBlocks('docs/automation-proof.md').filter(({ language }) => language === 'sh')
    const { sha256 } = JSON.parse(await readFile(join(shell.folder, 'proof.json'), 'utf8')) as { sha256: string }

    const { stdout } = await promisify(execFile)('bash', ['-c', script!.text], { cwd: shell.folder })

    expect(stdout).toContain(sha256)
  })
})
