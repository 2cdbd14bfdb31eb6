import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const PROGRAM = fileURLToPath(new URL('./testing/crowded-runs.ts', import.meta.url))
const GROUPS = '/sys/fs/cgroup/memory'
const GROUP_MB = 1_200
const RUNS = 8

const mayGroup = canWrite(`${GROUPS}/cgroup.procs`)
if (!mayGroup) console.warn('SKIPPED: runs in a small memory group, which takes root and a writable memory cgroup')

it.skipIf(!mayGroup)(
  'more large runs at once than fit into a memory group end as success or too_big, and nothing is killed',
  async () => {
    const group = `${GROUPS}/heddle-${process.pid}`
    mkdirSync(group)
    onTestFinished(() => rmdirSync(group))
    writeFileSync(`${group}/memory.limit_in_bytes`, String(GROUP_MB * 1024 * 1024))
    const program = spawn(process.execPath, [PROGRAM, String(GROUP_MB), String(RUNS)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    writeFileSync(`${group}/cgroup.procs`, String(program.pid))
    program.stdin.end()

    const [output, [code, signal]] = await Promise.all([text(program.stdout), once(program, 'exit')])

    expect([code, signal]).toEqual([0, null])
    const outcomes = JSON.parse(output) as string[]
    expect(outcomes).toHaveLength(RUNS)
    expect(outcomes.filter((outcome) => outcome !== 'success' && outcome !== 'too_big')).toEqual([])
    expect(outcomes).toContain('success')
  },
)

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
