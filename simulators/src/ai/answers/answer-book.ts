import type { AiPrompt, Answers } from './ai-prompt.ts'
import { sampleAnswer } from './sample-answer.ts'

/** Knows what to answer next. */
export class AnswerBook {
  #answers: Answers
  #used = 0

  constructor(answers: Answers = []) {
    this.#answers = answers
  }

  use(answers: Answers): void {
    this.#answers = answers
    this.#used = 0
  }

  async next(prompt: AiPrompt): Promise<string> {
    const answers = this.#answers
    const answer =
      typeof answers === 'function' ? await answers(prompt) : (answers[this.#used++] ?? sampleAnswer(prompt))
    return typeof answer === 'string' ? answer : JSON.stringify(answer)
  }
}
