import { buildConfig, type Config } from './config.ts'
import { findContradictions } from './contradictions.ts'
import { presentIn, readSecret } from './secret-files.ts'
import { type Values, type VariableName, VARIABLES } from './variables.ts'
import type { Variable } from './variables/variable.ts'

export type ConfigResult =
  { readonly ok: true; readonly config: Config } | { readonly ok: false; readonly problems: readonly string[] }
type Problem = { readonly name: string; readonly line: string }

/** Reads the whole environment. Returns all errors together, one line each, starting with the name of the variable. */
export function readConfig(env: NodeJS.ProcessEnv): ConfigResult {
  const { values, problems } = readVariables(env)
  const wrong = new Set(problems.map(({ name }) => name))
  const lines = [...problems.map(({ line }) => line), ...findContradictions(values, wrong)]
  return lines.length > 0 ? { ok: false, problems: lines } : { ok: true, config: buildConfig(values) }
}

function readVariables(env: NodeJS.ProcessEnv): { values: Values; problems: Problem[] } {
  const problems: Problem[] = []
  const read = <T>(name: VariableName, variable: Variable<T>): T | undefined => {
    const source = variable.secret ? readSecret(env, name) : { text: presentIn(env, name) }
    if ('problem' in source) {
      problems.push({ name, line: source.problem })
      return undefined
    }
    const used = source.text ?? variable.fallback
    if (used === undefined) return undefined
    const value = variable.type.parse(used)
    if (value === undefined) problems.push({ name, line: describeProblem(name, used, variable) })
    return value
  }
  const names = Object.keys(VARIABLES) as VariableName[]
  const values = Object.fromEntries(names.map((name) => [name, read<unknown>(name, VARIABLES[name])]))
  // Invalid values are undefined here; no config is built from them, and contradictions skip them.
  return { values: values as Values, problems }
}

function describeProblem(name: string, text: string, { type, secret }: Variable<unknown>): string {
  const shown = secret ? name : `${name} ${JSON.stringify(text)}`
  return `${shown}: expected ${type.expected.replaceAll('`', '')}`
}
