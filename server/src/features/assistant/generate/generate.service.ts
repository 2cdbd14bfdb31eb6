import type { PromptDryRunReply, GenerateQueryReply } from '@heddle/contract/ai.ts'
import { classesNamedIn } from '@heddle/domain/ai/proposal/describe-canvas.ts'
import { EMPTY_LISTS } from '@heddle/domain/ai/proposal/proposal.ts'
import { readProposal } from '@heddle/domain/ai/proposal/read-proposal.ts'
import { type Correction, type ProposalRequest, writePrompt } from '@heddle/domain/ai/proposal/write-prompt.ts'
import { promptText } from '@heddle/domain/ai/prompt.ts'
import { estimateTokens } from '@heddle/domain/retrieval/context-of.ts'
import { AiFailure } from '../../../adapters/ai-provider/ai-failure.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { BadGateway, Conflict, Forbidden, ServiceUnavailable } from '../../../kernel/errors.ts'
import { laneOf } from '../../../kernel/lane.ts'
import { type AiRefusal, AiRefused, type AiUses, type Ask } from '../../ai/index.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { Planners } from '../../planning/index.ts'
import type { MimService } from '../../mim/index.ts'
import { presentDraft } from './generate.presenter.ts'
import { type GenerateRequest, type ReadRequest, readGenerateRequest } from './read-generate-request.ts'
import { type Draft, betterOf, isDone } from './rounds.ts'

export type GenerateDependencies = {
  readonly uses: AiUses
  readonly connections: Pick<ControllerConnectionsService, 'find'>
  readonly mim: Pick<MimService, 'retrieval'>
  readonly planners: Planners
}

export type GenerateService = ReturnType<typeof createGenerateService>

/** Canvas and class model together stay below it. */
const CONTEXT_TOKENS = 4_000
/** The first answer, and two that correct it. */
const MOST_ROUNDS = 3
const MOST_INCLUDED = 20

/** Plain language to a canvas that runs. */
export function createGenerateService({ uses, connections, mim, planners }: GenerateDependencies) {
  async function requestFor({ prompt, canvas }: ReadRequest): Promise<ProposalRequest> {
    const budget = CONTEXT_TOKENS - (canvas ? estimateTokens(canvas.text) : 0)
    const included = canvas ? classesNamedIn(canvas.lists).slice(0, MOST_INCLUDED) : []
    const context = mim.retrieval.contextFor(prompt, budget, included)
    if (!context) throw noModel()
    return { question: prompt, classModel: context.text, canvas: canvas?.text, manner: await uses.manner() }
  }

  async function planned(
    actor: Actor,
    { canvas }: ReadRequest,
    answer: NonNullable<ReturnType<typeof readProposal>>,
    signal: AbortSignal,
  ) {
    const order = { base: canvas?.lists ?? EMPTY_LISTS, proposal: answer }
    const plan = await planners.use(laneOf(actor), signal, (planner) => planner.planProposal(order))
    if (!plan) throw noModel()
    return plan
  }

  /** Asks until the answer has no problems left, but not for long: what is left of the best answer is the draft. */
  async function converse(
    actor: Actor,
    read: ReadRequest,
    request: ProposalRequest,
    ask: Ask,
    signal: AbortSignal,
  ): Promise<Draft> {
    let best: Draft | undefined
    let correction: Correction | undefined
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      const answer = await ask(writePrompt(request, correction), (value) => readAnswer(value, read)).catch(
        (error: unknown) => {
          // An answer with gaps is better than none.
          if (best && error instanceof AiFailure && error.reason !== 'cancelled') return undefined
          throw error
        },
      )
      if (!answer) break
      const draft = await planned(actor, read, answer.proposal, signal)
      best = best ? betterOf(best, draft) : draft
      if (isDone(draft)) break
      correction = { answer: answer.value, problems: draft.problems }
    }
    return best!
  }

  return {
    /** What would be sent. Needs no provider and no quota, but somebody who may use AI. */
    dryRun: async (actor: Actor, request: GenerateRequest): Promise<PromptDryRunReply> => {
      const read = await readGenerateRequest(request, connections)
      const refusal = await uses.refusalFor(actor)
      if (refusal?.reason === 'switched_off' || refusal?.reason === 'not_allowed') throw refusalError(refusal)
      const prompt = promptText(writePrompt(await requestFor(read)))
      return { prompt, tokens: estimateTokens(prompt) }
    },

    generate: async (actor: Actor, request: GenerateRequest): Promise<GenerateQueryReply> => {
      const read = await readGenerateRequest(request, connections)
      const refusal = await uses.refusalFor(actor)
      if (refusal) throw refusalError(refusal)
      const question = await requestFor(read)
      const order = { actor, purpose: 'generate_query', signal: request.signal } as const
      const { draft, spent } = await uses
        .use(order, async (ask, spent) => ({
          draft: await converse(actor, read, question, ask, request.signal),
          spent: spent(),
        }))
        .catch((error: unknown) => {
          throw aiError(error)
        })
      return presentDraft(draft, read, spent)
    },
  }
}

function readAnswer(value: unknown, { canvas }: ReadRequest) {
  const proposal = readProposal(value, canvas !== undefined)
  return proposal && { proposal, value }
}

const noModel = () =>
  new Conflict(
    'No class model is installed. An administrator can import one (POST /api/mim-registry/remote/install/).',
    'mim_not_installed',
  )

const refusalError = ({ reason, detail }: AiRefusal) =>
  reason === 'not_configured' ? new ServiceUnavailable(detail) : new Forbidden(detail)

function aiError(error: unknown): unknown {
  if (error instanceof AiRefused) return refusalError(error.refusal)
  return error instanceof AiFailure ? new BadGateway(error.message) : error
}
