import { describe, expect, it } from 'vitest'
import { ANSWER, never, PROMPT, PROVIDERS, startSimulator, startWorkbench, targetAt } from './testing/ai-workbench.ts'

describe.each(PROVIDERS)('%s', (provider) => {
  it('answers by the schema', async () => {
    const simulator = await startSimulator()
    const { ai } = startWorkbench()

    const answer = await ai.ask(targetAt(provider, simulator.baseUrls[provider]), PROMPT, never)

    expect(answer).toEqual({ value: ANSWER, usage: { inputTokens: 71, outputTokens: 18 } })
    expect(simulator.requests).toHaveLength(1)
  })
})
