import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '../../adapters/database/database.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY, MINUTE, SECOND } from '../../kernel/durations.ts'
import {
  type Claimed,
  type IdempotencyKeys,
  type KeptAnswer,
  LARGEST_ANSWER_BYTES,
} from '../../platform/idempotency/idempotency-keys.ts'
import { deleteInBatches } from '../../platform/sql/delete-in-batches.ts'
import {
  claimKey,
  deleteKeysBefore,
  keepAnswer,
  releaseKey,
  releaseUnanswered,
  renewKeys,
} from './idempotency.store.ts'
import type { IdempotencyRow } from './idempotency.tables.ts'

export type IdempotencyService = IdempotencyKeys & {
  readonly deleteOld: () => Promise<void>
  /** Frees what an earlier process left behind. */
  readonly prepare: () => Promise<void>
  /** Says from now on that what runs here still runs. */
  readonly start: () => void
  readonly stop: () => void
}
type Parts = { readonly database: Database; readonly secrets: SecretBox; readonly clock: Clock }

const KEPT_FOR_MS = DAY
/** A process that has not said for so long that a request runs has died. */
const SILENT_FOR_MS = 2 * MINUTE
const SAY_EVERY_MS = 20 * SECOND
const CLEANUP_BATCH = 500

/** Answers of requests with a key, kept in the database, so that any process can give them again. */
export function createIdempotencyService(parts: Parts): IdempotencyService {
  const { database, clock } = parts
  const mine = new Set<string>()
  let timer: ReturnType<Clock['repeat']> | undefined
  return {
    claim: async ({ userId, path, key, request }) => {
      const now = clock.now()
      const claim = {
        id: randomUUID(),
        userId,
        keyHash: sha256(`${path}\n${key}`),
        requestHash: sha256(request),
        startedAt: now,
      }
      const other = await claimKey(database.db, claim, {
        kept: new Date(now.getTime() - KEPT_FOR_MS),
        running: new Date(now.getTime() - SILENT_FOR_MS),
      })
      if (other !== undefined) return claimedBefore(parts, other, claim.requestHash)
      mine.add(claim.id)
      return { kind: 'taken', id: claim.id }
    },
    keep: (id, answer) => {
      mine.delete(id)
      return keepAnswer(database.db, id, sealed(parts, id, answer))
    },
    release: (id) => {
      mine.delete(id)
      return releaseKey(database.db, id)
    },
    // The embedded database belongs to one process, so no other can still be at it.
    prepare: async () => {
      if (database.kind === 'embedded') await releaseUnanswered(database.db)
    },
    start: () => {
      // What cannot be said now is said the next time.
      const say = () => renewKeys(database.db, [...mine], clock.now()).catch(() => undefined)
      timer = clock.repeat(async () => {
        if (mine.size > 0) await say()
      }, SAY_EVERY_MS)
    },
    stop: () => timer?.cancel(),
    deleteOld: async () => {
      const before = new Date(clock.now().getTime() - KEPT_FOR_MS)
      await deleteInBatches(CLEANUP_BATCH, (limit) => deleteKeysBefore(database.db, before, limit))
    },
  }
}

function claimedBefore({ secrets }: Parts, row: IdempotencyRow, requestHash: string): Claimed {
  if (row.requestHash !== requestHash) return { kind: 'mismatch' }
  if (row.status === null) return { kind: 'running' }
  if (row.answerSealed === null) return { kind: 'not kept' }
  const body = secrets.open(row.answerSealed, placeOf(row.id)).reveal()
  return { kind: 'kept', answer: { status: row.status, headers: row.headers ?? {}, body } }
}

function sealed({ secrets }: Parts, id: string, { status, headers, body }: KeptAnswer) {
  const isKept = body !== undefined && Buffer.byteLength(body) <= LARGEST_ANSWER_BYTES
  return { status, headers, answerSealed: isKept ? secrets.seal(body, placeOf(id)) : null }
}

const placeOf = (id: string) => ({ table: 'idempotency_keys', column: 'answer_sealed', row: id })

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
