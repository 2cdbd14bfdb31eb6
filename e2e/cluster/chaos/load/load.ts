import { setTimeout as delay } from 'node:timers/promises'
import type { ControllerSimulator } from '@heddle/simulators/controller/start-controller.ts'
import type { Gateway } from '../gateway.ts'
import type { Ledger } from '../ledger.ts'
import type { Prepared } from './prepare.ts'

export type LoadContext = {
  readonly gateway: Gateway
  readonly ledger: Ledger
  readonly prepared: Prepared
  readonly controller: ControllerSimulator
  /** Aborted when the load is to end. */
  readonly signal: AbortSignal
  /** Those who follow a run until it ends, also after the load. */
  readonly followers: Set<Promise<void>>
  /** Aborted when nobody waits for them any longer. */
  readonly giveUp: AbortSignal
}

/** One thing that users do, over and over. */
export type Act = (context: LoadContext, round: number) => Promise<void>

/** Does it again and again with a pause between; no answer is what chaos is about, and no reason to stop. */
export async function repeat(context: LoadContext, everyMs: number, act: Act): Promise<void> {
  for (let round = 1; !context.signal.aborted; round += 1) {
    await act(context, round).catch(() => undefined)
    await delay(everyMs, undefined, { signal: context.signal }).catch(() => undefined)
  }
}
