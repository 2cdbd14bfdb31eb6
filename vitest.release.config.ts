import { defineConfig } from 'vitest/config'
import { TestTally } from './checks/ci/test-tally.ts'

/** `npm run test:release`: makes a release, installs it and starts it. Takes a minute and the package registry. */
export default defineConfig({
  test: {
    reporters: ['default', new TestTally()],
    include: ['checks/release/*.trial.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
