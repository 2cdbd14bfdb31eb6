import { RuleBook, type Timing } from '../../shared/rule-book.ts'
import type { ProviderId } from '../providers.ts'
import type { AiPurpose, AiRequest } from '../http/ai-log.ts'
import type { Problem } from '../problems/problem.ts'

/** What goes wrong. Times are in milliseconds, `retryAfter` in seconds. */
export type AiEffect =
  /** What the provider says about it, with its own status: a bad key is 401 at most of them, 400 at Google. */
  | { readonly kind: 'problem'; readonly problem: Problem; readonly message?: string; readonly retryAfter?: number }
  /** The provider's error body with this status. */
  | { readonly kind: 'error'; readonly status: number; readonly message?: string; readonly retryAfter?: number }
  /** A page of nginx. */
  | { readonly kind: 'html'; readonly status: number }
  /** An error where an answer with 200 is due; in a stream it arrives halfway. */
  | { readonly kind: 'error_in_200' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'delay'; readonly ms: number }
  /** Half the answer, ending as if it were whole. */
  | { readonly kind: 'truncated' }
  /** Half the answer, then a reset connection. */
  | { readonly kind: 'reset' }
  /** Half the answer, then nothing. */
  | { readonly kind: 'stall' }
  | { readonly kind: 'trickle'; readonly pieceBytes: number; readonly everyMs: number }
  /** The answer of the model is no JSON, JSON within prose, or JSON of another shape. */
  | { readonly kind: 'broken_json' }
  | { readonly kind: 'fenced_json' }
  | { readonly kind: 'wrong_schema' }
  | { readonly kind: 'empty_answer' }
  | { readonly kind: 'huge_answer'; readonly characters: number }
  /** The limit of tokens ends it halfway. */
  | { readonly kind: 'cut_off' }
  | { readonly kind: 'refusal' }
  | { readonly kind: 'content_filter' }

export type AiFaultRule = AiEffect &
  Timing & {
    readonly provider?: ProviderId
    readonly model?: string
    /** Only questions, or only lists of models; both, and anything else, by default. */
    readonly on?: AiPurpose
    /** Only requests whose address contains this text. */
    readonly path?: string
  }

export type AiFaults = RuleBook<AiFaultRule, AiRequest>

export function newAiFaults(): AiFaults {
  const fits = (wanted: string | undefined, actual: string | undefined) => wanted === undefined || wanted === actual
  return new RuleBook<AiFaultRule, AiRequest>(
    (rule, request) =>
      fits(rule.provider, request.provider) &&
      fits(rule.model, request.prompt?.model) &&
      fits(rule.on, request.purpose) &&
      (rule.path === undefined || request.url.includes(rule.path)),
  )
}
