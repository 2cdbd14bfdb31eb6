import { BlockList } from 'node:net'
import { pino } from 'pino'
import { knownModel } from '@heddle/domain/mim/known-model.ts'
import { prepareQuery, type QueryToPrepare } from '@heddle/domain/query/prepare-query.ts'
import { ControllerPool } from '@heddle/server/adapters/controller/controller-pool.ts'
import { createEnginePool } from '@heddle/server/features/run-engine/engine-pool.ts'
import { executePlan } from '@heddle/server/features/run-engine/execute-plan.ts'
import { MemoryBudget } from '@heddle/server/platform/memory/memory-budget.ts'
import { memoryLimit } from '@heddle/server/platform/memory/memory-limit.ts'
import { RunTime } from '@heddle/server/features/run-engine/run-time.ts'
import { packInput } from '@heddle/server/features/run-engine/packed-run.ts'
import { ACCOUNT } from './fabric.ts'
import { measured } from './own-usage.ts'

export type Canvas = Pick<QueryToPrepare['canvas'], 'nodes' | 'edges'>

const MB = 1024 * 1024
const HEAP_MB = 2048
const MAX_ROWS = 1_000_000

/** The engine as the server composes it, without the server: plan, threads, controller sessions. Rows stay chunked. */
export async function open({ url }: { readonly url: string }) {
  const logger = pino({ level: 'silent' })
  const controllers = new ControllerPool({ logger, deny: new BlockList() })
  const engines = createEnginePool({
    maxCpuMs: Infinity,
    maxHeapMb: HEAP_MB,
    threads: 4,
    memory: new MemoryBudget({ limitBytes: memoryLimit(undefined) }),
    logger,
  })
  const password = { reveal: () => ACCOUNT.password }
  const target = {
    connectionId: 'bench',
    host: url,
    username: ACCOUNT.username,
    password,
    verifySsl: true,
    revision: 1,
  }
  const never = new AbortController().signal
  // The bare loop logs in before it is measured, too.
  await controllers.client(target).logIn(AbortSignal.timeout(10_000))

  return {
    run: ({ nodes, edges }: Canvas) =>
      measured(async () => {
        const { plan, errors } = prepareQuery({
          canvas: { nodes, edges, post_processors: [] },
          model: knownModel,
          maxResultRows: MAX_ROWS,
        })
        if (!plan) throw new Error(errors.map(({ message }) => message).join('\n'))
        const time = new RunTime({ timeoutMs: 120_000 })
        const { outcome } = await executePlan(engines, {
          input: { packed: packInput({ plan, connection: 'bench', lookups: {} }) },
          lane: { user: 1, group: null },
          capturedRows: async () => undefined,
          clientOf: async () => ({ name: 'bench', client: controllers.client(target) }),
          time,
          cancel: never,
          stop: never,
          limits: { maxRows: MAX_ROWS, maxHeapBytes: HEAP_MB * MB },
          onEvent: () => undefined,
          onStage: () => undefined,
        })
        time.close()
        if (!outcome.ok) throw new Error(outcome.failure.message)
        return outcome.rowCount
      }),
  }
}
