import { counter, histogram } from '../../platform/metrics/metric.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'

const QUESTIONS = counter('heddle_ai_questions_total', 'Questions put to AI providers, by purpose and outcome.', [
  'purpose',
  'outcome',
])
const SECONDS = histogram(
  'heddle_ai_question_seconds',
  'From a question to its answer, or its failure.',
  [0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120],
  ['purpose'],
)
const TOKENS = counter(
  'heddle_ai_tokens_total',
  'Tokens as the providers counted them, sent (input) and received (output).',
  ['direction'],
)

export const AI_METRICS = [QUESTIONS, SECONDS, TOKENS]

export type AiMetrics = ReturnType<typeof createAiMetrics>

/** What an operator watches: whether providers answer, how quickly, and how much is asked of them. */
export function createAiMetrics(metrics: Metrics) {
  return { questions: metrics.counter(QUESTIONS), seconds: metrics.histogram(SECONDS), tokens: metrics.counter(TOKENS) }
}
