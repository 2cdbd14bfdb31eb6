import { presentIn, readSecret } from './secret-files.ts'
import type { Variable } from './variables/variable.ts'

/** A variable's value, undefined when it is unset or when there is a `problem`, which begins with its name. */
export type ReadVariable<T> = { readonly value: T | undefined; readonly problem?: string }

export function readVariable<T>(env: NodeJS.ProcessEnv, name: string, variable: Variable<T>): ReadVariable<T> {
  const source = variable.secret ? readSecret(env, name) : { text: presentIn(env, name) }
  if ('problem' in source) return { value: undefined, problem: source.problem }
  const used = source.text ?? variable.fallback
  if (used === undefined) return { value: undefined }
  const value = variable.type.parse(used)
  return value === undefined ? { value, problem: describeProblem(name, used, variable) } : { value }
}

function describeProblem(name: string, text: string, { type, secret }: Variable<unknown>): string {
  const shown = secret ? name : `${name} ${JSON.stringify(text)}`
  return `${shown}: expected ${type.expected.replaceAll('`', '')}`
}
