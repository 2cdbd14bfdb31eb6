import type { Form } from './put-question.ts'
import type { Way } from './provider-places.ts'
import { Rejection, type Remedy } from './rejection.ts'

/** What a server took, to begin with it next time. */
export type Learnt = { readonly way: Way; readonly form: Form }

type Attempt<T> = (way: Way, form: Form) => Promise<T>

const FIRST_FORM: Form = { answer: 'schema', limit: 'usual' }

/**
 * Tries the ways in their order until one answers, and on each the forms that the server asks for. Only a server that
 * says there is no such place is asked at the next one; if all say so, the first failure is the one to show.
 */
export async function findWay<T>(
  ways: readonly Way[],
  learnt: Learnt | undefined,
  attempt: Attempt<T>,
): Promise<Learnt & { said: T }> {
  let first: Rejection | undefined
  for (const way of inOrder(ways, learnt?.way)) {
    try {
      return { way, ...(await tryForms(way === learnt?.way ? learnt.form : FIRST_FORM, (form) => attempt(way, form))) }
    } catch (error: unknown) {
      if (!(error instanceof Rejection) || error.remedy !== 'another_place') throw error
      first ??= error
    }
  }
  throw first ?? new Error('there is no way to try')
}

function inOrder(ways: readonly Way[], first: Way | undefined): readonly Way[] {
  return first === undefined
    ? ways
    : [first, ...ways.filter(({ api, base }) => api !== first.api || base !== first.base)]
}

async function tryForms<T>(start: Form, attempt: (form: Form) => Promise<T>): Promise<{ form: Form; said: T }> {
  for (let form: Form | undefined = start; ;) {
    try {
      return { form, said: await attempt(form) }
    } catch (error: unknown) {
      form = error instanceof Rejection ? nextForm(form, error.remedy) : undefined
      if (form === undefined) throw error
    }
  }
}

const NEXT_ANSWER = { schema: 'json', json: 'text', text: undefined } as const
const NEXT_LIMIT = { usual: 'reasoning', reasoning: 'none', none: undefined } as const

/** Each step gives something up, so that it ends. */
function nextForm(form: Form, remedy: Remedy | undefined): Form | undefined {
  const answer = remedy === 'no_schema' ? NEXT_ANSWER[form.answer] : undefined
  const limit = remedy === 'another_limit' ? NEXT_LIMIT[form.limit] : undefined
  if (answer === undefined && limit === undefined) return undefined
  return { answer: answer ?? form.answer, limit: limit ?? form.limit }
}
