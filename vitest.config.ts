import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Some tests start the program itself, over and over: it is compiled once.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/heddle-compiled', import.meta.url))

// No test replaces modules, so the files of a worker share them: loading the server takes longer than most files.
const shared = { isolate: false }
// `TEST_SEED=7 npm test` runs the files in another order: none may depend on the one before it. Vitest's own option for
// that, given on the command line, would replace the groups below.
const seed = process.env.TEST_SEED
const order = seed === undefined ? {} : { shuffle: { files: true }, seed: Number(seed) }
// At least three workers, even on two processors: a third of the time is spent waiting for programs and databases.
const together = { ...shared, maxWorkers: Math.max(3, availableParallelism() - 1), sequence: { ...order, groupOrder: 0 } }
// Only what fails waits that long: a machine that is busy with something else must not turn a test red.
const patient = { testTimeout: 90_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } }

/** Tests of deadlines, which depend on real time: run one after the other, with nothing in parallel. */
const REAL_TIME = ['server/src/features/executions/executions.{deadlines,stop}.test.ts', 'server/src/**/engine-pool.test.ts']

/**
 * Tests that use no database or cache, bring their own, or are about what users send and see. The embedded database is
 * PostgreSQL too: a second run on servers proves something where processes, transactions and connections meet.
 */
const STORELESS = [
  'server/src/adapters/{automation-server,controller,directory,mail,mim-source,outbound,passwords,totp,secrets}/**',
  'server/src/features/executions/engine/**',
  'server/src/adapters/database/embedded/**',
  'server/src/features/executions/executions.{deadlines,stop,faults,kill}.test.ts',
  'server/src/features/executions/as-of.routes.test.ts',
  'server/src/features/mim/explorer.routes.test.ts',
  'server/src/features/mim-registry/mim-import.{faults,kill}.test.ts',
  'server/src/features/mim-registry/{download,reducer}/**',
  'server/src/**/*.audit.test.ts',
  'server/src/cli/accounts.test.ts',
  'server/src/features/api-tokens/{api-tokens.routes,token-access}.test.ts',
  'server/src/features/automation-{connections,templates}/**',
  'server/src/features/automation/{approval,follow-ups,output,proof,source,verification}/**',
  'server/src/features/automation/automation.{kill,routes}.test.ts',
  'server/src/features/automation/follow/follow.test.ts',
  'server/src/features/archive/{compare,find-dn}.test.ts',
  'server/src/features/audit/audit.routes.test.ts',
  'server/src/features/auth/{account,addresses,auth,directory-login,email-verification,mfa,passwords,security-notices}.routes.test.ts',
  'server/src/features/auth/stolen-token.test.ts',
  'server/src/features/executions/{executions.routes,executions.recorded,executions.fairness}.test.ts',
  'server/src/features/executions/{prepare,results,logs}/**',
  'server/src/features/executions/{draft-runs,hidden-values,pipeline-executions,execution-logs}.routes.test.ts',
  'server/src/features/{mim,queries,controller-connections,profile}/**',
  'server/src/features/mim-registry/mim-registry.routes.test.ts',
  'server/src/features/schedules/schedules.routes.test.ts',
  'server/src/features/snapshots/history/**',
  'server/src/features/snapshots/{names,snapshots}.routes.test.ts',
  'server/src/features/query-files/{export,query-files,round-trip}.routes.test.ts',
  'server/src/platform/yaml/**',
  'server/src/testing/{answers,fuzz}/**',
  'server/src/features/user-management/{deleted-user,direct-permissions,managed-users,password-help}.routes.test.ts',
  'server/src/features/users/groups.routes.test.ts',
  'server/src/compose/**',
  'server/src/platform/http/!(throttles)*.test.ts',
  'server/src/platform/{text,threads}/**',
  'server/src/platform/mail/mail-layout.test.ts',
  'server/src/main.test.ts',
  'server/src/config/**',
]
const onServices = process.env.TEST_DATABASE_URL !== undefined || process.env.TEST_REDIS_URL !== undefined
const untested = ['**/node_modules/**', ...(onServices ? STORELESS : [])]

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...together,
          name: 'rules',
          include: [
            'domain/src/**/*.test.ts',
            'contract/src/**/*.test.ts',
            'checks/**/*.test.ts',
            'client/src/{channel,transport}.test.ts',
            'client/{browser,build,generate/*}.test.ts',
            'web/{src,build}/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...together,
          ...patient,
          name: 'service',
          include: [
            'server/src/**/*.test.ts',
            'simulators/src/**/*.test.ts',
            'demo/src/**/*.test.ts',
            'bench/src/**/*.test.ts',
            'client/src/heddle.test.ts',
            'cli/src/**/*.test.ts',
          ],
          exclude: [...untested, ...REAL_TIME],
        },
      },
      {
        test: {
          ...shared,
          ...patient,
          name: 'real time',
          include: REAL_TIME,
          exclude: untested,
          maxWorkers: 1,
          sequence: { ...order, groupOrder: 1 },
        },
      },
      // A browser needs the machine for itself.
      {
        test: { ...patient, name: 'stories', include: ['e2e/stories/**/*.story.ts'], maxWorkers: 1, sequence: { ...order, groupOrder: 2 } },
      },
    ],
  },
})
