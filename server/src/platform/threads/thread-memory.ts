import type { LoanRequest } from '../memory/loans.ts'
import type { MemoryBudget } from '../memory/memory-budget.ts'

const MB = 1024 * 1024
/** The process, other threads and runs have to fit beside one, on a small machine too. */
const MOST_OF_LIMIT = 1 / 8

export type ThreadBudget = Pick<MemoryBudget, 'borrow' | 'limitBytes' | 'onShort'>

type Terms = {
  /** What it may take on a machine that has it: the young heap and the rest. */
  readonly mostMb: number
  readonly youngHeapMb: number
  /** What it may take of a machine. */
  readonly share?: number
} & Pick<LoanRequest, 'longestWaitMs' | 'isPart'>

/** How large the heap of a thread may get on this machine, and how as much is borrowed before one is used. */
export function threadMemory(budget: ThreadBudget, { mostMb, youngHeapMb, share = MOST_OF_LIMIT, ...terms }: Terms) {
  const allMb = Math.min(mostMb, Math.floor((share * budget.limitBytes) / MB))
  return {
    memory: { heapMb: Math.max(1, allMb - youngHeapMb), youngHeapMb },
    borrow: (lane: unknown, signal: AbortSignal) => budget.borrow({ ...terms, bytes: allMb * MB, lane, signal }),
    onShort: (giveUp: () => void) => budget.onShort(giveUp),
  }
}
