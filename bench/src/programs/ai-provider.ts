import { startAi } from '@heddle/simulators/ai/start-ai.ts'

const ANSWER = {
  classes: ['fvBD', 'fvCtx', 'fvSubnet'].map((name) => ({
    name,
    reason: `The question is about ${name}.`,
    properties: ['name'],
    filters: [],
  })),
}

/** Simulated AI providers that answer at once, except Mistral, which never does. */
export async function open() {
  const ai = await startAi({ answers: () => ANSWER })
  ai.faults.add({ kind: 'hang', provider: 'mistral' })
  return {
    access: async () => ({
      openai: ai.baseUrls.openai,
      mistral: ai.baseUrls.mistral,
      key: ai.settings.keys.openai ?? '',
    }),
    /** What was sent with the last question to OpenAI, and where to. */
    lastQuestion: async () => {
      const { url, body } = ai.requests.findLast(
        ({ provider, purpose }) => provider === 'openai' && purpose === 'chat',
      )!
      return { url: `${ai.url}${url}`, body }
    },
    close: () => ai.close(),
  }
}
