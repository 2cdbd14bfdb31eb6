import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'rules', include: ['domain/src/**/*.test.ts', 'contract/src/**/*.test.ts'] } },
      {
        test: {
          name: 'service',
          include: ['server/src/**/*.test.ts', 'simulators/src/**/*.test.ts', 'demo/src/**/*.test.ts', 'bench/src/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
