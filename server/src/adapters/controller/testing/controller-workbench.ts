import { BlockList } from 'node:net'
import { type Logger, pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { ControllerOptions } from '../controller-options.ts'
import { ControllerPool } from '../controller-pool.ts'
import type { ControllerTarget } from '../controller-target.ts'
import { type Script, type ScriptedController, startScriptedController } from './scripted-controller.ts'

export const USERNAME = 'reader'
export const PASSWORD = 'p4ss"word\\x'

export type Workbench = {
  readonly pool: ControllerPool
  readonly options: ControllerOptions
  readonly logLines: readonly string[]
  /** Everything the pool logged, to check for what must not be there. */
  readonly log: () => string
  readonly clock: { now: number; advance: (ms: number) => void }
}

/** A pool with short delays and its own clock; closed when the test ends. */
export function startWorkbench(changes: Partial<ControllerOptions> = {}): Workbench {
  const logLines: string[] = []
  const logger: Logger = pino({ level: 'trace' }, { write: (line: string) => logLines.push(line) })
  const clock = {
    now: Date.parse('2026-03-01T12:00:00Z'),
    advance: (ms: number) => {
      clock.now += ms
    },
  }
  const options: ControllerOptions = {
    logger,
    deny: new BlockList(),
    now: () => clock.now,
    retryDelayMs: 1,
    ...changes,
  }
  const pool = new ControllerPool(options)
  onTestFinished(() => pool.close())
  return { pool, options, logLines, log: () => logLines.join('\n'), clock }
}

export async function startScripted(script: Script = {}): Promise<ScriptedController> {
  const controller = await startScriptedController(script)
  onTestFinished(() => controller.close())
  return controller
}

export function targetAt(host: string, changes: Partial<ControllerTarget> = {}): ControllerTarget {
  return {
    connectionId: 'c1',
    host,
    username: USERNAME,
    password: { reveal: () => PASSWORD },
    verifySsl: true,
    revision: 1,
    ...changes,
  }
}

export const never: AbortSignal = new AbortController().signal
