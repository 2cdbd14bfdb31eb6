import { buildConfig, type Config } from './config.ts'
import { findContradictions } from './contradictions.ts'
import { readVariable } from './read-variable.ts'
import { readSignOnProviders } from './sign-on-providers.ts'
import { type Values, type VariableName, VARIABLES } from './variables.ts'

export type ConfigResult =
  { readonly ok: true; readonly config: Config } | { readonly ok: false; readonly problems: readonly string[] }
type Problem = { readonly name: string; readonly line: string }

/** Reads the whole environment. Returns all errors together, one line each, starting with the name of the variable. */
export function readConfig(env: NodeJS.ProcessEnv): ConfigResult {
  const { values, problems } = readVariables(env)
  const signOn = readSignOnProviders(env)
  const wrong = new Set(problems.map(({ name }) => name))
  const lines = [...problems.map(({ line }) => line), ...findContradictions(values, wrong), ...signOn.problems]
  return lines.length > 0 ? { ok: false, problems: lines } : { ok: true, config: buildConfig(values, signOn.providers) }
}

function readVariables(env: NodeJS.ProcessEnv): { values: Values; problems: Problem[] } {
  const problems: Problem[] = []
  const names = Object.keys(VARIABLES) as VariableName[]
  const read = (name: VariableName): unknown => {
    const { value, problem } = readVariable<unknown>(env, name, VARIABLES[name])
    if (problem !== undefined) problems.push({ name, line: problem })
    return value
  }
  const values = Object.fromEntries(names.map((name) => [name, read(name)]))
  // Invalid values are undefined here; no config is built from them, and contradictions skip them.
  return { values: values as Values, problems }
}
