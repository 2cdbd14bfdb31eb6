import type { Static, TObject } from 'typebox'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../../kernel/caller.ts'
import type { Operations } from '../../../platform/operations.ts'
import type { AutomationLaunch } from '../../automation/index.ts'
import type { LogsService, ResultsService, RunsService } from '../../executions/index.ts'
import type { AgentBudget } from '../agent-budget.ts'

/** What tools are made of. */
export type ToolParts = {
  readonly operations: Operations
  readonly runs: Pick<RunsService, 'execute'>
  readonly logs: Pick<LogsService, 'find'>
  readonly results: Pick<ResultsService, 'lines'>
  readonly launch: AutomationLaunch
  readonly budget: AgentBudget
  readonly rowsPerCall: number
}

/** One call: who makes it, in which request. */
export type ToolCall = { readonly caller: Caller; readonly request: FastifyRequest; readonly signal: AbortSignal }

export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: TObject
  readonly output: TObject
  /** What it changes, for clients that ask people first. */
  readonly effect: 'reads' | 'runs' | 'proposes'
  readonly run: (parts: ToolParts, call: ToolCall, input: never) => Promise<object>
}

/** The input has been checked against its schema. */
export const tool = <S extends TObject>(
  definition: Omit<Tool, 'input' | 'run'> & {
    readonly input: S
    readonly run: (parts: ToolParts, call: ToolCall, input: Static<S>) => Promise<object>
  },
): Tool => definition
