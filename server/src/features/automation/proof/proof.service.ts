import type { Verification } from '@heddle/contract/automation.ts'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { Conflict, orNotFound } from '../../../kernel/errors.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { CheckedRowBlame } from '../automation.tables.ts'
import type { SeenRequests } from '../requests/require-seen.ts'
import { presentVerification } from '../verification/verifications.presenter.ts'
import { findNewest, type VerificationRow } from '../verification/verifications.store.ts'
import { findProvenRequest, type ProvenRequest, readExecutions, readLaunchedRows } from './proof.store.ts'
import { objectHash, type SealedObject, sealed } from '../../../platform/text/sealed-json.ts'

type Dependencies = {
  readonly database: Database
  readonly requests: SeenRequests
}

export type ProofService = {
  /** As canonical JSON, in parts. */
  readonly json: (actor: Actor, id: string) => Promise<AsyncIterable<string>>
  readonly read: (actor: Actor, id: string) => Promise<Proof>
}

/** What is said about a request as a whole. */
export type ProofFacts = ReturnType<typeof factsOf>
export type ProofRow = {
  readonly index: number
  readonly values: Record<string, unknown>
  readonly before: Record<string, unknown> | null
}
export type ProofExecution = ReturnType<typeof presentExecution>
/** A proof to read from beginning to end: the lists are read while they are shown. */
export type Proof = {
  readonly facts: ProofFacts
  readonly rows: AsyncIterable<ProofRow>
  readonly executions: AsyncIterable<ProofExecution>
  readonly after: VerificationRow['after']
  readonly blame: readonly CheckedRowBlame[]
  readonly sha256: string
}

/** What somebody can show of a change: what was asked, by whom, what the jobs said, and what the source held after. */
export function createProofService({ database: { db }, requests }: Dependencies): ProofService {
  async function find(actor: Actor, id: string) {
    await requests.find(actor, id)
    const request = orNotFound(await findProvenRequest(db, id))
    if (request.finishedAt === null) throw new Conflict('The request has not ended.', 'not_finished')
    return { request, newest: await findNewest(db, id) }
  }

  return {
    json: async (actor, id) => {
      const { request, newest } = await find(actor, id)
      return sealed(objectOf(db, request, newest))
    },

    read: async (actor, id) => {
      const { request, newest } = await find(actor, id)
      return {
        facts: factsOf(request, newest),
        rows: readLaunchedRows(db, id),
        executions: executionsOf(db, id),
        after: newest?.after ?? [],
        blame: newest?.rowBlames ?? [],
        sha256: await objectHash(objectOf(db, request, newest)),
      }
    },
  }
}

function objectOf(db: Executor, request: ProvenRequest, newest: VerificationRow | undefined): SealedObject {
  const { source, started_at, status, template, verification, version, ...facts } = factsOf(request, newest)
  return {
    before: {
      ...Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { value }])),
      after: { value: newest?.after ?? [] },
      ...(newest?.rowBlames && { blame: { value: newest.rowBlames } }),
      executions: { items: executionsOf(db, request.id) },
      rows: { items: readLaunchedRows(db, request.id) },
    },
    after: { source, started_at, status, template, verification, version },
  }
}

function factsOf(request: ProvenRequest, newest: VerificationRow | undefined) {
  const verification: Verification | null = newest ? presentVerification(newest) : null
  return {
    version: 1,
    request: request.id,
    template: { id: request.templateId, name: request.template.name, job_template: request.template.jobTemplateId },
    requested_by: request.username,
    comment: request.comment,
    started_at: timestamp(request.startedAt),
    finished_at: timestamp(request.finishedAt),
    status: request.status,
    source: request.source,
    approval: request.approvalStatus && {
      status: request.approvalStatus,
      decided_by: request.approvalDecidedBy,
      decided_at: timestamp(request.approvalDecidedAt),
      note: request.approvalNote ?? '',
    },
    verification,
  }
}

async function* executionsOf(db: Executor, requestId: string): AsyncGenerator<ProofExecution> {
  for await (const execution of readExecutions(db, requestId)) yield presentExecution(execution)
}

type StoredExecution = ReturnType<typeof readExecutions> extends AsyncGenerator<infer Row> ? Row : never

const presentExecution = ({ job, url, revision, status, output, outputSha256, outputBytes }: StoredExecution) => ({
  job,
  url,
  revision,
  status,
  output,
  output_sha256: outputSha256,
  output_bytes: outputBytes,
})
