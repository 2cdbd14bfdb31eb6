import { describe, expect, it } from 'vitest'
import {
  ANSWER,
  askObject,
  askText,
  CLIENT_NAMES,
  CLIENTS,
  startTestAi,
  streamAnswer,
  streamObject,
} from './testing/ai-client.ts'

/** Ollama's library sends `maxOutputTokens` under a name that Ollama does not know. */
const limit = { maxOutputTokens: 2, providerOptions: { ollama: { options: { num_predict: 2 } } } }
const TEXT = 'Three EPGs — “web”, “app” and 𝒹𝒷 — exist in this tenant.'

describe.each(CLIENT_NAMES)('the client library of %s', (name) => {
  it('reads a text and its counts', async () => {
    const ai = await startTestAi({ answers: [TEXT] })

    const { text, finishReason, usage } = await askText(CLIENTS[name](ai))

    expect([text, finishReason]).toEqual([TEXT, 'stop'])
    expect(usage).toMatchObject(ai.requests[0]!.usage!)
    expect(ai.requests[0]?.prompt).toMatchObject({
      system: 'Answer briefly.',
      messages: [{ role: 'user', text: 'Which EPGs exist?' }],
      schema: undefined,
      isStreamed: false,
    })
  })

  it('reads an object that follows a schema', async () => {
    const ai = await startTestAi({ answers: [ANSWER] })

    const { output } = await askObject(CLIENTS[name](ai))

    expect(output).toEqual(ANSWER)
    expect(Object.keys(ai.requests[0]!.prompt!.schema!['properties'] as object)).toEqual(Object.keys(ANSWER))
  })

  it('reads an object made up from the schema and the question', async () => {
    const ai = await startTestAi()

    const { output } = await askObject(CLIENTS[name](ai), { prompt: 'Show me faultInst of severity critical' })

    expect(output).toMatchObject({ class_name: 'faultInst' })
  })

  it('reads a stream piece by piece', async () => {
    const ai = await startTestAi({ answers: [TEXT, ANSWER], pieceCharacters: 5 })

    const text = await streamAnswer(CLIENTS[name](ai))
    const object = await streamObject(CLIENTS[name](ai))

    expect([text.text, text.finishReason, JSON.parse(object.text)]).toEqual([TEXT, 'stop', ANSWER])
    expect(text.parts.length).toBeGreaterThan(8)
    expect(text.usage).toMatchObject(ai.requests[0]!.usage!)
    expect(ai.requests[0]?.prompt?.isStreamed).toBe(true)
  })

  it('reads that the limit of tokens was reached', async () => {
    const ai = await startTestAi({ answers: [TEXT] })

    const { text, finishReason, usage } = await askText(CLIENTS[name](ai), limit)

    expect([text, finishReason, usage.outputTokens]).toEqual([TEXT.slice(0, 8), 'length', 2])
  })

  it('reads a large answer', async () => {
    const ai = await startTestAi()
    ai.faults.add({ kind: 'huge_answer', characters: 100_000 })

    const { text } = await askText(CLIENTS[name](ai))

    expect(text.length).toBeGreaterThan(100_000)
  })
})
