import { Counter, Histogram, type Registry } from 'prom-client'

export type AiMetrics = ReturnType<typeof createAiMetrics>

/** What an operator watches: whether providers answer, how quickly, and how much is asked of them. */
export function createAiMetrics(registry: Registry) {
  const registers = [registry]
  return {
    questions: new Counter({
      name: 'heddle_ai_questions_total',
      help: 'Questions put to AI providers, by purpose and outcome.',
      labelNames: ['purpose', 'outcome'] as const,
      registers,
    }),
    seconds: new Histogram({
      name: 'heddle_ai_question_seconds',
      help: 'Seconds from a question to its answer, or its failure.',
      labelNames: ['purpose'] as const,
      buckets: [0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120],
      registers,
    }),
    tokens: new Counter({
      name: 'heddle_ai_tokens_total',
      help: 'Tokens as the providers counted them, sent (input) and received (output).',
      labelNames: ['direction'] as const,
      registers,
    }),
  }
}
