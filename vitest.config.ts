import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { TestTally } from './checks/ci/test-tally.ts'
import { keepTemporaryFilesInMemory } from './checks/memory-folder.ts'
import { SecondTries } from './checks/second-tries.ts'

keepTemporaryFilesInMemory()
// Some tests start the program itself, over and over: it is compiled once.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/heddle-compiled', import.meta.url))

// No test replaces modules, so the files of a worker share them: loading the server takes longer than most files.
const shared = { isolate: false }
// Servers are loaded by Node, which strips the types and keeps what it compiled: half the time that Vite takes for it.
const native = { ...shared, experimental: { viteModuleRunner: false } }
/** Threads load one file instead of hundreds. */
const BUNDLES = 'server/build/main.ts'
// `TEST_SEED=7 npm test` runs the files in another order: none may depend on the one before it.
const seed = process.env.TEST_SEED
// At least three workers, even on two processors: a third of the time is spent waiting for programs and databases. CI
// has something else to do meanwhile, and each worker costs ten seconds of the processor before its first test.
const together = {
  ...shared,
  maxWorkers: Number(process.env.TEST_WORKERS || Math.max(3, availableParallelism() - 1)),
  sequence: { groupOrder: 0 },
}
// Only what fails waits that long: a machine that is busy with something else must not turn a test red.
const patient = { testTimeout: 90_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } }

/** Rules that take long: `npm run check`, which runs at every commit, leaves them to `npm test`. */
const SLOW_RULES = [
  'client/generate/*.test.ts',
  'cli/{build,curl-to-rows}.test.ts',
  'client/src/channel.test.ts',
  'domain/src/schedule/{all-zones,plan-firing.random}.test.ts',
  'e2e/players/**/*.test.ts',
  'e2e/worlds/world/*.test.ts',
]

/** Tests of deadlines, which depend on real time: run one after the other, with nothing in parallel. */
const REAL_TIME = [
  'server/src/features/executions/executions.{deadlines,stop}.test.ts',
  'server/src/**/engine-pool.test.ts',
]

/**
 * What runs a second time, on PostgreSQL and Redis: tests about processes, transactions and connections that meet. The
 * embedded database is PostgreSQL too, so SQL is proved by the first run; `npm run test:cluster` proves the whole.
 */
const ON_SERVICES = [
  'server/src/adapters/{cache,database}/**/*.test.ts',
  'server/src/app.test.ts',
  'server/src/cli/{reencrypt,backup/**/*}.test.ts',
  'server/src/features/api-tokens/token-{life,processes,sockets}.test.ts',
  'server/src/features/archive/**/*.test.ts',
  'server/src/features/audit/{audit-log,audit.service}.test.ts',
  'server/src/features/auth/{lockout.routes,one-time-codes,refresh-rotation.routes,revocation.property,sessions.routes,single-use}.test.ts',
  'server/src/features/automation/{channels,follow,launch,webhooks}/**/*.test.ts',
  'server/src/features/executions/{background-runs.routes,chain-execution.channel,executions.upkeep,merged-runs.routes,one-statement.routes}.test.ts',
  'server/src/features/mim-registry/{mim-import.channel,sweep-imports}.test.ts',
  'server/src/features/notifications/{due-mails,live-notices,notifications.channel,notify}.test.ts',
  'server/src/features/query-files/{import,platform}.routes.test.ts',
  'server/src/features/channels/deliver{,-muted}.test.ts',
  'server/src/features/records/**/*.test.ts',
  'server/src/features/schedules/{end-firing,firing,missed-captures,scheduled-executions.store,schedules-upkeep}.test.ts',
  'server/src/features/scim/scim-processes.test.ts',
  'server/src/features/snapshots/{capture-runs,capture-scheduled,cleanup}.routes.test.ts',
  'server/src/features/user-management/revocation.routes.test.ts',
  'server/src/platform/{events,instance,jobs,realtime,sql,work}/**/*.test.ts',
  'server/src/platform/{http/throttles,mail/outbox}.test.ts',
  'server/src/testing/test-database.test.ts',
]
const onServices = process.env.TEST_DATABASE_URL !== undefined || process.env.TEST_REDIS_URL !== undefined
// CI runs them on services only, so each file once; `npm test` runs all on the embedded database.
const apart = process.env.TEST_SERVICES === 'apart' ? ON_SERVICES : []

export default defineConfig({
  test: {
    reporters: ['default', new SecondTries(), new TestTally()],
    // A worker stops its servers and its browser when it ends, which takes longer on a busy machine.
    teardownTimeout: 60_000,
    ...(seed !== undefined && { sequence: { shuffle: { files: true }, seed: Number(seed) } }),
    projects: [
      {
        test: {
          ...together,
          ...patient,
          name: 'rules',
          include: [
            'domain/src/**/*.test.ts',
            'contract/src/**/*.test.ts',
            'checks/**/*.test.ts',
            'client/src/{transport,wait-for}.test.ts',
            'client/browser.test.ts',
            'web/{src,build}/**/*.test.ts',
            'e2e/worlds/**/*.test.ts',
            'e2e/looks/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...SLOW_RULES],
        },
      },
      // The parts of the web UI in a simulated browser, which they share like modules: each test cleans its page.
      {
        test: {
          ...together,
          ...patient,
          name: 'components',
          environment: 'happy-dom',
          setupFiles: 'web/src/testing/setup.ts',
          include: ['web/src/**/*.test.tsx'],
        },
      },
      {
        test: {
          ...together,
          ...native,
          ...patient,
          name: 'service',
          globalSetup: BUNDLES,
          include: onServices
            ? ON_SERVICES
            : [
                'server/{src,build}/**/*.test.ts',
                'simulators/src/**/*.test.ts',
                'demo/src/**/*.test.ts',
                'bench/src/**/*.test.ts',
                'e2e/players/**/*.test.ts',
                ...SLOW_RULES,
                'client/src/{heddle,restart}.test.ts',
                'cli/src/**/*.test.ts',
              ],
          exclude: ['**/node_modules/**', ...REAL_TIME, ...apart],
        },
      },
      {
        test: {
          ...native,
          ...patient,
          name: 'real time',
          globalSetup: BUNDLES,
          include: REAL_TIME,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      // Browsers wait more than they work, but need the machine for themselves.
      {
        test: {
          ...native,
          ...patient,
          name: 'stories',
          globalSetup: [BUNDLES, 'e2e/build-web.ts'],
          include: ['e2e/stories/**/*.story.ts'],
          maxWorkers: 2,
          // A CI machine that stands still for a moment must not turn a story red; the report names those it did.
          retry: process.env.CI ? 1 : 0,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
