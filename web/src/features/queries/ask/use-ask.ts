import type { PartDiff } from '@heddle/domain/canvas-editing/diff.ts'
import { applyChanges } from '@heddle/domain/canvas-editing/changes.ts'
import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CanvasStore } from '../../../canvas/canvas-store.ts'
import { draftOf } from '../../../canvas/draft-of.ts'
import { settledPlaces } from '../../../canvas/layout/places.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { AI_KEY } from '../../../resources/ai.ts'
import { acceptedWith, changesTowards, openParts, type Proposal, proposalOf } from './proposal.ts'
import { words } from './words.ts'

/** What a query may be called, once a proposal for it was accepted. */
export type Suggested = { readonly name: string; readonly description: string }

export type Asking = {
  readonly ask: (question: string) => void
  readonly cancel: () => void
  readonly isAsking: boolean
  /** What was asked last, and why there is no answer. */
  readonly asked: string | undefined
  readonly error: Error | null
  readonly forget: () => void
  /** The last answer, whatever became of it. */
  readonly answered: Proposal | undefined
  readonly proposal: Proposal | undefined
  readonly suggested: Suggested | undefined
  /** What the provider is, or was, sent for a question about the canvas on the screen. */
  readonly sentFor: (question: string) => Promise<Wire.PromptDryRunReply>
  readonly accept: (part: PartDiff) => void
  readonly reject: (part: PartDiff) => void
  readonly acceptAll: () => void
  readonly rejectAll: () => void
}

/** Questions to AI about one canvas, and what becomes of the answers. Everything accepted of one answer is one Undo. */
export function useAsk(store: CanvasStore, connection: string | undefined): Asking {
  const { ai } = useHeddle()
  const cache = useQueryClient()
  const [proposal, setProposal] = useState<Proposal>()
  const [suggested, setSuggested] = useState<Suggested>()
  const gestures = useRef(0)
  const running = useRef<AbortController>(undefined)
  const drawing = () => store.getState().history.present
  const asking = useWrite({
    mutationFn: async (question: string) => {
      running.current = new AbortController()
      const { signal } = running.current
      return proposalOf(question, await ai.generateQuery(bodyOf(question, drawing(), connection), {}, { signal }))
    },
    onSuccess: (answer) => {
      gestures.current += 1
      if (answer.target.nodes.length > 0 && openParts(drawing(), answer).length === 0) toast(words.proposal.same)
      setProposal(answer)
    },
    onSettled: () => cache.invalidateQueries({ queryKey: [...AI_KEY, 'usage'] }),
  })
  const settle = (next: Proposal, parts: number, message: string) => {
    setProposal(parts === 0 ? undefined : next)
    if (parts === 0) toast(message)
  }
  const take = (given: Proposal, parts: readonly PartDiff[]) => {
    const { change } = store.getState()
    const canvas = drawing()
    change([...settledPlaces(canvas), ...changesTowards(canvas, given.target, parts)], `proposal ${gestures.current}`)
    setSuggested({ name: given.name, description: given.description })
    settle(given, openParts(drawing(), given).length, words.proposal.accepted)
  }
  return {
    ask: (question) => asking.mutate(question),
    cancel: () => running.current?.abort(),
    isAsking: asking.isPending,
    asked: asking.variables,
    error: asking.error?.name === 'AbortError' ? null : asking.error,
    forget: asking.reset,
    answered: asking.data,
    proposal,
    suggested,
    sentFor: (question) => ai.generateQuery(bodyOf(question, drawing(), connection), { dry_run: true }),
    accept: (part) => proposal && take(proposal, acceptedWith(drawing(), proposal, part)),
    acceptAll: () => proposal && take(proposal, openParts(drawing(), proposal)),
    reject: (part) => {
      if (!proposal) return
      const target = applyChanges(proposal.target, changesTowards(proposal.target, drawing(), [part]))
      const next = { ...proposal, target }
      settle(next, openParts(drawing(), next).length, words.proposal.rejected)
    },
    rejectAll: () => {
      setProposal(undefined)
      toast(words.proposal.rejected)
    },
  }
}

/** An empty canvas is not sent: the answer then stands for itself. */
function bodyOf(prompt: string, canvas: WireCanvas, connection: string | undefined): Wire.GenerateQueryBody {
  return {
    prompt,
    ...(connection !== undefined && { controller_connection: connection }),
    ...(canvas.nodes.length > 0 && { canvas: draftOf(canvas) }),
  }
}
