import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryGroup } from '../../testing/memory-group.ts'

const PROGRAM = fileURLToPath(new URL('./testing/crowded-runs.ts', import.meta.url))
const GROUP_MB = 1_200
const RUNS = 8

it('more large runs at once than fit into a memory group end as success or too_big, and nothing is killed', async ({
  skip,
}) => {
  const group = createMemoryGroup(`heddle-runs-${process.pid}`, GROUP_MB)
  if (!group) return skip('no memory group')
  onTestFinished(group.remove)
  const program = group.inside(() =>
    spawn(process.execPath, [PROGRAM, String(GROUP_MB), String(RUNS)], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  program.stdin.end()

  const [output, [code, signal]] = await Promise.all([text(program.stdout), once(program, 'exit')])

  expect([code, signal]).toEqual([0, null])
  const outcomes = JSON.parse(output) as string[]
  expect(outcomes).toHaveLength(RUNS)
  expect(outcomes.filter((outcome) => outcome !== 'success' && outcome !== 'too_big')).toEqual([])
  expect(outcomes).toContain('success')
})
