import type { ServerResponse } from 'node:http'
import { EMPTY_ANSWER, sendJson } from './scripted-controller.ts'

/** Holds responses until a test releases them. */
export function heldResponses() {
  const held: { name: string; response: ServerResponse }[] = []
  let wake = (): void => undefined
  return {
    held,
    hold: (response: ServerResponse, name = '') => {
      held.push({ name, response })
      wake()
    },
    arrived: async (count: number) => {
      while (held.length < count) await new Promise<void>((resolve) => (wake = resolve))
    },
    answerAll: () => {
      for (const { response } of held) if (!response.writableEnded) sendJson(response, EMPTY_ANSWER)
    },
  }
}
