import { randomUUID } from 'node:crypto'
import { LONGEST_WAIVER_YEARS } from '@heddle/contract/waivers.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { isAllowed, may } from '../../kernel/access.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { timestamp } from '../../kernel/instants.ts'
import { isOwnerOrManager } from '../../kernel/ownership.ts'
import type { Audit } from '../audit/index.ts'
import { deleteWaiver, insertWaiver } from './waivers.store.ts'
import type { WaiverRow } from './waivers.tables.ts'

type Parts = { readonly audit: Audit; readonly clock: Clock }
type Query = { readonly id: string; readonly name: string }
/** What a waiver says. */
export type WaiverContent = Pick<WaiverRow, 'resource' | 'controllerConnectionId' | 'until' | 'reason'>
export type WaiverChange = {
  readonly query: Query
  readonly ended: readonly WaiverRow[]
  readonly created: readonly WaiverContent[]
}

const ADD = may('queries.add_waiver')

/** Who may change the query, and holders of the permission. */
export const mayWaive = (caller: Caller, owner: number | null): boolean =>
  isOwnerOrManager(caller, owner) || isAllowed(ADD, caller)

/** Why a waiver cannot last until then, under `until`. */
export function untilFaults(text: string, until: Date | undefined, now: Date): Record<string, string[]> {
  if (until === undefined) return { until: [`${text}: expected an ISO 8601 date and time.`] }
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + LONGEST_WAIVER_YEARS)
  if (until <= now) return { until: [`${timestamp(until)} is in the past.`] }
  return until > latest ? { until: [`${timestamp(until)} is more than ${LONGEST_WAIVER_YEARS} years ahead.`] } : {}
}

/** Stores a waiver, and returns its id. `said` is what the audit log keeps of the request. */
export async function addWaiver(
  { audit, clock }: Parts,
  tx: Executor,
  caller: Caller,
  query: Query,
  content: WaiverContent,
  said: object = { ...content, until: timestamp(content.until) },
): Promise<string> {
  const id = randomUUID()
  const { resource } = content
  const until = timestamp(content.until)
  await insertWaiver(tx, {
    ...{ id, savedQueryId: query.id, ...content },
    ...{ createdBy: caller.id, createdAt: clock.now(), expiredAt: null },
  })
  await audit.record(tx, {
    action: 'waiver_create',
    description: `Findings of saved query "${query.name}" about ${resource} were waived until ${until}`,
    target: { type: 'waiver', id },
    metadata: { saved_query: query.id, resource, until },
    content: said,
  })
  return id
}

export async function endWaiver(
  { audit }: Pick<Parts, 'audit'>,
  tx: Executor,
  query: Pick<Query, 'name'>,
  { id, savedQueryId, resource, until }: WaiverRow,
): Promise<void> {
  await deleteWaiver(tx, id)
  await audit.record(tx, {
    action: 'waiver_end',
    description: `The waiver for findings of saved query "${query.name}" about ${resource} was ended`,
    target: { type: 'waiver', id },
    metadata: { saved_query: savedQueryId, resource, until: timestamp(until) },
  })
}

export async function replaceWaivers(
  parts: Parts,
  tx: Executor,
  caller: Caller,
  { query, ended, created }: WaiverChange,
): Promise<void> {
  for (const waiver of ended) await endWaiver(parts, tx, query, waiver)
  for (const content of created) await addWaiver(parts, tx, caller, query, content)
}
