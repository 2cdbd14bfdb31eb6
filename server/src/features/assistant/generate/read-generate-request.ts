import type { GenerateQueryBody } from '@heddle/contract/ai.ts'
import { describeCanvas } from '@heddle/domain/ai/proposal/describe-canvas.ts'
import type { WireLists } from '@heddle/domain/ai/proposal/proposal.ts'
import { canvasSizeFault } from '@heddle/domain/canvas/budget.ts'
import { checkShape } from '@heddle/domain/canvas/check-shape.ts'
import { estimateTokens } from '@heddle/domain/retrieval/context-of.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { type FieldMessages, hasError, mergeMessages, validFields } from '../../../kernel/field-messages.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'

export type GenerateRequest = {
  readonly body: GenerateQueryBody
  readonly faults: FieldMessages
  readonly signal: AbortSignal
}

export type ReadRequest = {
  readonly prompt: string
  /** The existing canvas, and as the prompt holds it. */
  readonly canvas: { readonly lists: WireLists; readonly text: string } | undefined
}

/** The rest of the context is the class model's. */
const MOST_CANVAS_TOKENS = 3_000
/** A plan lists no more parts, see `parseCanvas`. */
const MOST_PARTS = { nodes: 100, edges: 200, post_processors: 100 } as const

type Connections = Pick<ControllerConnectionsService, 'find'>

/** Reads a request; all of its faults are in one answer. */
export async function readGenerateRequest(
  { body, faults }: GenerateRequest,
  connections: Connections,
): Promise<ReadRequest> {
  const { prompt, controller_connection: connection, canvas } = validFields(body, faults)
  const found = mergeMessages(
    faults,
    prompt !== undefined && prompt.trim() === '' ? { prompt: ['This field may not be blank.'] } : {},
    connection != null && !(await connections.find(connection.toLowerCase()))
      ? { controller_connection: ['This connection does not exist.'] }
      : {},
  )
  const read = canvas == null || hasError(found, 'canvas') ? undefined : readCanvas(canvas)
  const all = mergeMessages(found, read && 'faults' in read ? read.faults : {})
  if (Object.keys(all).length > 0) throw new FieldErrors(all)
  return { prompt: prompt!, canvas: read && 'lists' in read ? read : undefined }
}

function readCanvas(
  canvas: NonNullable<GenerateQueryBody['canvas']>,
): ReadRequest['canvas'] | { readonly faults: FieldMessages } {
  const { nodes, edges = [], post_processors = [] } = canvas
  const lists = { nodes, edges, post_processors }
  const shape = checkShape(lists)
  if (Object.keys(shape).length > 0) return { faults: within('canvas', shape) }
  const crowded = Object.entries(MOST_PARTS).flatMap(([field, most]) => {
    const count = lists[field as keyof typeof MOST_PARTS].length
    return count > most ? [`${count} ${field}: expected at most ${most}.`] : []
  })
  const size = canvasSizeFault(lists)
  if (size !== undefined || crowded.length > 0)
    return { faults: { canvas: [...crowded, ...(size === undefined ? [] : [`${size}.`])] } }
  const sound = lists as WireLists
  const text = describeCanvas(sound)
  const tokens = estimateTokens(text)
  if (tokens <= MOST_CANVAS_TOKENS) return { lists: sound, text }
  return {
    faults: {
      canvas: [`The canvas is too large for AI: about ${tokens} tokens, expected at most ${MOST_CANVAS_TOKENS}.`],
    },
  }
}

const within = (field: string, faults: FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(faults).map(([name, messages]) => [`${field}.${name}`, messages]))
