import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Executor } from '../../adapters/database/database.ts'
import { deleteInstanceSetting, readInstanceSetting, writeInstanceSetting } from './instance-settings.ts'

const KEY = 'standstill'

/** Why this copy of the data does nothing on its own at the moment. */
const Standstill = Type.Union([
  /** Requests are answered; schedules, jobs, mails and launches wait. */
  Type.Object({ kind: Type.Literal('paused'), since: Type.String() }),
  /** The data lives elsewhere now, so the program does not start here. */
  Type.Object({ kind: Type.Literal('moved'), since: Type.String(), to: Type.String() }),
])
export type Standstill = Static<typeof Standstill>

export async function readStandstill(db: Executor): Promise<Standstill | undefined> {
  return parse(await readInstanceSetting(db, KEY))
}

export async function setStandstill(db: Executor, standstill: Standstill): Promise<void> {
  await writeInstanceSetting(db, KEY, standstill)
}

/** Returns what has ended; of several calls at a time only one gets it. */
export async function endStandstill(db: Executor): Promise<Standstill | undefined> {
  return parse(await deleteInstanceSetting(db, KEY))
}

const parse = (value: unknown): Standstill | undefined => (Check(Standstill, value) ? value : undefined)
