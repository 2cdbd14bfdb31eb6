import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { TestTally } from './checks/ci/test-tally.ts'
import { keepTemporaryFilesInMemory } from './checks/memory-folder.ts'
import { SecondTries } from './checks/second-tries.ts'

keepTemporaryFilesInMemory()
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/heddle-compiled', import.meta.url))

/** Experiments with many processes: two at a time, because they mostly wait for leases, heartbeats and time-outs. */
export default defineConfig({
  test: {
    reporters: ['default', new SecondTries(), new TestTally()],
    // The threads of each process load one file instead of hundreds.
    globalSetup: 'server/build/main.ts',
    include: ['e2e/cluster/**/*.cluster.ts'],
    isolate: false,
    maxWorkers: 2,
    // Real processes by real time: a machine that stands still for a moment must not turn an experiment red.
    retry: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
